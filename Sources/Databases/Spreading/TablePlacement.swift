import Engines
package import FlagModel
import Migrations
import SQLText

/// Puts tables on worker nodes, and records into partitions.
package struct TablePlacement {
  private let database: Database

  package init(_ database: Database) { self.database = database }

  /// Prepares partitions and distributed tables of a model before any table is created.
  static func prepare(
    _ requests: [SpreadRequest], of schema: Schema, in connection: any Connection, _ name: String
  ) throws {
    if requests.isEmpty { return }
    guard let spreading = connection.spreading else { throw Database.spreadsNothing(name) }
    let spreads = try Database.refused { try schema.spreads(requests) }
    try spreading.spread(spreads)
    let faults = spreadFaults(connection.dialect.spreads, of: schema, in: connection.dialect)
    if !faults.isEmpty { throw MigrationRefusal(reasons: faults) }
  }

  /// Places the tables that a new model adds. A new entity with a required reference to a
  /// distributed entity goes to the same worker nodes, because no other place is possible.
  package func placeTables(of new: Schema) throws {
    let spreads = database.dialect.spreads
    guard spreads.others == .everyMachine, let spreading = database.connection.spreading else {
      return
    }
    var added: [Name: TableSpread] = [:]
    for entity in new.tables.entities
    where spreads.tables[entity.name] == nil && database.schema.entity(named: entity.name) == nil {
      let columns = entity.relationships.compactMap { relationship -> Name? in
        guard relationship.cardinality == .toOne(isOptional: false),
          let target = new.tables.entity(named: relationship.target),
          spreads.tables[target.name] == .machines(by: target.keyColumn)
        else { return nil }
        return relationship.foreignKey?.column
      }
      if columns.count == 1 { added[entity.name] = .machines(by: columns[0]) }
    }
    if !added.isEmpty { try spreading.spread(added) }
  }

  // MARK: Partitions

  /// The number of records above which records move to partitions only on request.
  private static let mostMoved: Int64 = 100_000

  /// Creates missing partitions after each write, if this is fast and the user has the right.
  /// Records that are already outside of any partition are found too.
  func placeRecords() {
    guard let spreading = database.connection.spreading, !database.connection.isInTransaction else {
      return
    }
    for (table, spread) in database.dialect.spreads.tables {
      guard case .partitions = spread else { continue }
      do {
        let count = try spreading.waiting(in: table, atMost: Self.mostMoved + 1)
        guard count > 0, try spreading.mayMakePartitions(of: table) else { continue }
        if count > Self.mostMoved {
          database.note(
            "more than \(groupedDigits(Self.mostMoved)) records of \(table) are in no partition: "
              + "\(quotedCommand("flagdb", "define", database.path, "partition", table.text)) creates "
              + "the missing ones")
          continue
        }
        _ = try database.migrating { _ in (database.schema, try spreading.makePartitions(of: table))
        }
      } catch {
        // A long read blocks this; the next writer tries again.
        continue
      }
    }
  }

  /// Creates missing partitions in the transaction that creates the database.
  static func placeRecords(in connection: any Connection) throws(EngineError) {
    guard let spreading = connection.spreading else { return }
    for table in connection.dialect.spreads.tables.keys {
      _ = try spreading.makePartitions(of: table)
    }
  }
}
