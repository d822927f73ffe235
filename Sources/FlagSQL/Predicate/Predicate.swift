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
}
