import Databases
import Engines
import FlagModel
import Migrations

/// Disables the CHECKs of a table during its lifetime. The import has already checked each value by
/// the model, and the CHECKs would take longer than everything else.
final class CheckedValues {
  private let connection: any Connection

  /// Nil if the table differs from the model, because its CHECKs may then demand more.
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
