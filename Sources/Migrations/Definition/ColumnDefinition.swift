package import FlagModel
import Predicates
package import SQLText

/// A column: its type, and what every client must respect.
struct ColumnDefinition {
  private(set) var name: Name
  let type: AttributeType
  let isRequired: Bool
  let isUnique: Bool
  /// The value of a record that is given none.
  let defaultValue: SQLText?
  /// Its own CHECKs, and those of the optional structs and the kinds of records that it belongs to.
  let checks: [SQLText]
  let groupChecks: [SQLText]
  /// The reference of a foreign key, and the same without its action.
  private let reference: (whole: SQLText, target: SQLText)?
  /// Why it cannot be added to a table that has records, in words that follow a record's name.
  let obstacleToAdding: String?

  /// Besides its own demands a part of an optional struct has those of the struct.
  init(attribute: Attribute, groupChecks: [SQLText] = [], in dialect: any Dialect) {
    name = attribute.column
    type = attribute.type
    isRequired = !attribute.isOptional
    isUnique = attribute.isUnique
    defaultValue = attribute.defaultOfNewRecords.map { $0.sql(of: attribute.type) }
    checks = attribute.check(in: dialect).map { [$0] } ?? []
    self.groupChecks = groupChecks
    reference = nil
    obstacleToAdding = Self.obstacle(to: attribute)
  }

  /// A to-one relationship that is kept here; what happens when the other record goes is said by
  /// the other side, which is the one that owns or does not own.
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

  /// A line of CREATE TABLE with all that there is to say.
  var definition: SQLText {
    let checks = (checks + groupChecks).map { " CHECK (\($0))" as SQLText }.joined(by: "")
    return """
      \(start)\(keyword: isRequired ? " NOT NULL" : "")\(kept)\(reference?.whole ?? "")\(checks)
      """
  }

  /// No value of the column.
  var missing: SQLText { "\(.missing(type), of: [])" }

  /// The part that decides how values are stored. Definitions that share it can take each other's
  /// place in the text of a table, without a record being written.
  var storage: SQLText { "\(start)\(kept)\(reference?.target ?? "")" }

  /// The line where constraints stand by themselves.
  var line: SQLText { "\(start)\(keyword: isRequired ? " NOT NULL" : "")\(usual)" }

  private var start: SQLText { "\(name: name) \(columnType)" }

  var columnType: SQLText { "\(.columnType(type))" }

  /// The same by another name.
  func named(_ name: Name) -> ColumnDefinition {
    var column = self
    column.name = name
    return column
  }

  private var kept: SQLText { "\(keyword: isUnique ? " UNIQUE" : "")\(usual)" }

  /// The text that gives a record its value which is given none.
  var usual: SQLText { defaultValue.map { " DEFAULT \($0)" } ?? "" }

  /// A column that holds keys of another table.
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
    // A required key cannot become NULL: the record that it points to stays.
    case .nullify: isRequired ? .restrict : .setNull
    case .deny: .restrict
    case .noAction: .none
    }
  }
}

extension Entity {
  /// A query for the keys of the records whose value of an attribute its CHECK refuses, and for
  /// those values; nil where the attribute has no CHECK.
  package func refused(_ attribute: Attribute, in dialect: any Dialect) -> SQLText? {
    attribute.check(in: dialect).map { check in
      """
      SELECT \(name: keyColumn), \(name: attribute.column)\(rows(where: "NOT (\(check))"))
      """
    }
  }
}

extension Schema {
  /// True if a record cannot go while others refer to it by this relationship of theirs.
  package func blocksDeletion(_ relationship: Relationship) -> Bool {
    if relationship.foreignKey == nil { return false }
    switch ruleOfOtherSide(of: relationship) {
    case .deny, .noAction: return true
    case .nullify: return relationship.cardinality == .toOne(isOptional: false)
    case .cascade: return false
    }
  }
}
