import FlagModel
import SQLText

/// The source of the values of one column of a new table. A class, because it has many parts:
/// see Documentation/Decisions/large-values-are-shared.md.
final class ColumnMigration {
  let definition: ColumnDefinition
  /// The reason why the column cannot be added to a table with records.
  let obstacleToAdding: String?
  /// The old column, and its old definition under the new name.
  let old: (name: Name, definition: ColumnDefinition)?
  /// The value for a record of the old table, before the new rules are applied.
  let value: SQLText
  /// The value after the new rules are applied. It refers to `value` by the column's name.
  let stored: SQLText
  let edit: Edit
  let dialect: any Dialect
  let checks: [MigrationCheck]
  let inspections: [ValueInspection]
  let conversions: [ConvertedValues]

  init(
    definition: ColumnDefinition, obstacleToAdding: String?,
    old: (name: Name, definition: ColumnDefinition)?, value: SQLText, stored: SQLText, edit: Edit,
    dialect: any Dialect, checks: [MigrationCheck], inspections: [ValueInspection],
    conversions: [ConvertedValues] = []
  ) {
    self.definition = definition
    self.obstacleToAdding = obstacleToAdding
    self.old = old
    self.value = value
    self.stored = stored
    self.edit = edit
    self.dialect = dialect
    self.checks = checks
    self.inspections = inspections
    self.conversions = conversions
  }

  /// A change to the values of a column that stays in its table.
  enum Edit {
    case nothing
    case update(to: SQLText, where: SQLText)
    /// The values change in a way that needs a new table.
    case impossible
  }

  var name: Name { definition.name }

  /// True if the column can stay in its table. Its name, rules and some values can change.
  var staysInPlace: Bool {
    if case .impossible = edit { return false }
    guard let old else { return false }
    return isSame(old.definition.storage, definition.storage)
  }

  var hasNewRules: Bool {
    guard let old else { return true }
    return !isSame(old.definition.definition, definition.definition)
  }

  /// True if two types have the same SQL, because different types can be the same to the engine.
  func isSame(_ left: SQLText, _ right: SQLText) -> Bool {
    left.script(in: dialect).utf8.elementsEqual(right.script(in: dialect).utf8)
  }

  var keepsValues: Bool { if case .nothing = edit { true } else { false } }

  var isUpdated: Bool { if case .update = edit { true } else { false } }
}

extension Relationship {
  var isUniqueColumn: Bool { foreignKey?.isUnique == true }
}

extension Attribute {
  /// The old attribute under the new attribute's name.
  func named(as other: Attribute) -> Attribute {
    Attribute(
      name: other.name, column: other.column, declaredType: declaredType, type: type,
      isOptional: isOptional, defaultValue: defaultValue, isUnique: isUnique, validity: validity)
  }
}
