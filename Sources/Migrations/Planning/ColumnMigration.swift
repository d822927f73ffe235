import FlagModel
import SQLText

/// The source of the values of one column of a new table.
struct ColumnMigration {
  let definition: ColumnDefinition
  /// Why it cannot be added to a table that has records.
  let obstacleToAdding: String?
  /// The column that it was, and what that one's definition would be by the new name.
  let old: (name: Name, definition: ColumnDefinition)?
  /// The value for a record of the old table, before the rules of the new column.
  let value: SQLText
  /// The same with those rules, where `value` is called as the column.
  let stored: SQLText
  let edit: Edit
  let dialect: any Dialect
  let checks: [MigrationCheck]
  let inspections: [ValueInspection]
  var conversions: [ConvertedValues] = []

  /// A change of the values of a column that stays in its table.
  enum Edit {
    case nothing
    case update(to: SQLText, where: SQLText)
    /// They are others, of which only a new table is made.
    case impossible
  }

  var name: Name { definition.name }

  /// True if the column can stay in its table, though its name, its rules and some of its values
  /// may change.
  var staysInPlace: Bool {
    if case .impossible = edit { return false }
    return old.map { isSame($0.definition.storage, definition.storage) } ?? false
  }

  var hasNewRules: Bool {
    old.map { !isSame($0.definition.definition, definition.definition) } ?? true
  }

  /// Types that differ may be one to the engine.
  func isSame(_ one: SQLText, _ two: SQLText) -> Bool {
    one.script(in: dialect).utf8.elementsEqual(two.script(in: dialect).utf8)
  }

  var keepsValues: Bool {
    if case .nothing = edit { true } else { false }
  }

  var isUpdated: Bool {
    if case .update = edit { true } else { false }
  }
}

extension Relationship {
  var isUniqueColumn: Bool { foreignKey?.isUnique == true }
}

extension Attribute {
  /// The attribute as it was, by the name that it has now.
  func named(as other: Attribute) -> Attribute {
    Attribute(
      name: other.name, column: other.column, declaredType: declaredType, type: type,
      isOptional: isOptional, defaultValue: defaultValue, isUnique: isUnique, validity: validity)
  }
}
