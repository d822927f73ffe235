import Engines
import FlagModel
import Migrations
import SQLText

/// As long as this lives, the engine does not evaluate the CHECKs of a table that is as the model says:
/// they say no more than was checked of each value before, and take longer than all the rest.
final class CheckedValues {
  private let connection: any Connection

  /// Nil where the table has been changed, and may demand what the model does not.
  init?(_ entity: Entity, of database: Database) throws {
    let table = entity.source.table
    let definition = schemaObjects(
      .table, of: database.schema, in: database.dialect, on: table
    ).first { $0.name == table }
    let stored = try database.connection.definition(of: "table", table)
    guard let definition, let stored,
      stored.utf8.elementsEqual(definition.sql.utf8)
    else { return nil }
    connection = database.connection
    try connection.trustValues()
  }

  deinit { connection.evaluateChecks() }
}
