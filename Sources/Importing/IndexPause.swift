import Databases
import Engines
import FlagModel
import Migrations
import SQLText

/// The indexes of an empty table, which are built faster once it is filled. It all happens in one
/// transaction, so that nobody ever sees the table without them.
struct IndexPause {
  private let indexes: [SchemaObject]

  /// Takes the indexes of a table away, if it has no records; only those that the model demands
  /// and that are as it says.
  init(_ entity: Entity, of database: Database) throws {
    let connection = database.connection
    // Without its statement, an index could not be created again.
    guard connection.keepsStatements,
      try connection.value("SELECT 1 FROM \(name: entity.source.table) LIMIT 1") == nil
    else {
      indexes = []
      return
    }
    indexes = try schemaObjects(
      .index, of: database.schema, in: connection.dialect, on: entity.source.table
    ).filter { object in
      guard object.table == entity.source.table else { return false }
      return try connection.definition(of: nil, object.name) == object.sql
    }
    for index in indexes { try connection.run("DROP INDEX \(name: index.name)") }
  }

  func end(in connection: any Connection) throws {
    for index in indexes { try connection.execute(index.sql) }
  }
}
