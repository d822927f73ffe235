import Engines
import FlagModel
import ManagedModels
import SQLText

/// The place that the model of a database comes from: the table that a database of ours carries, or,
/// in a file of others, the tables and views themselves, or what Core Data says of them.
struct ModelSource {
  let connection: any Connection
  let path: String
  let isOurs: Bool
  /// The models of a file of others that stand elsewhere.
  var outside = OutsideModels()

  /// The model in force, and a number that differs when it has changed.
  func newest() throws -> (version: Int64, schema: Schema) {
    if isOurs { return try ModelTable(connection: connection, path: path).newest() }
    guard case .integer(let version)? = try version() else { return (0, .empty) }
    return (version, try schemaOfOthers())
  }

  /// The model of a file of others: that of its tables, or of Core Data, with the names that a user
  /// gives.
  private func schemaOfOthers() throws -> Schema {
    let isStore = try connection.isCoreDataStore()
    let isGiven = !outside.given.schemas.isEmpty || isStore && !outside.given.packages.isEmpty
    let sidecar = isGiven ? nil : outside.sidecar
    if let sidecar, sidecar.fingerprint == (try connection.fingerprint()) {
      try sidecar.requireNames(in: connection)
      return sidecar.schema
    }
    let tables = try tables()
    var schema = try layout(of: tables)?.schema ?? SchemaOfTables.schema(of: tables)
    for given in outside.given.schemas { schema = try schema.named(by: given) }
    guard let sidecar else { return schema }
    return isStore
      ? try schema.named(by: sidecar.schema) : sidecar.schema.fitted(to: tables, and: schema)
  }

  /// The account that a Core Data store gives of itself; nil for another file.
  func layout(
    of tables: [TableShape], _ more: GivenModels = GivenModels()
  ) throws(EngineError) -> StoreLayout? {
    try CoreDataStore(connection, tables)?.layout(
      more.packages + outside.given.packages,
      types: (more.schemas + outside.given.schemas).flatMap(\.types))
  }

  /// The tables and views of a file of others.
  func tables() throws(EngineError) -> [TableShape] {
    try connection.tables()
  }

  /// The number alone.
  func version() throws(EngineError) -> Value? {
    try isOurs
      ? connection.value("SELECT max(version) FROM flagdb_model") : connection.version()
  }
}
