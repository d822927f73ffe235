package import FlagModel
package import SQLText

/// A predicate that was checked against the model: every name is a column, every value is stored
/// as that column stores it.
package indirect enum Predicate: Hashable, Sendable {
  case constant(Bool)
  case all([Predicate])
  case any([Predicate])
  case not(Predicate)
  /// A test of one value; an index serves it if the value is a column.
  case test(Term, Test)
  case compare(Term, Comparison, Term)
  /// A test of a text against a text that is itself looked up.
  case compareTexts(Term, TextTest, TextOptions, Term)
  /// There is such a record.
  case exists(Records)

  /// A test of one value, with all that it is compared with.
  package enum Test: Hashable, Sendable {
    case flags(FlagTest, mask: Int64)
    case compare(Comparison, Value)
    case isIn([Value])
    case isBetween(Value, Value, includesUpper: Bool)
    case isNull
    case text(TextTest, String, TextOptions)
  }

  /// A column of the entity that is asked, or of one that was reached from it.
  package struct Column: Hashable, Sendable {
    package let name: Name
    /// True if it may be NULL, which comparisons then must not spread.
    package let isOptional: Bool
    /// The record that has it, by its scope; 0 is the one that is asked.
    package let scope: Int
    /// The form in which it keeps values; what is asked of them is asked in our own.
    package let form: StoredForm
    /// The type by which its values are read where an engine may keep them in a form of its own, as
    /// decimals that are calculated with, and UUIDs that are taken for texts.
    package private(set) var readAs: AttributeType?

    package init(name: Name, isOptional: Bool, scope: Int = 0, form: StoredForm = .own) {
      self.name = name
      self.isOptional = isOptional
      self.scope = scope
      self.form = form
    }

    /// The column with values that are read by a type.
    func read(as type: AttributeType) -> Column {
      var column = self
      column.readAs = type
      return column
    }

    /// The column of an attribute.
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
    .test(
      Term(.column(column), type, isOptional: column.isOptional),
      .compare(comparison, value))
  }

  /// All of them at once: what several options on one line mean.
  package static func conjunction(_ predicates: [Predicate]) -> Predicate? {
    predicates.count > 1 ? .all(predicates) : predicates.first
  }

  /// True if all are; one alone stands for itself.
  static func conjunction(_ predicates: [Predicate]) -> Predicate {
    predicates.count == 1 ? predicates[0] : .all(predicates)
  }

  /// One of them at least; tests that a term equals one value or another become one test.
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
      terms[place] = .test(term, list.count == 1 ? .compare(.equal, list[0]) : .isIn(list))
    }
    return terms.count == 1 ? terms[0] : .any(terms)
  }

  /// One predicate or another, by a third. That appears twice in tests that an index can serve; one
  /// that is itself long does not, since choices within choices would be twice as long each.
  static func choice(_ condition: Predicate, _ yes: Predicate, _ no: Predicate) -> Predicate {
    if condition.testCount <= 8 {
      return .any([.all([condition, yes]), .all([.not(condition), no])])
    }
    func value(_ predicate: Predicate) -> Term {
      Term(.condition(predicate), .bool, isOptional: false)
    }
    let answer = Term(
      .conditional(condition, value(yes), value(no)), .bool, isOptional: false)
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

  /// The number of tests in it. A list of integers or texts counts as one, however long; in a list
  /// of other values each is a binding of its own.
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

extension Term {
  /// The number of tests in the conditions that it is made of.
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
