package import FlagModel
package import SQLText

/// One line of CREATE TABLE: a column, its type, and what every client must respect.
struct ColumnDefinition {
  let name: Name
  let definition: String
  /// The part that decides how values are stored. Definitions that share it can take each other's
  /// place in the text of a table, without a record being written.
  let storage: String
  /// Why it cannot be added to a table that has records, in words that follow a record's name.
  let obstacleToAdding: String?

  /// Besides its own demands a part of an optional struct has those of the struct.
  init(attribute: Attribute, groupChecks: [String] = [], dialect: some Dialect) {
    name = attribute.column
    let type = "\(dialect.quoted(attribute.column)) \(dialect.columnType(of: attribute.type))"
    var kept = attribute.isUnique ? " UNIQUE" : ""
    if let value = Self.defaultValue(of: attribute) {
      kept += " DEFAULT \(dialect.expression(of: value))"
    }
    let checks = Self.checks(of: attribute, in: dialect)
    let own = checks.isEmpty ? [] : [checks.joined(separator: " AND ")]
    let check = (own + groupChecks).map { " CHECK (\($0))" }.joined()
    definition = type + (attribute.isOptional ? "" : " NOT NULL") + kept + check
    storage = type + kept
    obstacleToAdding = Self.obstacle(to: attribute)
  }

  /// A to-one relationship that is kept here; what happens when the other record goes is said by
  /// the other side, which is the one that owns or does not own.
  init?(relationship: Relationship, schema: Schema, dialect: some Dialect) {
    let rule = schema.ruleOfOtherSide(of: relationship)
    self.init(relationship: relationship, rule: rule, dialect: dialect)
  }

  init?(relationship: Relationship, rule: Relationship.DeleteRule, dialect: some Dialect) {
    guard case .column(let isUnique) = relationship.storage else { return nil }
    name = relationship.name
    let kind = dialect.columnType(of: .integer(.int64))
    let type = "\(dialect.quoted(relationship.name)) \(kind)"
    let isRequired = relationship.cardinality == .toOne(isOptional: false)
    let kept =
      (isUnique ? " UNIQUE" : "") + " REFERENCES \(dialect.enclosed(relationship.target))"
    let action = " ON DELETE \(Self.action(rule, isRequired: isRequired))"
    definition = type + (isRequired ? " NOT NULL" : "") + kept + action
    storage = type + kept
    obstacleToAdding = isRequired || isUnique ? "would all have the same or none" : nil
  }

  /// https://sqlite.org/lang_altertable.html, section 4: no UNIQUE, and no NOT NULL without a
  /// constant default.
  private static func obstacle(to attribute: Attribute) -> String? {
    if attribute.isUnique { return "would all have the same" }
    switch defaultValue(of: attribute) {
    case .now, .newUUID: return "would all have the same"
    case nil where !attribute.isOptional: return "would have none"
    default: return nil
    }
  }

  /// Flags that nobody sets are none, so a required column of them has a default of 0.
  static func defaultValue(of attribute: Attribute) -> DefaultValue? {
    if let value = attribute.defaultValue { return value == .value(.null) ? nil : value }
    if case .flags = attribute.type, !attribute.isOptional { return .value(.integer(0)) }
    return nil
  }

  private static func action(_ rule: Relationship.DeleteRule, isRequired: Bool) -> String {
    switch rule {
    case .cascade: "CASCADE"
    // A required key cannot become NULL: the record that it points to stays.
    case .nullify: isRequired ? "RESTRICT" : "SET NULL"
    case .deny: "RESTRICT"
    case .noAction: "NO ACTION"
    }
  }

  static func checks(of attribute: Attribute, in dialect: some Dialect) -> [String] {
    let name = dialect.quoted(attribute.column)
    var checks: [String] = []
    if let check = dialect.typeCheck(of: attribute.type, column: attribute.column) {
      checks.append(check)
    }
    if let bounds = attribute.validity.bounds {
      if let lower = bounds.lower { checks.append("\(name) >= \(dialect.literal(lower))") }
      if let upper = bounds.upper {
        checks.append("\(name) \(bounds.includesUpper ? "<=" : "<") \(dialect.literal(upper))")
      }
    }
    if let length = attribute.validity.length {
      let upper = length.upperBound
      checks.append(
        upper == .max
          ? "length(\(name)) >= \(length.lowerBound)"
          : "length(\(name)) BETWEEN \(length.lowerBound) AND \(upper)")
    }
    return checks
  }
}

extension Entity {
  /// A query for the keys of the records whose value of an attribute its CHECK refuses, and for
  /// those values; nil where the attribute has no CHECK.
  package func refused(_ attribute: Attribute, in dialect: some Dialect) -> SQLText? {
    let checks = ColumnDefinition.checks(of: attribute, in: dialect)
    if checks.isEmpty { return nil }
    let check = SQLText(segments: [.text(checks.joined(separator: " AND "))])
    return """
      SELECT \(name: keyColumn), \(name: attribute.column) FROM \(name: name) WHERE NOT (\(check))
      """
  }
}

extension Schema {
  /// Whether a record cannot go while others refer to it by this relationship of theirs.
  package func blocksDeletion(_ relationship: Relationship) -> Bool {
    guard case .column = relationship.storage else { return false }
    switch ruleOfOtherSide(of: relationship) {
    case .deny, .noAction: return true
    case .nullify: return relationship.cardinality == .toOne(isOptional: false)
    case .cascade: return false
    }
  }

}
