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
    let isRequired = relationship.cardinality == .toOne(isOptional: false)
    let fill = fills.key(after, relationship)
    let copied = links?.copiedColumn(of: before)
    let existingKey =
      links.map { copied.map { "\(name: $0)" } ?? $0.firstKey(of: before) }
      ?? definition.missing
    let value = fill.map { SQLText("coalesce(\(existingKey), \($0))") } ?? existingKey
    let old = links?.renamed(relationship, diff, before, formerChecks)
    var obstacle = definition.obstacleToAdding
    if fill != nil || links != nil { obstacle = "are given values" }
    return ColumnMigration(
      definition: definition, obstacleToAdding: obstacle, old: old, value: value,
      stored: "\(name: definition.name)",
      edit: copied != nil && fill == nil ? .nothing : .impossible, dialect: dialect,
      checks: checks(relationship, links, existingKey, isRequired && fill == nil), inspections: [])
  }

  private func checks(
    _ relationship: Relationship, _ links: LinkSource?, _ value: SQLText, _ mustHave: Bool
  ) -> [MigrationCheck] {
    let path: Name = "\(after.name).\(relationship.name)"
    var checks: [MigrationCheck] = []
    if mustHave, !(links?.isRequiredColumn(of: before) ?? false) {
      checks.append(
        check(
          .obstacle, path, .other("would have no \(relationship.name)"), where: "\(value) IS NULL",
          shows: "NULL", hint: "--fill \(path)=KEY"))
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
