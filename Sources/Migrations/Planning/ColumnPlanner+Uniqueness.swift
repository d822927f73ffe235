import FlagModel
import SQLText

/// Checks of a migration for attributes that must be unique together.
extension ColumnPlanner {
  /// The checks for duplicates, for a new unique constraint or for values that change.
  func uniqueChecks(_ columns: [ColumnMigration]) -> [MigrationCheck] {
    let formerUniques = before.uniques.map { $0.map { pairing.new(of: $0) ?? "" } }
    let key: SQLText = "\(name: before.keyColumn)"
    let values = columns.map { "\($0.value) AS \(name: $0.name)" as SQLText }
    let converted: SQLText = "SELECT \(([key] + values).joined(by: ", ")) FROM \(table: table)"
    return after.uniques.compactMap { names in
      let parts = names.compactMap { name in
        let column = after.attribute(named: name)?.column ?? name
        return columns.first { $0.name == column }
      }
      let isKept =
        formerUniques.contains(names) && parts.allSatisfy { $0.old != nil && $0.keepsValues }
      guard parts.count == names.count, let first = parts.first, !isKept else { return nil }
      let list = parts.map { "\(name: $0.name)" as SQLText }
      let stored = parts.map { "\($0.stored) AS \(name: $0.name)" as SQLText }.joined(by: ", ")
      let records = rows("SELECT \(key), \(stored) FROM \(.rows, of: converted, "flagdb_records")")
      return check(
        .obstacle, after.name,
        .other(
          "have the \(names.joined(separator: ", ")) of another record, but these become unique together"
        ),
        where: """
          (\(list.joined(by: ", "))) IN (SELECT \(list.joined(by: ", ")) FROM \(records) \
          WHERE \(list.map { "\($0) IS NOT NULL" as SQLText }.joined(by: " AND ")) \
          GROUP BY \(list.joined(by: ", ")) HAVING count(*) > 1)
          """,
        shows: "\(name: first.name)", from: records, hint: "change the equal values first")
    }
  }
}
