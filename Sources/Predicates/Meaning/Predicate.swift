package import FlagModel
package import SQLText

/// A checked predicate: every name is a column, and every value has the stored form of its column.
package indirect enum Predicate: Hashable, Sendable {
  case constant(Bool)
  case all([Predicate])
  case any([Predicate])
  case not(Predicate)
  /// A test of one value. An index can answer it if the value is a column.
  case test(Term, Test)
  case compare(Term, Comparison, Term)
  /// A test of a text against a text that is also a column or a calculation.
  case compareTexts(Term, TextTest, TextOptions, Term)
  /// True if such a record exists.
  case exists(Records)

  /// A test of one value, with the constants for it.
  package indirect enum Test: Hashable, Sendable {
    case flags(FlagTest, mask: Int64)
    case compare(Comparison, Value)
    case isIn([Value])
    case isBetween(Value, Value, includesUpper: Bool)
    case isNull
    case text(TextTest, String, TextOptions)
  }

  /// A column of the entity or of a related one.
  package struct Column: Hashable, Sendable {
    package let name: Name
    /// True if it may be NULL.
    package let isOptional: Bool
    /// The number of the scope with the column's record; 0 is the record of the query.
    package let scope: Int
    /// The stored form of the column. Tests use values in flagdb's form.
    package let form: StoredForm
    /// The type with which values are read, if an engine may store them in its own form, such as
    /// decimals for calculations or UUIDs for texts.
    package private(set) var readAs: AttributeType?
    /// Nil if it orders texts by code points.
    private(set) var collation: Collation?

    package init(name: Name, isOptional: Bool, scope: Int = 0, form: StoredForm = .own) {
      self.name = name
      self.isOptional = isOptional
      self.scope = scope
      self.form = form
    }

    /// The column, with a type for reading its values.
    func read(as type: AttributeType) -> Column {
      var column = self
      column.readAs = type
      return column
    }

    /// The column of an attribute.
    /// The column of an attribute of a record.
    init(_ attribute: Attribute, in scope: Scope) {
      self.init(attribute, scope: scope.number)
      collation = scope.collations[name]
    }

    package init(_ attribute: Attribute, scope: Int = 0) {
      self.init(
        name: attribute.column, isOptional: attribute.isOptional, scope: scope,
        form: attribute.stored)
      if attribute.type.isDecimal { readAs = attribute.type }
    }
  }

  /// A comparison of a column with a value of a type.
  package static func compare(
    _ column: Column, _ comparison: Comparison, _ value: Value,
    of type: AttributeType = .integer(.int64)
  ) -> Predicate {
    .test(Term(.column(column), type, isOptional: column.isOptional), .compare(comparison, value))
  }

  /// The conjunction of all; nil if there are none.
  package static func conjunction(_ predicates: [Predicate]) -> Predicate? {
    predicates.count > 1 ? .all(predicates) : predicates.first
  }

  /// The conjunction of all; a single predicate stays unchanged.
  static func conjunction(_ predicates: [Predicate]) -> Predicate {
    predicates.count == 1 ? predicates[0] : .all(predicates)
  }

  /// The opposite if `isNegated`, otherwise the predicate itself.
  func negated(if isNegated: Bool) -> Predicate {
    if isNegated { return .not(self) }
    return self
  }

  /// The disjunction of all. Equality tests of the same term are combined into one test.
  package static func disjunction(_ predicates: [Predicate]) -> Predicate {
    var terms: [Predicate] = []
    var places: [Term: Int] = [:]
    var lists: [Int: [Value]] = [:]
    for predicate in predicates {
      guard let (term, values) = predicate.membership else {
        terms.append(predicate)
        continue
      }
      let place = places[term] ?? terms.count
      if place == terms.count {
        places[term] = place
        terms.append(predicate)
      }
      lists[place, default: []] += values
    }
    for place in places.values {
      guard case .test(let term, _) = terms[place], let list = lists[place] else { continue }
      terms[place] = .test(term, .isOne(of: list))
    }
    if terms.count == 1 { return terms[0] }
    return .any(terms)
  }

  /// A choice between two predicates. A short condition is repeated in a form that an index can
  /// answer. A long one is not, because nested choices would double its length each time.
  static func choice(_ condition: Predicate, _ yes: Predicate, _ no: Predicate) -> Predicate {
    if condition.testCount <= 8 {
      return .any([.all([condition, yes]), .all([.not(condition), no])])
    }
    func value(_ predicate: Predicate) -> Term {
      Term(.condition(predicate), .bool, isOptional: false)
    }
    let answer = Term(.conditional(condition, value(yes), value(no)), .bool, isOptional: false)
    return .test(answer, .compare(.equal, .integer(1)))
  }

  private var membership: (Term, [Value])? {
    guard case .test(let term, let test) = self, case .column = term.kind else { return nil }
    switch test {
    case .compare(.equal, let value): return (term, [value])
    case .isIn(let values): return (term, values)
    default: return nil
    }
  }

  /// The number of tests. A list of integers or texts counts as one; in another list, each value
  /// needs a binding and counts.
  package var testCount: Int {
    switch self {
    case .all(let terms), .any(let terms): terms.reduce(0) { $0 + $1.testCount }
    case .not(let term): term.testCount
    case .test(let term, .isIn(let values)):
      max(1, values.count { !$0.isIntegerOrText }) + term.testCount
    case .test(let term, _): 1 + term.testCount
    default: 1
    }
  }
}

extension Predicate.Test {
  /// True for each of these values.
  static func isOne(of values: [Value]) -> Self {
    if values.count == 1 { return .compare(.equal, values[0]) }
    return .isIn(values)
  }
}

extension Term {
  /// The number of tests in the conditions of the term.
  fileprivate var testCount: Int {
    switch kind {
    case .condition(let predicate): predicate.testCount
    case .conditional(let condition, let yes, let no):
      condition.testCount + yes.testCount + no.testCount
    default: operands.reduce(0) { $0 + $1.testCount }
    }
  }
}

extension Value {
  fileprivate var isIntegerOrText: Bool {
    switch self {
    case .integer, .text: true
    case .null, .real, .blob: false
    }
  }
}
