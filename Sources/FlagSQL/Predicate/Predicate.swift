public import FlagModel

/// A predicate that was checked against the model: every name is a column, every value is stored
/// as that column stores it.
public indirect enum Predicate: Hashable, Sendable {
  case constant(Bool)
  case all([Predicate])
  case any([Predicate])
  case not(Predicate)
  case flags(Column, FlagTest, mask: Int64)
  case compare(Column, Comparison, Value)
  case compareColumns(Column, Comparison, Column)
  case isIn(Column, [Value])
  case isBetween(Column, Value, Value, includesUpper: Bool)
  case isNull(Column)
  /// A to-one relationship to the record that its label names.
  case refers(Column, Reference)

  /// A column of the entity that is asked.
  public struct Column: Hashable, Sendable {
    public let name: String
    /// Whether it may be NULL, which comparisons then must not spread.
    public let isOptional: Bool

    public init(name: String, isOptional: Bool) {
      self.name = name
      self.isOptional = isOptional
    }
  }

  /// The record of another entity whose unique attribute has a value.
  public struct Reference: Hashable, Sendable {
    public let table: String
    public let key: String
    public let label: String
    public let value: Value

    public init(table: String, key: String, label: String, value: Value) {
      self.table = table
      self.key = key
      self.label = label
      self.value = value
    }
  }

  /// All of them at once: what several options on one line mean.
  public static func conjunction(_ predicates: [Predicate]) -> Predicate? {
    predicates.count > 1 ? .all(predicates) : predicates.first
  }

  /// One of them at least; tests that a column equals one value or another become one test.
  static func disjunction(_ predicates: [Predicate]) -> Predicate {
    var terms: [Predicate] = []
    var places: [Column: Int] = [:]
    var lists: [Int: [Value]] = [:]
    for predicate in predicates {
      guard let (column, values) = predicate.membership else {
        terms.append(predicate)
        continue
      }
      let place = places[column] ?? terms.count
      if place == terms.count {
        places[column] = place
        terms.append(predicate)
      }
      lists[place, default: []] += values
    }
    for (column, place) in places {
      guard let list = lists[place] else { continue }
      terms[place] = list.count == 1 ? .compare(column, .equal, list[0]) : .isIn(column, list)
    }
    return terms.count == 1 ? terms[0] : .any(terms)
  }

  private var membership: (Column, [Value])? {
    switch self {
    case .compare(let column, .equal, let value): (column, [value])
    case .isIn(let column, let values): (column, values)
    default: nil
    }
  }

  /// How many tests of a column it consists of. A list of integers or texts is one, however long;
  /// of other values each is a binding of its own.
  var testCount: Int {
    switch self {
    case .all(let terms), .any(let terms): terms.reduce(0) { $0 + $1.testCount }
    case .not(let term): term.testCount
    case .isIn(_, let values): max(1, values.count { !$0.isIntegerOrText })
    default: 1
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
