import FlagModel
import SQLText

/// The columns of to-one relationships.
extension ColumnPlanner {
  func column(_ relationship: Relationship) -> ColumnMigration? {
    guard
      let definition = ColumnDefinition(
        relationship: relationship, schema: diff.new, checks: GroupChecks(of: after))
    else { return nil }
    let links = LinkSource(of: relationship, in: after, diff)
    let isRequired =
      after.kindRule(ofColumn: definition.name)?.isRequired
      ?? (relationship.cardinality == .toOne(isOptional: false))
    let fill = fills.key(after, relationship)
    let copied = links?.copiedColumn(of: before)
    let copiedKey = copied.map { "\(name: $0)" as SQLText }
    let isKept = copiedKey.flatMap { links?.limit(ofKeys: $0) }
    let existingKey: SQLText =
      if let copiedKey, let isKept {
        "CASE WHEN \(isKept) THEN \(copiedKey) END"
      } else {
        copiedKey ?? links?.firstKey(of: before) ?? definition.missing
      }
    let value = fill.map { SQLText("coalesce(\(existingKey), \($0))") } ?? existingKey
    let old = links?.renamed(relationship, diff, before, formerChecks)
    var obstacle = definition.obstacleToAdding
    if fill != nil || links != nil { obstacle = "are given values" }
    return ColumnMigration(
      definition: definition, obstacleToAdding: obstacle, old: old, value: value,
      stored: "\(name: definition.name)",
      edit: copied != nil && fill == nil && isKept == nil ? .nothing : .impossible,
      dialect: dialect,
      checks: checks(relationship, links, existingKey, isRequired && fill == nil)
        + checks(ofFill: fill, relationship, existingKey), inspections: [])
  }

  /// The records that would refer to a record of another class.
  private func checks(
    ofFill fill: SQLText?, _ relationship: Relationship, _ value: SQLText
  ) -> [MigrationCheck] {
    guard let fill, let limit = LinkLimit(ofRecordsFor: relationship, in: after, diff) else {
      return []
    }
    let path: Name = "\(after.name).\(relationship.name)"
    let name = relationship.name.withArticle
    return [
      check(
        .obstacle, path, .other("would get \(name) that is not \(limit.target.withArticle)"),
        where: "\(value) IS NULL AND \(fill) NOT IN (\(limit.keys))", shows: fill,
        from: records(of: relationship), hint: "--fill \(path)=KEY")
    ]
  }

  private func records(of relationship: Relationship) -> SQLText? {
    relationship.foreignKey.flatMap { records(ofColumn: $0.column) }
  }

  private func checks(
    _ relationship: Relationship, _ links: LinkSource?, _ value: SQLText, _ mustHave: Bool
  ) -> [MigrationCheck] {
    let path: Name = "\(after.name).\(relationship.name)"
    var checks: [MigrationCheck] = []
    let isSure = links?.isRequiredColumn(of: before) == true && links?.limits.isEmpty == true
    if mustHave, !isSure {
      checks.append(
        check(
          .obstacle, path, .other("would have no \(relationship.name)"), where: "\(value) IS NULL",
          shows: "NULL", from: records(of: relationship), hint: "--fill \(path)=KEY"))
    }
    guard let links, links.copiedColumn(of: before) == nil || relationship.isUniqueColumn else {
      return checks
    }
    if links.copiedColumn(of: before) == nil {
      let count: SQLText = """
        (SELECT count(*) FROM \(links.rows) WHERE own = \(links.key(of: before)))
        """
      checks.append(
        check(
          .loss, path, .have("more than one \(relationship.name), of which only the first is kept"),
          where: "\(count) > 1", shows: count))
    }
    if relationship.isUniqueColumn, !links.isUnique {
      let twice: SQLText = """
        \(value) IN (SELECT other FROM \(links.rows) GROUP BY 1 HAVING count(*) > 1)
        """
      checks.append(
        check(
          .obstacle, path, .other("have the \(relationship.name) of another record"), where: twice,
          shows: value, hint: "change the equal values first"))
    }
    return checks
  }
}
