import FlagModel

/// Where the values of one column of a new table come from.
struct ColumnMigration {
  let name: String
  let definition: String
  /// Why it cannot be added to a table that has records.
  let obstacleToAdding: String?
  /// The column that it was, and what that one's definition would be by the new name.
  let old: (name: String, definition: String)?
  /// The value for a record of the old table, before the rules of the new column.
  let value: SQLText
  /// The same with those rules, where `value` is called as the column.
  let stored: SQLText
  /// Bits that move, where nothing else changes.
  let bits: FlagMapping?
  let checks: [MigrationCheck]
  let inspections: [ValueInspection]

  /// Whether the column is there already as it is to be, but for its name and its bits.
  var isKept: Bool { old?.definition == definition && (isCopied || bits != nil) }
  let isCopied: Bool
}

extension Relationship {
  var isUniqueColumn: Bool { storage == .column(isUnique: true) }
}

extension Attribute {
  /// The attribute as it was, by the name that it has now.
  func named(as other: Attribute) -> Attribute {
    Attribute(
      name: other.name, column: other.column, declaredType: declaredType, type: type,
      isOptional: isOptional, defaultValue: defaultValue, isUnique: isUnique, validity: validity)
  }
}

extension SQLText {
  /// What a dialect wrote itself.
  static func definition(_ text: String) -> SQLText { SQLText(segments: [.text(text)]) }
}
