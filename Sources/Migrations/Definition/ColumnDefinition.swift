package import FlagModel
import Predicates
package import SQLText

/// A column: its type, and the constraints on it.
struct ColumnDefinition {
  private(set) var name: Name
  let type: AttributeType
  let isRequired: Bool
  let isUnique: Bool
  /// The default value.
  let defaultValue: SQLText?
  /// The CHECKs of the column itself, and those of the optional structs and kinds to which it
  /// belongs.
  let checks: [SQLText]
  let groupChecks: [SQLText]
  /// The reference of a foreign key, with and without its action.
  private let reference: (whole: SQLText, target: SQLText)?
  /// The reason why the column cannot be added to a table with records. The text follows a record's
  /// name.
  let obstacleToAdding: String?

  /// Makes the column of an attribute. A part of an optional struct also has the CHECKs of the
  /// struct.
  init(attribute: Attribute, groupChecks: [SQLText] = [], in dialect: any Dialect) {
    name = attribute.column
    type = attribute.type
    isRequired = !attribute.isOptional
    isUnique = attribute.isUnique
    defaultValue = attribute.defaultOfNewRecords.map { $0.sql(of: attribute.type) }
    checks = attribute.checks(in: dialect)
    self.groupChecks = groupChecks
    reference = nil
    obstacleToAdding = Self.obstacle(to: attribute)
  }

  /// Makes the foreign key of a to-one relationship. The inverse decides about deletion of the
  /// other record.
  init?(relationship: Relationship, schema: Schema, checks: GroupChecks) {
    self.init(
      relationship: relationship, rule: schema.ruleOfOtherSide(of: relationship), checks: checks)
  }

  init?(relationship: Relationship, rule: Relationship.DeleteRule, checks: GroupChecks) {
    guard let key = relationship.foreignKey else { return nil }
    name = key.column
    type = Self.keyType
    isRequired = relationship.cardinality == .toOne(isOptional: false)
    isUnique = key.isUnique
    defaultValue = nil
    self.checks = []
    groupChecks = checks[key.column]
    let action = Self.action(rule, isRequired: isRequired)
    reference = (
      "\(.reference(relationship.target, onDelete: action))",
      "\(.reference(relationship.target, onDelete: nil))"
    )
    obstacleToAdding = isRequired || key.isUnique ? "would all have the same or none" : nil
  }

  /// A complete line of CREATE TABLE.
  var definition: SQLText {
    let checks = (checks + groupChecks).map { " CHECK (\($0))" as SQLText }.joined(by: "")
    return """
      \(start)\(notNull)\(kept)\(reference?.whole ?? "")\(checks)
      """
  }

  /// A missing value with the column's type.
  var missing: SQLText { "\(.missing(type), of: [])" }

  /// The part of the definition that determines the storage. Definitions with the same part can
  /// replace each other without a write to the records.
  var storage: SQLText { "\(start)\(kept)\(reference?.target ?? "")" }

  /// The line for a table whose constraints are defined separately.
  var line: SQLText { "\(start)\(notNull)\(usual)" }

  /// The NOT NULL of a required column.
  var notNull: SQLText { isRequired ? " NOT NULL" : "" }

  private var start: SQLText { "\(name: name) \(columnType)" }

  var columnType: SQLText { "\(.columnType(type))" }

  /// The same definition with another name.
  func named(_ name: Name) -> ColumnDefinition {
    var column = self
    column.name = name
    return column
  }

  private var kept: SQLText { isUnique ? " UNIQUE\(usual)" : usual }

  /// The DEFAULT clause.
  var usual: SQLText { defaultValue.map { " DEFAULT \($0)" } ?? "" }

  /// A column for the keys of another table.
  static func key(_ name: Name) -> SQLText { "\(name: name) \(.columnType(keyType))" }

  static let keyType = AttributeType.integer(.int64)

  /// https://sqlite.org/lang_altertable.html, section 4: no UNIQUE, and no NOT NULL without a
  /// constant default.
  private static func obstacle(to attribute: Attribute) -> String? {
    if attribute.isUnique { return "would all have the same" }
    switch attribute.defaultOfNewRecords {
    case .moment, .newUUID, .newLowercasedUUID: return "would all have the same"
    case nil where !attribute.isOptional: return "would have none"
    default: return nil
    }
  }

  static func action(_ rule: Relationship.DeleteRule, isRequired: Bool) -> DeletionAction {
    switch rule {
    case .cascade: .cascade
    // A required foreign key cannot become NULL, so the record cannot be deleted.
    case .nullify: isRequired ? .restrict : .setNull
    case .deny: .restrict
    case .noAction: .none
    }
  }
}

extension Entity {
  /// A query for the records whose value violates the attribute's CHECK: their keys and values. Nil
  /// if the attribute has no CHECK.
  package func refused(_ attribute: Attribute, in dialect: any Dialect) -> SQLText? {
    attribute.check(in: dialect).map { check in
      """
      SELECT \(name: keyColumn), \(name: attribute.column)\(rows(where: "NOT (\(check))"))
      """
    }
  }
}

extension Schema {
  /// True if the relationship prevents deletion of a record that others refer to.
  package func blocksDeletion(_ relationship: Relationship) -> Bool {
    if relationship.foreignKey == nil { return false }
    switch ruleOfOtherSide(of: relationship) {
    case .deny, .noAction: return true
    case .nullify: return relationship.cardinality == .toOne(isOptional: false)
    case .cascade: return false
    }
  }
}
