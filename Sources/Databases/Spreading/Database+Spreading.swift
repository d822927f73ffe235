package import Engines
package import FlagModel
import Migrations
internal import PlainText
import Queries
package import SQLText

/// Partitions, and tables on several worker nodes.
extension Database {
  /// The distribution of an entity's records; nil if they are in one table on one server.
  package func spread(of entity: Entity) -> TableSpread? {
    dialect.spreads[schema.root(of: entity).name]
  }

  /// Prepares partitions and distributed tables of a model before any table is created.
  static func prepare(
    _ requests: [SpreadRequest], of schema: Schema, in connection: any Connection, _ name: String
  ) throws {
    if requests.isEmpty { return }
    guard let spreading = connection.spreading else { throw spreadsNothing(name) }
    let spreads = try refused { try schema.spreads(requests) }
    try spreading.spread(spreads)
    let faults = spreadFaults(connection.dialect.spreads, of: schema, in: connection.dialect)
    if !faults.isEmpty { throw MigrationRefusal(reasons: faults) }
  }

  package static func spreadsNothing(_ name: String) -> DatabaseError {
    DatabaseError(
      .refused, "'\(name)' is a file, which stores each entity in one table",
      hint: "only a database on a server has partitions and worker nodes", outcome: .unchanged)
  }

  package static func refused<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as ValueError {
      throw DatabaseError(.refused, error.message, hint: error.hint, outcome: .unchanged)
    }
  }

  /// Places the tables that a new model adds. A new entity with a required reference to a
  /// distributed entity goes to the same worker nodes, because no other place is possible.
  package func placeTables(of new: Schema) throws {
    let spreads = dialect.spreads
    guard spreads.others == .everyMachine, let spreading = connection.spreading else { return }
    var added: [Name: TableSpread] = [:]
    for entity in new.tables.entities
    where spreads.tables[entity.name] == nil && schema.entity(named: entity.name) == nil {
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
    guard let spreading = connection.spreading, !connection.isInTransaction else { return }
    for (table, spread) in dialect.spreads.tables {
      guard case .partitions = spread else { continue }
      do {
        let count = try spreading.waiting(in: table, atMost: Self.mostMoved + 1)
        guard count > 0, try spreading.mayMakePartitions(of: table) else { continue }
        if count > Self.mostMoved {
          note(
            "more than \(groupedDigits(Self.mostMoved)) records of \(table) are in no partition: "
              + "\(quotedCommand("flagdb", "define", path, "partition", table.text)) creates "
              + "the missing ones")
          continue
        }
        _ = try migrating { _ in (schema, try spreading.makePartitions(of: table)) }
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

  // MARK: Restrictions

  /// Throws if a change sets keys that the server cannot check for uniqueness, or moves records to
  /// other worker nodes.
  package func requireFixed(
    _ columns: some Sequence<Name>, of entity: Entity, isNew: Bool
  ) throws(DatabaseError) {
    guard !kind.isForeign, let spread = spread(of: entity), let column = spread.column else {
      return
    }
    if isNew, hasKeysOfServer(entity), columns.contains(entity.keyColumn) {
      throw DatabaseError(
        .refused,
        "the keys of '\(entity.name)' are assigned by the server alone, because it is "
          + "\(spread.isOfMachines ? "distributed" : "partitioned") by '\(entity.name(ofColumn: column))'",
        hint: "leave out '\(entity.keyColumn)'", outcome: .unchanged)
    }
    if !isNew, spread.isOfMachines, columns.contains(column) {
      throw DatabaseError(
        .refused,
        "'\(entity.name(ofColumn: column))' \(Self.reasonOfPlace(entity))",
        hint: Self.hintOfPlace, outcome: .unchanged)
    }
  }

  package func hasKeysOfServer(_ entity: Entity) -> Bool {
    spread(of: entity)?.column.map { $0 != entity.keyColumn } ?? false
  }

  package static func reasonOfPlace(_ entity: Entity) -> String {
    "selects the worker node of a record of '\(entity.name)', and cannot change"
  }

  package static let hintOfPlace: Hint = "delete the record, and insert it again"
}
