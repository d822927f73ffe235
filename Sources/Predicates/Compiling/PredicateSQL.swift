import FlagModel
package import SQLText

extension Predicate {
  /// The condition as SQL.
  ///
  /// NULL means what it means to Swift and NSPredicate: a test is true or false. SQL has a third
  /// answer, which AND, OR and WHERE take for false and only NOT would keep. So no NOT is written:
  /// a negation is carried down to the tests, and each knows what it says of NULL.
  package func sql(isNegated: Bool = false) -> SQLText {
    PredicateCompiler().condition(self, isNegated: isNegated).sql
  }

  /// The condition for groups, which are made of the rows of a table, or of records.
  package func sql(ofGroupsIn table: GroupTable?) -> SQLText {
    PredicateCompiler(ofGroupsIn: table).condition(self).sql
  }
}

extension Term {
  /// The value as SQL, for a column of an answer or an order.
  package var sql: SQLText { PredicateCompiler().value(self) }

  /// The value as a key of an order. JSON is ordered as the text of it, as files have it.
  package func sqlOfOrder(ofGroupsIn table: GroupTable? = nil) -> SQLText {
    type.inOrder(sql(ofGroupsIn: table))
  }

  /// The value that is to be stored for each record. A loss is an error: a calculation that leaves
  /// the 64 bits, or that divides by zero.
  package func sql(storedIn file: StoringFile) -> SQLText {
    PredicateCompiler(storingIn: file).value(self)
  }

  /// The value for groups, which are made of the rows of a table, or of records.
  package func sql(ofGroupsIn table: GroupTable?) -> SQLText {
    table == nil ? sql : PredicateCompiler(ofGroupsIn: table).value(self)
  }
}

/// The file whose values a calculation is made of.
package enum StoringFile: Hashable, Sendable {
  /// One of our own, whose columns hold what their types say.
  case own
  case ofOthers
}

