package import FlagModel
import Predicates
package import SQLText

/// One line of CREATE TABLE: a column, its type, and what every client must respect.
struct ColumnDefinition {
  let name: Name
  let definition: SQLText
  /// The part that decides how values are stored. Definitions that share it can take each other's
  /// place in the text of a table, without a record being written.
  let storage: SQLText
  /// Why it cannot be added to a table that has records, in words that follow a record's name.
  let obstacleToAdding: String?

  /// Besides its own demands a part of an optional struct has those of the struct.
  init(
    attribute: Attribute, groupChecks: [SQLText] = [], in dialect: any Dialect = SQLiteDialect()
  ) {
    name = attribute.column
    let type: SQLText = "\(name: attribute.column) \(.columnType(attribute.type))"
    var kept: SQLText = attribute.isUnique ? " UNIQUE" : ""
    if let value = attribute.defaultOfNewRecords {
      kept += " DEFAULT \(value.sql(of: attribute.type))"
    }
    let checks = (attribute.check(in: dialect).map { [$0] } ?? []) + groupChecks
    let check = checks.map { " CHECK (\($0))" as SQLText }.joined(by: "")
    definition = "\(type)\(keyword: attribute.isOptional ? "" : " NOT NULL")\(kept)\(check)"
    storage = "\(type)\(kept)"
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
    let type = Self.key(key.column)
    let isRequired = relationship.cardinality == .toOne(isOptional: false)
    let unique: SQLText = key.isUnique ? " UNIQUE" : ""
    let action = Self.action(rule, isRequired: isRequired)
    let check = checks[key.column].map { " CHECK (\($0))" as SQLText }.joined(by: "")
    let start: SQLText = "\(type)\(keyword: isRequired ? " NOT NULL" : "")\(unique)"
    definition = "\(start)\(.reference(relationship.target, onDelete: action))\(check)"
    storage = "\(type)\(unique)\(.reference(relationship.target, onDelete: nil))"
    obstacleToAdding = isRequired || key.isUnique ? "would all have the same or none" : nil
  }

  /// A column that holds keys of another table.
  static func key(_ name: Name) -> SQLText {
    "\(name: name) \(.columnType(.integer(.int64)))"
  }

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
