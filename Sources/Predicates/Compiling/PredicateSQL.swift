import FlagModel
package import SQLText

extension Predicate {
  /// The condition as SQL.
  ///
  /// NULL has the meaning of nil in Swift and NSPredicate: a test is true or false. In SQL it may
  /// also be unknown, which AND, OR and WHERE treat as false, but NOT does not. So the SQL contains
  /// no NOT: a negation is applied to the tests, and each test defines its result for NULL.
  package func sql(isNegated: Bool = false) -> SQLText {
    PredicateCompiler().condition(self, isNegated: isNegated).sql
  }

  /// The condition for groups, from the rows of a table or from records.
  package func sql(ofGroupsIn table: GroupTable?) -> SQLText {
    PredicateCompiler(ofGroupsIn: table).condition(self).sql
  }
}

extension Term {
  /// The value as SQL, for a result column or a sort key.
  package var sql: SQLText { PredicateCompiler().value(self) }

  /// The value as a sort key. JSON is sorted by its text, as in files.
  package func sqlOfOrder(ofGroupsIn table: GroupTable? = nil) -> SQLText {
    type.inOrder(sql(ofGroupsIn: table))
  }

  /// The value to store in each record. An integer overflow or a division by zero is an error.
  package func sql(storedIn file: StoringFile) -> SQLText {
    PredicateCompiler(storingIn: file).value(self)
  }

  /// The value for groups, from the rows of a table or from records.
  package func sql(ofGroupsIn table: GroupTable?) -> SQLText {
    if table == nil { return sql }
    return PredicateCompiler(ofGroupsIn: table).value(self)
  }
}

/// The origin of the values in a calculation.
package enum StoringFile: Hashable, Sendable {
  /// A flagdb database, whose columns contain values of their types.
  case own
  case foreign
}

