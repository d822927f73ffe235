import FlagModel
import SQLText

/// The place that the model of a database comes from: the table that a database of ours carries, or,
/// in a file of others, the tables and views themselves.
struct ModelSource {
  let connection: Connection
  let path: String
  let isOurs: Bool

  /// The model in force, and a number that differs when it has changed.
  func newest() throws -> (version: Int64, schema: Schema) {
    if isOurs { return try ModelTable(connection: connection, path: path).newest() }
    guard case .integer(let version)? = try version() else { return (0, .empty) }
    return (version, SchemaOfTables.schema(of: try tables()))
  }

  /// The tables and views of a file of others.
  func tables() throws(SQLiteError) -> [TableShape] {
    try TableReader(connection: connection).tables()
  }

  /// The number alone.
  func version() throws(SQLiteError) -> Value? {
    try connection.value(isOurs ? "SELECT max(version) FROM flagdb_model" : "PRAGMA schema_version")
  }
}
