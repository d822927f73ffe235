package import Engines
import FlagModel
import ForeignModels
import SQLText

/// The part of a model that a command needs.
package enum ModelNeed: Hashable, Sendable {
  /// The complete current model.
  case whole
  /// The current model, or else the newest readable one, adapted to the current tables.
  case mostRecent
  /// No model.
  case none
}

/// The source of the model. A flagdb database has a table with its model. A foreign database is
/// described by its tables and views, or by the data of Core Data.
package struct ModelSource {
  let connection: any Connection
  let path: String
  var kind = DatabaseKind.own
  /// The models that the user gives for a foreign database.
  package var givenModels = GivenModels()
  /// Nil in a program that reads no Core Data stores.
  var stores: (any StoreReader)?
  var need = ModelNeed.whole

  /// The current model, and a number that differs after a change.
  func newest() throws -> (version: Int64, schema: Schema) {
    if kind.storesModel { return try newestOfModelTable() }
    guard case .integer(let version)? = try version() else { return (0, .empty) }
    return (version, try foreignSchema())
  }

  private func newestOfModelTable() throws -> (version: Int64, schema: Schema) {
    let table = ModelTable(connection: connection, path: path)
    let newest: (version: Int64, schema: Schema)
    do {
      newest = try table.newest()
    } catch  where need != .whole && !(error is EngineError) {
      if try !table.isDefined {
        if need == .none { return (0, .empty) }
        throw error
      }
      let number: Int64 = if case .integer(let number)? = try version() { number } else { 0 }
      if need == .none { return (number, .empty) }
      return (number, try mostRecent(of: table.all()))
    }
    if need != .none { try requireTables(of: newest.schema) }
    return newest
  }

  /// Throws if the model names a view as a table. A view can run without end, and any file can carry the mark of
  /// flagdb.
  private func requireTables(of schema: Schema) throws {
    let views = Set(try connection.viewNames().map(\.folded))
    if views.isEmpty { return }
    let joins = schema.entities.flatMap(\.relationships).compactMap(\.joinTable?.name)
    let tables = schema.tables.entities.map(\.source.table) + joins
    if let view = tables.first(where: { views.contains($0.folded) }) {
      throw DatabaseError(
        .damaged, "'\(view)' of '\(path)' is a view, but the model declares a table",
        hint: "restore a backup")
    }
  }

  /// The newest readable model, adapted to the current tables.
  private func mostRecent(of models: [ModelVersion]) throws(EngineError) -> Schema {
    var logNames: [Name] = []
    if try AuditLog(of: connection) != nil {
      logNames = [LogNames.log, LogNames.changes, LogNames.pending]
    }
    let tables = try tables().filter { table in
      // The join table of a list without an inverse has no rowid.
      (table.kind == .table || table.kind == .withoutRowID) && !logNames.contains(table.name)
    }
    let model = models.last { $0.schema != nil }?.schema ?? .empty
    return model.fitted(to: tables, and: SchemaOfTables.schema(of: tables))
  }

  /// The mistakes in the current model; nil if it is valid.
  func mistakes() throws(EngineError) -> Diagnostics? {
    guard kind.storesModel, need != .whole else { return nil }
    do {
      _ = try ModelTable(connection: connection, path: path).newest()
      return nil
    } catch let error as Diagnostics {
      return error
    } catch let error as EngineError {
      throw error
    } catch {
      return Diagnostics([Diagnostic((error as? DatabaseError)?.message ?? "it is not a model")])
    }
  }

  /// The model of a foreign database: that of its tables or of Core Data, with the names that the
  /// user gave.
  private func foreignSchema() throws -> Schema {
    var schema = try adoptedSchema()
    if givenModels.schemas.isEmpty { return schema }
    let plain = try kind.sidecar.map { _ in try plainSchema(tables()) }
    for model in givenModels.schemas { schema = try schema.named(by: model, over: plain) }
    return schema
  }

  /// The model of a foreign database with the names of its sidecar.
  private func adoptedSchema() throws -> Schema {
    let sidecar = kind.sidecar
    // Another model of the store may describe other data than the sidecar does.
    let isStoreGiven = kind.isCoreData && !givenModels.storeModels.isEmpty
    if let sidecar, !isStoreGiven,
      sidecar.fingerprint == (try connection.fingerprint(by: stores))
    {
      try sidecar.requireNames(in: connection)
      return try notingCollations(in: sidecar.schema)
    }
    let tables = try tables()
    let schema = try plainSchema(tables)
    guard let sidecar else { return schema }
    if kind.isCoreData { return try schema.named(by: sidecar.schema) }
    return sidecar.schema.fitted(to: tables, and: schema)
  }

  /// The model that the tables or the store of Core Data describe.
  private func plainSchema(_ tables: [TableShape]) throws -> Schema {
    try store(of: tables)?.schema ?? SchemaOfTables.schema(of: tables)
  }

  /// Adds the columns that may order texts in another way than by code points, which a sidecar does not name.
  private func notingCollations(in schema: Schema) throws(EngineError) -> Schema {
    var entities: [Entity] = []
    for entity in schema.entities {
      var source = entity.source
      for attribute in entity.attributes where attribute.type == .string {
        source.collations[attribute.column] = try connection.collation(
          of: attribute.column, in: source.table)
      }
      entities.append(entity.having(entity.properties, source))
    }
    return Schema(types: schema.types, entities: entities)
  }

  /// The description of a Core Data store by its own tables; nil for other databases.
  package func store(
    of tables: [TableShape], _ more: GivenModels = GivenModels()
  ) throws -> StoreDescription? {
    guard kind.isCoreData else { return nil }
    guard let stores else {
      if need == .none { return nil }
      throw UnreadableStore(path: path)
    }
    return try stores.description(of: connection, tables, more.joined(with: givenModels))
  }

  /// The tables and views of a foreign database.
  package func tables() throws(EngineError) -> [TableShape] { try connection.tables() }

  /// Only the number from `newest`.
  func version() throws(EngineError) -> Value? {
    if kind.storesModel { return try connection.value(ModelTable.versionQuestion) }
    return try connection.version()
  }
}