/// Writes predicates and terms as SQL, with an alias for each record.
package struct PredicateCompiler {
  /// The aliases of the tables, by the number of their scope.
  private(set) var names: [Int: Name] = [:]
  /// The scope whose columns need no table prefix.
  private(set) var bare: Int? = 0
  /// True to convert a test of a related record to a test of the foreign key.
  private var looksUpKeys = true
  private var groups: GroupTable?
  /// The kind of database in which the value is stored; nil for a query.
  private(set) var storing: StoringFile?

  init() {}

  init(storingIn file: StoringFile) { storing = file }

  /// The compiler for a condition, in which a failing calculation gives NULL.
  private var asking: PredicateCompiler {
    var asking = self
    asking.storing = nil
    return asking
  }

  /// Writes the table name before the columns of the current record.
  init(naming table: Name) {
    bare = nil
    names = [0: table]
  }

  /// A group may determine a path without determining the key at its start.
  init(ofGroupsIn table: GroupTable?) {
    looksUpKeys = false
    groups = table
    if let table { names = [0: table.name] }
  }

  /// The column of a value that is already calculated; nil for other values.
  func calculatedColumn(for term: Term) -> SQLText? {
    guard let groups, let value = groups.value(of: term) else { return nil }
    if bare == 0 { return value }
    return "\(name: groups.name).\(value)"
  }

  /// The compiler for a subquery with only the records of a scope.
  func inside(_ scope: Scope) -> PredicateCompiler { naming(scope).withoutNames(of: scope.number) }

  func naming(_ scope: Scope) -> PredicateCompiler {
    naming(freshName(scope.table), as: scope.number)
  }

  func naming(_ name: Name, as number: Int) -> PredicateCompiler {
    var compiler = self
    compiler.names[number] = name
    return compiler
  }

  /// A compiler that writes columns of the scope without a prefix.
  func withoutNames(of scope: Int?) -> PredicateCompiler {
    var compiler = self
    compiler.bare = scope
    return compiler
  }

  /// A compiler with the alias for the records from which a link starts.
  func knowing(_ scope: Scope) -> PredicateCompiler {
    var knowing = self
    if knowing.names[scope.number] == nil { knowing.names[scope.number] = scope.table }
    return knowing
  }

  /// A name that no table has. Engines ignore the case of ASCII letters.
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
      if isNegated { return .test("(\(sql)) IS NOT TRUE") }
      return .test(sql)
    case .exists(let records) where isNegated:
      return .test("NOT EXISTS (\(select("1", from: records)))")
    case .exists(let records):
      return .test("EXISTS (\(select("1", from: records)))")
    }
  }

  private func test(_ term: Term, _ test: Predicate.Test, _ isNegated: Bool) -> Condition {
    // IN would compare texts with the collation of the foreign key column.
    if looksUpKeys, case .via(let link, let inner) = term.kind,
      case .key(let key, let isOptional) = link.kind, key.otherColumn == nil, link.to.isNumbered
    {
      return .test(viaKey(key, isOptional, link, inner, test, isNegated))
    }
    if case .column(let column) = term.kind, column.form != .own,
      calculatedColumn(for: term) == nil,
      case .value(let type) = term.type, let stored = column.form.stored(test, of: type)
    {
      // An index contains the stored values, and not the converted ones.
      let sql = self.column(column.name, of: column.scope)
      var test = TermTest(sql: sql, isOptional: term.isOptional, type: nil)
      if case .native(let native) = column.form { test.native = (native, type) }
      return test.condition(stored.test, isNegated != stored.isOpposite)
    }
    if case .column(let column) = term.kind, column.form == .own, term.type.ofConstants == nil,
      looksUpKeys, calculatedColumn(for: term) == nil
    {
      // An index contains the stored decimals, and not the numbers that are calculated from them.
      let sql = self.column(column.name, of: column.scope)
      return TermTest(
        sql: sql, isOptional: term.isOptional, type: term.type.attribute,
        isInCodePointOrder: term.isInCodePointOrder
      ).condition(test, isNegated)
    }
    if case .text = test {
      let sql = if term.type == .value(.uuid) { plain(term) } else { operand(term) }
      return TermTest(
        sql: sql, isOptional: term.isOptional, type: nil,
        isInCodePointOrder: term.isInCodePointOrder
      ).condition(test, isNegated)
    }
    if let native = term.numericType, calculatedColumn(for: term) == nil, let number = numeric(term)
    {
      var numberTest = TermTest(sql: number, isOptional: term.isOptional, type: nil)
      numberTest.native = (native, .double)
      return numberTest.condition(test, isNegated)
    }
    return TermTest(sql: operand(term), isOptional: term.isOptional, type: term.type.ofConstants)
      .condition(test, isNegated)
  }

  /// Tests a related record once for all records that refer to it:
  /// `sample IN (SELECT id FROM Sample WHERE …)`. An index on the foreign key can answer this.
  private func viaKey(
    _ foreign: Relationship.ForeignKey, _ isOptional: Bool, _ link: Link, _ inner: Term,
    _ test: Predicate.Test, _ isNegated: Bool
  ) -> SQLText {
    // If the test is true for NULL, it is also true without a related record, so the opposite is
    // tested.
    let isTrueOfNull = isNegated != test.isTrueOfNull
    let outer = knowing(link.from)
    let nested = outer.inside(link.to)
    let condition = nested.ofKind([link.to], nested.test(inner, test, isNegated != isTrueOfNull))
    let key = outer.column(foreign.column, of: link.from.number)
    let keys: SQLText = """
      (SELECT \(name: foreign.otherColumn ?? link.to.key) FROM \(nested.source(of: link.to)) WHERE \(condition.sql))
      """
    guard isTrueOfNull else { return "\(key) IN \(keys)" }
    if isOptional { return "(\(key) NOT IN \(keys)) IS NOT FALSE" }
    return "\(key) NOT IN \(keys)"
  }

  /// A condition that includes the kinds of the scopes.
  func ofKind(_ scopes: [Scope], _ condition: Condition) -> Condition {
    let kinds = scopes.compactMap(\.ofKind).map { self.condition($0) }
    if kinds.isEmpty { return condition }
    return Condition(kinds + [condition], isAnd: true)
  }

  /// `Sample`, or `Sample AS Sample2`.
  func source(of scope: Scope) -> SQLText {
    let name = names[scope.number] ?? scope.table
    if name == scope.table { return "\(name: name)" }
    return "\(name: scope.table) AS \(name: name)"
  }

  /// Compares two arrays by their elements: their count, and no element without an equal one at the
  /// same index. For sets, the index does not matter.
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
    if comparison == .equal { return same }
    return "(\(same)) IS NOT TRUE"
  }

  private func exact(_ term: Term) -> SQLText {
    "\(.exact(isWhole: term.type.isWhole), of: operand(term))"
  }

  /// Two operands of a comparison, which loses no digits.
  private func comparable(_ left: Term, _ right: Term) -> (SQLText, SQLText) {
    if left.isNumeric || right.isNumeric, let a = numeric(left), let b = numeric(right) {
      return (a, b)
    }
    if left.isReal && right.type.isWhole || left.type.isWhole && right.isReal {
      return (exact(left), exact(right))
    }
    return (operand(left), operand(right))
  }

  /// Nil equals nil, as in Swift.
  private func compare(
    _ left: Term, _ comparison: Comparison, _ right: Term, _ isNegated: Bool
  ) -> SQLText {
    let comparison = comparison.opposite(if: isNegated)
    if case .value(let type) = left.type, type.isArray {
      return compareArrays(of: type, left, comparison, right)
    }
    let isOptional = left.isOptional || right.isOptional
    let (a, b) = comparable(left, right)
    switch comparison {
    case .equal where isOptional: return "\(.same, of: a, b)"
    case .unequal where isOptional: return "\(.different, of: a, b)"
    default:
      let test: SQLText = "\(a) \(keyword: comparison.keyword) \(b)"
      if isNegated && isOptional && comparison.isOrdering { return "(\(test)) IS NOT FALSE" }
      return test
    }
  }
}

