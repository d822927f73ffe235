import FlagModel
import SQLText

/// Columns that only some kinds of records have. Other kinds lose their values, and these kinds
/// must get a value if it is required.
extension ColumnPlanner {
  func keepingKinds(_ column: ColumnMigration, of property: Property) -> ColumnMigration {
    guard let rule = after.kindRules.first(where: { $0.column == column.name }),
      let isOfKind = after.isOfKind(rule)
    else { return column }
    let former = formerKindRule(of: property)
    let isNew = column.old == nil
    let kinds = Set(rule.kinds)
    let mapping = KindMapping(from: before, to: after, diff)
    let formerKinds = former.map { mapping.new(of: $0.kinds) }
    var isNarrowed = !isNew
    if let formerKinds, kinds.isSuperset(of: mapping.kept(formerKinds)) { isNarrowed = false }
    let isGained =
      rule.isRequired && mayLack(property, former, kinds: mapping.kept(rule.kinds), formerKinds)
    if !isNarrowed, !isGained { return column }
    var value = column.stored
    var checks = column.checks
    if isNarrowed { checks += losses(column, of: property, rule) }
    if isGained {
      if let givenValue = valueOfMissing(property, rule) {
        value = "coalesce(\(column.stored), \(givenValue))"
      } else {
        checks += obstacles(column, of: property, rule)
      }
    }
    return ColumnMigration(
      definition: column.definition, obstacleToAdding: "are given values", old: column.old,
      value: column.value, stored: "CASE WHEN \(isOfKind) THEN \(value) END", edit: .impossible,
      dialect: dialect, checks: checks, inspections: column.inspections)
  }

  private func formerKindRule(of property: Property) -> KindRule? {
    let old = pairing.old(of: property.name)
    return before.kindRules.first { $0.property == old }
  }

  /// True if some records of these kinds can have no value.
  private func mayLack(
    _ property: Property, _ former: KindRule?, kinds: Set<Value>, _ formerKinds: [Value]?
  ) -> Bool {
    // There are no records of new kinds.
    if kinds.isEmpty { return false }
    if former?.isRequired == true { return !Set(formerKinds ?? []).isSuperset(of: kinds) }
    guard former == nil, let old = pairing.old(of: property.name) else { return true }
    if let was = before.attribute(named: old) { return was.isOptional }
    return before.relationship(named: old)?.cardinality != .toOne(isOptional: false)
  }

  /// The value for the records that have none.
  private func valueOfMissing(_ property: Property, _ rule: KindRule) -> SQLText? {
    switch property {
    case .attribute(let attribute):
      if let value = fills.value(after, attribute) { return "\(value, of: attribute.type)" }
      return rule.defaultValue.map { constant($0, of: attribute.type) }
    case .relationship(let relationship): return fills.key(after, relationship)
    case .group: return nil
    }
  }

  /// The condition in the old table for records of these kinds, or of all other kinds.
  private func wasOfKind(_ rule: KindRule, isNegated: Bool) -> SQLText {
    guard let kind = before.kindColumn else { return isNegated ? "TRUE" : "FALSE" }
    let kinds = KindMapping(from: before, to: after, diff).old(of: rule.kinds)
    if isNegated { return "\(name: kind) NOT IN \(list: kinds)" }
    return "\(name: kind) IN \(list: kinds)"
  }

  private func losses(
    _ column: ColumnMigration, of property: Property, _ rule: KindRule
  ) -> [MigrationCheck] {
    guard let old = column.old?.name else { return [] }
    return [
      check(
        .loss, "\(after.name).\(property.name)",
        .have(
          "\(property.name.withArticle), which only \(listed(kindNames(rule), "and")) can have"),
        where: "\(name: old) IS NOT NULL AND \(wasOfKind(rule, isNegated: true))",
        shows: "\(name: old)")
    ]
  }

  private func obstacles(
    _ column: ColumnMigration, of property: Property, _ rule: KindRule
  ) -> [MigrationCheck] {
    let isMissing: SQLText = column.old.map { "\(name: $0.name) IS NULL AND " } ?? ""
    let path: Name = "\(after.name).\(property.name)"
    return [
      check(
        .obstacle, path, .other("would have no \(property.name)"),
        where: "\(isMissing)\(wasOfKind(rule, isNegated: false))", shows: "NULL",
        hint: "give them a value: --fill \(path)=VALUE")
    ]
  }

  private func kindNames(_ rule: KindRule) -> [Name] {
    KindMapping(from: before, to: after, diff).names(of: rule.kinds)
  }
}
