import Engines
package import FlagModel
package import Migrations

extension Database {
  /// The objects of the file in the order of their creation, without the engine's own.
  package func objects() throws -> [SchemaObject] {
    let models = Name(ModelTable.name)
    return try translated { try connection.objects() }.compactMap { object in
      let name = Name(object.name)
      guard name != models, !connection.isInternal(object),
        let kind = SchemaObject.Kind(rawValue: object.kind),
        let sql = object.sql ?? (connection.keepsStatements ? nil : "")
      else { return nil }
      return SchemaObject(kind, name, on: Name(object.table), sql)
    }
  }

  /// The statements that created the tables, views, indexes and triggers of the file, or those of
  /// one table.
  package func definitions(of table: Name?) throws -> [String] {
    try read { try objects() }
      .filter { (table ?? $0.table).folded == $0.table.folded }
      .map(\.sql)
  }

  /// In the order of the table.
  package func columns(of entity: Entity) throws -> [Name] {
    try translated { try connection.columns(of: entity.source.table) }
      .filter { !$0.isGenerated }.map(\.name)
  }
}

extension Connection {
  /// True if the database contains exactly what the model needs. The mark in the file header does
  /// not guarantee that.
  func hasNothing(but schema: Schema) throws -> Bool {
    let audit = AuditObjects(schema: schema, dialect: dialect)
    let present = try objects().filter { $0.name != ModelTable.name }
    let hasLog = present.contains { $0.name == AuditObjects.log.text }
    var expected = schemaObjects(of: schema, in: dialect)
    if hasLog { expected += audit.lasting + audit.triggers }
    let objects = Dictionary(expected.map { ($0.name, $0) }) { first, _ in first }
    return present.allSatisfy { object in
      guard let sql = object.sql else { return true }
      return objects[Name(object.name)]?.isEquivalent(to: sql) == true
    }
  }
}
