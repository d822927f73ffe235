package import FlagModel
package import Predicates
package import SQLText

/// The keys of the records that a change selects, in a temporary table. So each of its statements
/// changes the same records, although earlier ones change what the condition reads.
package struct ChosenRecords: Hashable, Sendable {
  private static let table: Name = "flagdb_chosen"
  private static let key: Name = "flagdb_key"

  private let entity: Entity
  private let predicate: Predicate

  package init(_ entity: Entity, _ predicate: Predicate) {
    self.entity = entity
    self.predicate = predicate
  }

  /// Without the index, SQLite reads the whole table for each record of the entity.
  package var creation: [SQLText] {
    [
      """
      CREATE TEMP TABLE \(name: Self.table) AS \
      SELECT \(name: entity.keyColumn) AS \(name: Self.key)\(entity.rows(where: predicate))
      """,
      "CREATE UNIQUE INDEX flagdb_chosen_key ON \(name: Self.table) (\(name: Self.key))",
    ]
  }

  package var removal: SQLText { "DROP TABLE \(name: Self.table)" }

  /// The condition for the records.
  package var condition: Predicate {
    let chosen = Scope(number: 1, table: Self.table, key: Self.key, isNumbered: entity.isNumbered)
    let link = Link(
      kind: .inverse(.init(column: Self.key)), name: Self.table,
      from: Scope(number: 0, of: entity), to: chosen)
    return .exists(Records(links: [link]))
  }
}