/// Writes predicates and terms as SQL; it knows what each record in question is called there.
package struct PredicateCompiler {
  /// The names of the tables in question, by their scope's number.
  private(set) var names: [Int: Name] = [:]
  /// The scope whose columns need no table before them.
  private(set) var bare: Int? = 0
  /// True if a test of another record becomes a test of the key that leads to it.
  private var looksUpKeys = true
  private var groups: GroupTable?
  /// The file that the value is stored in; nil if it is only asked for.
  private(set) var storing: StoringFile?

  init() {}

  init(storingIn file: StoringFile) { storing = file }

  /// The compiler for a condition: in one, a calculation that fails has no value.
  private var asking: PredicateCompiler {
    var asking = self
    asking.storing = nil
    return asking
  }

  /// Writes the table before the columns of the record that is asked.
  init(naming table: Name) {
    bare = nil
    names = [0: table]
  }

  /// Of groups a path may be known and the key that it begins with not.
  init(ofGroupsIn table: GroupTable?) {
    looksUpKeys = false
    groups = table
    if let table { names = [0: table.name] }
  }

  /// Nil if the value has to be worked out.
  func known(_ term: Term) -> SQLText? {
    guard let groups, let value = groups.value(of: term) else { return nil }
    return bare == 0 ? value : "\(name: groups.name).\(value)"
  }

  /// The compiler for what stands inside a query for the records of a scope alone.
  func inside(_ scope: Scope) -> PredicateCompiler {
    naming(scope).withoutNames(of: scope.number)
  }

  func naming(_ scope: Scope) -> PredicateCompiler {
    naming(freshName(scope.table), as: scope.number)
  }

  func naming(_ name: Name, as number: Int) -> PredicateCompiler {
    var compiler = self
    compiler.names[number] = name
    return compiler
  }

  /// A compiler that writes columns of the scope without their table.
  func withoutNames(of scope: Int?) -> PredicateCompiler {
    var compiler = self
    compiler.bare = scope
    return compiler
  }

  /// The compiler that knows how the records are called from which a link begins.
  func knowing(_ scope: Scope) -> PredicateCompiler {
    var knowing = self
    if knowing.names[scope.number] == nil { knowing.names[scope.number] = scope.table }
    return knowing
  }

  /// A name that no table in question has; engines take ASCII letters of both cases for the same.
  func freshName(_ table: Name) -> Name {
    let taken = Set(names.values.map(\.folded))
    var name = table
    var number = 2
    while taken.contains(name.folded) {
      name = "\(table)\(number)"
      number += 1
    }
    return name
  }

  func column(_ name: Name, of scope: Int) -> SQLText {
    if scope == bare { return "\(name: name)" }
    return "\(name: names[scope] ?? "").\(name: name)"
  }

  // MARK: Conditions

  func condition(_ predicate: Predicate, isNegated: Bool = false) -> Condition {
    if storing != nil { return asking.condition(predicate, isNegated: isNegated) }
    switch predicate {
    case .constant(let value):
      return .test(value != isNegated ? "TRUE" : "FALSE")
    case .all(let terms):
      return Condition(terms.map { condition($0, isNegated: isNegated) }, isAnd: !isNegated)
    case .any(let terms):
      return Condition(terms.map { condition($0, isNegated: isNegated) }, isAnd: isNegated)
    case .not(let predicate):
      return condition(predicate, isNegated: !isNegated)
    case .test(let term, let test):
      return self.test(term, test, isNegated)
    case .compare(let left, let comparison, let right):
      return .test(compare(left, comparison, right, isNegated))
    case .compareTexts(let text, let test, let options, let pattern):
      let sql = TermTest.texts(plain(text), test, options, plain(pattern))
      return .test(isNegated ? "(\(sql)) IS NOT TRUE" : sql)
    case .exists(let records):
      return .test(
        "\(keyword: isNegated ? "NOT EXISTS" : "EXISTS") (\(select("1", from: records)))")
    }
  }

  private func test(_ term: Term, _ test: Predicate.Test, _ isNegated: Bool) -> Condition {
    // IN would compare other keys by the collation of the column that refers to them.
    if looksUpKeys, case .via(let link, let inner) = term.kind,
      case .key(let key, let isOptional) = link.kind, key.otherColumn == nil, link.to.isNumbered
    {
      return .test(viaKey(key, isOptional, link, inner, test, isNegated))
    }
    if case .column(let column) = term.kind, column.form != .own, known(term) == nil,
      case .value(let type) = term.type, let stored = column.form.stored(test, of: type)
    {
      // Of the stored values an index knows, of what they are read as it does not.
      let sql = self.column(column.name, of: column.scope)
      var test = TermTest(sql: sql, isOptional: term.isOptional, type: nil)
      if case .native(let native) = column.form { test.native = (native, type) }
      return test.condition(stored.test, isNegated != stored.isOpposite)
    }
    if case .column(let column) = term.kind, column.form == .own, term.type.ofConstants == nil,
      looksUpKeys, known(term) == nil
    {
      // An index knows the decimals of a column, and not the numbers that are made of them.
      let sql = self.column(column.name, of: column.scope)
      return TermTest(sql: sql, isOptional: term.isOptional, type: term.type.attribute)
        .condition(test, isNegated)
    }
    if case .text = test {
      return TermTest(
        sql: term.type == .value(.uuid) ? plain(term) : operand(term), isOptional: term.isOptional,
        type: nil
      )
      .condition(test, isNegated)
    }
    return TermTest(sql: operand(term), isOptional: term.isOptional, type: term.type.ofConstants)
      .condition(test, isNegated)
  }

  /// A test of a record that a key leads to is made there once, for all records that have the key:
  /// `sample IN (SELECT id FROM Sample WHERE …)`, which an index on the key serves.
  private func viaKey(
    _ foreign: Relationship.ForeignKey, _ isOptional: Bool, _ link: Link, _ inner: Term,
    _ test: Predicate.Test, _ isNegated: Bool
  ) -> SQLText {
    // What is true of NULL is true where there is no record: ask for the others.
    let isTrueOfNull = isNegated != test.isTrueOfNull
    let outer = knowing(link.from)
    let nested = outer.inside(link.to)
    let condition = nested.ofKind([link.to], nested.test(inner, test, isNegated != isTrueOfNull))
    let key = outer.column(foreign.column, of: link.from.number)
    let keys: SQLText = """
      (SELECT \(name: foreign.otherColumn ?? link.to.key) FROM \(nested.source(of: link.to)) WHERE \(condition.sql))
      """
    guard isTrueOfNull else { return "\(key) IN \(keys)" }
    return isOptional ? "(\(key) NOT IN \(keys)) IS NOT FALSE" : "\(key) NOT IN \(keys)"
  }

  /// A condition for records that must be of their scopes' kinds as well.
  func ofKind(_ scopes: [Scope], _ condition: Condition) -> Condition {
    let kinds = scopes.compactMap(\.ofKind).map { self.condition($0) }
    return kinds.isEmpty ? condition : Condition(kinds + [condition], isAnd: true)
  }

  /// `Sample`, or `Sample AS Sample2`.
  func source(of scope: Scope) -> SQLText {
    let name = names[scope.number] ?? scope.table
    return name == scope.table ? "\(name: name)" : "\(name: scope.table) AS \(name: name)"
  }

  /// Two arrays by what they hold: as many elements, and none that the other has not in its place; of
  /// sets the places do not matter.
  private func compareArrays(
    of type: AttributeType, _ left: Term, _ comparison: Comparison, _ right: Term
  ) -> SQLText {
    let (a, b) = (operand(left), operand(right))
    let counts: SQLText
    if let count = right.constant.flatMap({ type.elements(of: $0)?.count }) {
      counts = "\(.elementCount, of: a) = \(literal: Int64(count))"
    } else {
      counts = "\(.same, of: "\(.elementCount, of: a)", "\(.elementCount, of: b)")"
    }
    var same: SQLText = "\(counts) AND NOT \(.hasOtherElement(type), of: a, b)"
    if type.isSet || type.depth > 1 { same += " AND NOT \(.hasOtherElement(type), of: b, a)" }
    if right.constant == type.array(of: []) { same = counts }
    return comparison == .equal ? same : "(\(same)) IS NOT TRUE"
  }

  private func exact(_ term: Term) -> SQLText {
    "\(.exact(isWhole: term.type.isWhole), of: operand(term))"
  }

  /// Nil equals nil, as in Swift.
  private func compare(
    _ left: Term, _ comparison: Comparison, _ right: Term, _ isNegated: Bool
  ) -> SQLText {
    if case .value(let type) = left.type, type.isArray {
      let comparison = isNegated ? comparison.opposite : comparison
      return compareArrays(of: type, left, comparison, right)
    }
    let isOptional = left.isOptional || right.isOptional
    let comparison = isNegated ? comparison.opposite : comparison
    let (a, b) =
      left.isReal && right.type.isWhole || left.type.isWhole && right.isReal
      ? (exact(left), exact(right)) : (operand(left), operand(right))
    switch comparison {
    case .equal where isOptional: return "\(.same, of: a, b)"
    case .unequal where isOptional: return "\(.different, of: a, b)"
    default:
      let test: SQLText = "\(a) \(keyword: comparison.keyword) \(b)"
      return isNegated && isOptional && comparison.isOrdering ? "(\(test)) IS NOT FALSE" : test
    }
  }
}

