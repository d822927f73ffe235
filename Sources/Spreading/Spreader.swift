package import Databases
import Engines
package import FlagModel
package import Migrations
import SQLText

/// Distributes the records of a database to partitions and worker nodes.
///
/// This module partitions and distributes tables of an existing database.
package struct Spreader: DatabaseWork {
  package let database: Database

  package init(_ database: Database) { self.database = database }

  /// Distributes the table of an entity that has no records yet.
  package func spread(_ request: SpreadRequest) throws {
    try database.requireAllowed(.changeTables)
    guard let spreading = connection.spreading else { throw Database.spreadsNothing(database.path) }
    try requireNoTransaction()
    try database.migrating { _ in
      let spreads = try Database.refused { try schema.spreads([request]) }
      let before = try objectsOfTables()
      for table in spreads.keys { try requireEmpty(table, request) }
      try spreading.spread(spreads)
      let faults = spreadFaults(dialect.spreads, of: schema, in: dialect)
      if !faults.isEmpty { throw MigrationRefusal(reasons: faults) }
      if try database.auditLog() != nil {
        try Database.requireOneMachine(dialect.spreads, database.path)
      }
      try Database.requireNames(of: schema, in: dialect)
      try remake(Set(spreads.keys), before)
      return (schema, ())
    }
  }

  private func requireNoTransaction() throws(DatabaseError) {
    guard connection.isInTransaction else { return }
    throw DatabaseError(
      .refused, "tables cannot be partitioned or distributed in a transaction",
      hint: "end the transaction first")
  }

  private func requireEmpty(_ table: Name, _ request: SpreadRequest) throws {
    guard try connection.value("SELECT 1 FROM \(name: table) LIMIT 1") != nil else { return }
    let option = request.unit == nil ? "distribute" : "partition"
    let word = request.unit.map { "\($0.rawValue)(\(request.property))" } ?? request.property.text
    throw DatabaseError(
      .refused, "'\(table)' has records, and only an empty table can be partitioned or distributed",
      hint: .words(
        quotedCommand("flagdb", "copy", database.path, "NEW", "--\(option)", "\(table)=\(word)")
          + " copies all records into an empty schema, partitioned or distributed"),
      outcome: .unchanged)
  }

  /// All objects of the tables, including the triggers of the audit log.
  private func objectsOfTables() throws -> [SchemaObject] {
    let ofLog = try database.auditObjects(of: schema).filter { $0.kind == .trigger }
    return schemaObjects(of: schema, in: dialect) + ofLog
  }

  /// Creates tables again with all their objects.
  private func remake(_ tables: Set<Name>, _ before: [SchemaObject]) throws {
    let after = try objectsOfTables()
    // A view of an entity does not have the name of its table.
    let views = Set(
      schema.entities.filter { tables.contains(schema.root(of: $0).name) }.map(\.viewName))
    var targets: Set<Name> = []
    for entity in schema.tables.entities
    where entity.relationships.contains(where: { tables.contains($0.target) }) {
      targets.insert(entity.name)
    }
    func isRemade(_ object: SchemaObject) -> Bool {
      switch object.kind {
      case .view: views.contains(object.name)
      case .reference: tables.contains(object.table) || targets.contains(object.table)
      case .table, .index, .trigger: tables.contains(object.table)
      }
    }
    let ofLog = Set(try database.auditObjects(of: schema).map(\.name))
    for object in before.reversed() where isRemade(object) {
      try connection.runAll(
        ofLog.contains(object.name)
          ? dialect.log.removal(of: object.name, on: object.table) : object.removal)
    }
    for object in after where isRemade(object) { try connection.execute(object.sql) }
    for comment in schemaComments(of: schema, in: dialect, on: tables) {
      try connection.execute(comment)
    }
  }

  /// Creates a partition for each period with records outside of any partition. Returns the names
  /// of the partitions.
  package func makePartitions(of entity: Entity) throws -> [Name] {
    try database.requireAllowed(.changeTables)
    let table = schema.root(of: entity).name
    guard let spreading = connection.spreading, case .partitions? = dialect.spreads[table] else {
      throw DatabaseError(
        .refused, "'\(entity.name)' is not partitioned",
        hint: connection.spreading == nil
          ? nil : "name a date, as in \(entity.name)=month(taken)")
    }
    try requireNoTransaction()
    return try database.migrating { _ in (schema, try spreading.makePartitions(of: table)) }
  }
}
