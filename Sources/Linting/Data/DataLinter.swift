package import Databases
import FlagModel
import Predicates
import Queries
import SQLText

/// Applies the rules for data to the flag columns of a database. Call it within `read`.
package struct DataLinter {
  private let database: Database
  private(set) var findings: [LintFinding] = []

  package static func findings(in database: Database) throws -> [LintFinding] {
    var linter = DataLinter(database)
    for entity in database.schema.tables.entities where entity.source.key != nil {
      try linter.lint(entity)
    }
    return linter.findings
  }

  private init(_ database: Database) { self.database = database }

  private mutating func lint(_ entity: Entity) throws {
    let columns = entity.attributes.compactMap { attribute -> FlagColumn? in
      guard attribute.field == nil, case .flags(let set) = attribute.type else { return nil }
      return FlagColumn(entity: entity, attribute: attribute, set: set, database: database.path)
    }
    for column in columns {
      findings += column.widthFindings()
      findings += column.findings(in: try counts(of: column))
    }
    for (index, column) in columns.enumerated() {
      for other in columns[(index + 1)...] where try isEqual(column, other) {
        findings.append(column.finding(equalTo: other))
      }
    }
  }

  /// The stored numbers of a column, each with its number of records.
  private func counts(of column: FlagColumn) throws -> [(value: Int64, count: Int64)] {
    let rows = try database.rows(StatisticsQuery(column.entity).combinations(of: column.attribute))
    var counts: [(value: Int64, count: Int64)] = []
    while try rows.next() {
      guard let value = rows.integer(at: 0), let count = rows.integer(at: 1) else { continue }
      counts.append((value, count))
    }
    return counts
  }

  /// True if two columns have the same flags in every record, and not always the same ones.
  private func isEqual(_ column: FlagColumn, _ other: FlagColumn) throws -> Bool {
    guard column.set == other.set else { return false }
    let (left, right) = (Term(column.attribute).sql, Term(other.attribute).sql)
    let different: SQLText =
      "NOT coalesce(\(left) = \(right), \(left) IS NULL AND \(right) IS NULL)"
    let rows = try database.rows("SELECT 1\(column.entity.rows(where: different)) LIMIT 1")
    if try rows.next() { return false }
    return try counts(of: column).count > 1
  }
}
