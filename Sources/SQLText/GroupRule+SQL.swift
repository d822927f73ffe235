package import FlagModel

extension GroupRule {
  /// A condition that is true for a record that violates the rule. It uses a list and not a nested
  /// expression, because SQLite limits the depth of expressions.
  package var isBroken: SQLText {
    "1 IN (\(Self.areNull(required))) AND 0 IN (\(Self.areNull(attributes)))"
  }

  /// For each attribute, the condition that it has no value, as a list.
  package static func areNull(_ attributes: [Attribute]) -> SQLText {
    attributes.map { "\(.truth, of: "\(name: $0.column) IS NULL")" as SQLText }.joined(by: ", ")
  }
}