extension Term {
  /// True for a real number.
  fileprivate var isReal: Bool { type == .value(.double) || type == .value(.float) }
}

extension Predicate.Test {
  /// True if the test is true for a missing value.
  package var isTrueOfNull: Bool {
    switch self {
    case .isNull, .compare(.unequal, _), .flags(.none, _), .flags(.notAll, _): true
    default: false
    }
  }
}

/// A condition in SQL, with its outer operator.
package enum Condition {
  case test(SQLText)
  case and(SQLText)
  case or(SQLText)

  /// The maximum number of terms in a row. An engine may refuse an expression with a depth above
  /// 1,000, so a longer row becomes a row of rows.
  private static let longestRow = 50

  init(_ terms: [Condition], isAnd: Bool) {
    if terms.isEmpty {
      self = .test(isAnd ? "TRUE" : "FALSE")
    } else if terms.count == 1 {
      self = terms[0]
    } else if terms.count <= Self.longestRow {
      let pieces = terms.map { $0.bracketed(inAnd: isAnd) }
      if isAnd {
        self = .and(pieces.joined(by: " AND "))
      } else {
        self = .or(pieces.joined(by: " OR "))
      }
    } else {
      let size = max(Self.longestRow, (terms.count + Self.longestRow - 1) / Self.longestRow)
      let rows = terms.chunks(of: size).map { terms in
        Condition.test("(\(Condition(Array(terms), isAnd: isAnd).sql))")
      }
      self.init(rows, isAnd: isAnd)
    }
  }

  var sql: SQLText {
    switch self {
    case .test(let sql), .and(let sql), .or(let sql): sql
    }
  }

  /// Adds brackets only if precedence requires them.
  func bracketed(inAnd: Bool) -> SQLText {
    if case .or(let sql) = self, inAnd { "(\(sql))" } else { sql }
  }
}