extension Term {
  /// True of a real number.
  fileprivate var isReal: Bool { type == .value(.double) || type == .value(.float) }
}

extension Predicate.Test {
  /// True if it holds for a missing value.
  package var isTrueOfNull: Bool {
    switch self {
    case .isNull, .compare(.unequal, _), .flags(.none, _), .flags(.notAll, _): true
    default: false
    }
  }
}

/// SQL that is true or not, and what it must be put in brackets for.
package enum Condition {
  case test(SQLText)
  case and(SQLText)
  case or(SQLText)

  /// As many terms as stand in one row. An engine may refuse an expression that is more than 1,000 deep,
  /// which a row of as many is, so longer ones become rows of rows.
  private static let longestRow = 50

  init(_ terms: [Condition], isAnd: Bool) {
    if terms.isEmpty {
      self = .test(isAnd ? "TRUE" : "FALSE")
    } else if terms.count == 1 {
      self = terms[0]
    } else if terms.count <= Self.longestRow {
      let pieces = terms.map { $0.bracketed(inAnd: isAnd) }
      self = isAnd ? .and(pieces.joined(by: " AND ")) : .or(pieces.joined(by: " OR "))
    } else {
      let size = max(Self.longestRow, (terms.count + Self.longestRow - 1) / Self.longestRow)
      let rows = stride(from: 0, to: terms.count, by: size).map { start in
        let row = Condition(
          Array(terms[start..<min(start + size, terms.count)]), isAnd: isAnd)
        return Condition.test("(\(row.sql))")
      }
      self.init(rows, isAnd: isAnd)
    }
  }

  var sql: SQLText {
    switch self {
    case .test(let sql), .and(let sql), .or(let sql): sql
    }
  }

  /// In brackets only where the SQL would mean something else without them.
  func bracketed(inAnd: Bool) -> SQLText {
    if case .or(let sql) = self, inAnd { "(\(sql))" } else { sql }
  }
}
