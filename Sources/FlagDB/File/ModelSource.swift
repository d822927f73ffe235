import FlagModel
internal import ManagedModels
import SQLText

/// The place that the model of a database comes from: the table that a database of ours carries, or,
/// in a file of others, the tables and views themselves, or what Core Data says of them.
struct ModelSource {
  let connection: Connection
  let path: String
  let isOurs: Bool
  /// Models of Core Data that a user has given.
  var packages: [ModelPackage] = []

  /// The model in force, and a number that differs when it has changed.
  func newest() throws -> (version: Int64, schema: Schema) {
    if isOurs { return try ModelTable(connection: connection, path: path).newest() }
    guard case .integer(let version)? = try version() else { return (0, .empty) }
    let tables = try tables()
    let layout = try CoreDataStore(connection, tables)?.layout(packages)
    return (version, layout?.schema ?? SchemaOfTables.schema(of: tables))
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
