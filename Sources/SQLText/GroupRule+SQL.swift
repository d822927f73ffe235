package import FlagModel

extension GroupRule {
  /// A condition that is true for a record, or a row of what it will be, that breaks the rule.
  /// SQLite's expressions may not be as deep as a struct has parts, and a list is not.
  package var isBroken: SQLText {
    "1 IN (\(Self.areNull(required))) AND 0 IN (\(Self.areNull(attributes)))"
  }

  /// For each attribute whether it has no value, as a list.
  package static func areNull(_ attributes: [Attribute]) -> SQLText {
    attributes.map { "\(.truth, of: "\(name: $0.column) IS NULL")" as SQLText }.joined(by: ", ")
  }
}
