import FlagModel
import SQLText

/// Columns that only some kinds of records have. They are planned as their class declares them, for
/// the records of these kinds; records of other kinds lose their values.
extension ColumnPlanner {
  /// The old records that will have a column, as a table; nil if all will.
  func records(ofColumn column: Name) -> SQLText? {
    guard let rule = after.kindRule(ofColumn: column) else { return nil }
    let isOfKind = kinds.will(have: rule.kinds)
    // The conditions may name the table.
    return "(SELECT * FROM \(table: table) WHERE \(isOfKind)) AS \(table: table)"
  }

  /// The old records that will have a column, or all.
  func allRecords(ofColumn column: Name) -> SQLText {
    records(ofColumn: column) ?? "\(table: table)"
  }

  /// The old attribute as the old classes declare it. It is optional if some of the records that
  /// will have the new one had none.
  func declared(_ was: Attribute, before attribute: Attribute) -> Attribute {
    var declared = before.declared(was)
    if !hadAll(attribute) { declared.isOptional = true }
    return declared
  }

  /// The old kinds with an attribute or relationship.
  private func formerKinds(of property: Name) -> [Value] {
    let old = pairing.old(of: property)
    return before.kindRules.first { $0.property == old }?.kinds ?? kinds.old
  }

  /// True if all records that will have an attribute had it before.
  func hadAll(_ attribute: Attribute) -> Bool {
    let rule = after.kindRule(ofColumn: attribute.column)
    let now = rule.map { kinds.old(of: $0.kinds) } ?? kinds.old
    return Set(formerKinds(of: attribute.name)).isSuperset(of: now)
  }

  /// The condition for records of the old kinds with an attribute.
  func hadIt(_ attribute: Attribute) -> SQLText { kinds.isOld(formerKinds(of: attribute.name)) }

  /// The column with values only in records of its kinds.
  func keepingKinds(_ column: ColumnMigration, of property: Property) -> ColumnMigration {
    guard let rule = after.kindRule(ofColumn: column.name), var isOfKind = after.isOfKind(rule)
    else { return column }
    // The kind of a record is NULL here if it is removed.
    if kinds.takeOthers(rule.kinds), let kind = after.kindColumn {
      isOfKind = "(\(isOfKind) OR \(name: kind) IS NULL)"
    }
    let isNarrowed =
      column.old != nil
      && !Set(kinds.old(of: rule.kinds)).isSuperset(of: formerKinds(of: property.name))
    if !isNarrowed, !isGivenToAll(column, of: property, rule) { return column }
    return ColumnMigration(
      definition: column.definition, obstacleToAdding: "are given values", old: column.old,
      value: column.value, stored: "CASE WHEN \(isOfKind) THEN \(column.stored) END",
      edit: .impossible, dialect: dialect,
      checks: column.checks + (isNarrowed ? losses(column, of: property, rule) : []),
      inspections: column.inspections, conversions: column.conversions)
  }

  /// True if records of other kinds would also get a value.
  private func isGivenToAll(
    _ column: ColumnMigration, of property: Property, _ rule: KindRule
  ) -> Bool {
    if column.old == nil { return column.value != column.definition.missing }
    let isFilled =
      switch property {
      case .attribute(let attribute): fills.value(after, attribute) != nil
      case .relationship(let relationship): fills.key(after, relationship) != nil
      case .group: false
      }
    return isFilled || rule.isRequired && column.stored != "\(name: column.name)"
  }

  private func losses(
    _ column: ColumnMigration, of property: Property, _ rule: KindRule
  ) -> [MigrationCheck] {
    guard let old = column.old?.name else { return [] }
    let owners = listed(kinds.names(of: rule.kinds), "and")
    return [
      check(
        .loss, "\(after.name).\(property.name)",
        .have("\(property.name.withArticle), which only \(owners) can have"),
        where: "\(name: old) IS NOT NULL AND \(kinds.will(have: rule.kinds, isNegated: true))",
        shows: "\(name: old)")
    ]
  }
}
