package import Databases
import Engines
package import FlagModel
package import Migrations
import SQLText
import UserSQL

/// A table, index, trigger or view that differs from the model, because another program changed it.
package struct Drift: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case missing
    case changed
    /// Another program created it, and the model does not have it.
    case foreign
  }

  package let kind: Kind
  package let object: SchemaObject
  /// The differences, as far as they are known.
  package private(set) var details: [String] = []

  /// `the table 'Sample' does not match the model: it also has the column 'extra'`
  package var message: String {
    let what = "the \(object.kind) '\(object.name)'"
    switch kind {
    case .missing: return "\(what) is missing"
    case .changed where details.isEmpty: return "\(what) does not match the model"
    case .changed:
      return "\(what) does not match the model: \(details.joined(separator: ", "))"
    case .foreign: return "\(what) is not in the model"
    }
  }
}

/// Compares the objects of a database with those of a model.
package struct DriftFinder {
  private let database: Database

  package init(_ database: Database) { self.database = database }

  /// Compares the objects of the file with those of a model. Foreign objects come last, in the
  /// order of their creation. They are included only if they belong to tables of the model or may
  /// read them.
  package func drift(from schema: Schema) throws -> [Drift] {
    let objects = try database.objects()
    let expected =
      try schemaObjects(of: schema, in: database.dialect) + database.auditObjects(of: schema)
    let names = Dictionary(grouping: objects, by: \.name)
    let changes = try expected.compactMap { object -> Drift? in
      let namesakes = names[object.name] ?? []
      // A foreign key may have the same name as its index.
      guard let present = namesakes.first(where: { $0.kind == object.kind }) ?? namesakes.first
      else { return Drift(kind: .missing, object: object) }
      let isMade = database.connection.keepsStatements && object.isEquivalent(to: present.sql)
      if present.kind == object.kind, isMade { return nil }
      let entity = schema.tables.entity(named: object.name)
      let details = try differences(of: present, from: object, entity)
      // Without stored statements, only different columns show a change.
      if !database.connection.keepsStatements, details.isEmpty { return nil }
      return Drift(kind: .changed, object: present, details: details)
    }
    let expectedNames = Set(expected.map(\.name))
    let tables = Set(expected.filter { $0.kind == .table }.map(\.name))
    let foreign = objects.filter { object in
      guard !expectedNames.contains(object.name) else { return false }
      switch object.kind {
      case .table: return false
      case .index, .reference: return tables.contains(object.table)
      case .trigger, .view: return true
      }
    }
    return changes + foreign.map { Drift(kind: .foreign, object: $0) }
  }

  /// The foreign objects with names of flags or cases, including foreign tables.
  package func objectsWithWords(besides schema: Schema) throws -> [SchemaObject] {
    try objects(besides: schema).filter { KeptWords($0.sql) != nil }
  }

  /// The tables, views, triggers and indexes that neither the model nor the audit log needs: `the table 'own'`.
  package func wordsOfObjects(besides schema: Schema) throws -> [String] {
    try objects(besides: schema)
      .filter { $0.kind != .reference }
      .map { "the \($0.kind) '\($0.name)'" }
  }

  private func objects(besides schema: Schema) throws -> [SchemaObject] {
    let expected =
      try schemaObjects(of: schema, in: database.dialect) + database.auditObjects(of: schema)
    let names = Set(expected.map(\.name))
    return try database.objects().filter { !names.contains($0.name) }
  }

  /// The additional and missing columns of a table.
  private func differences(
    of present: SchemaObject, from object: SchemaObject, _ entity: Entity?
  ) throws -> [String] {
    guard present.kind == object.kind else { return ["it is a \(present.kind)"] }
    guard object.kind == .table, let entity else { return [] }
    let expected = [entity.keyColumn] + entity.columnProperties.compactMap(\.column)
    let columns = Set(try database.columns(of: entity))
    let words =
      columns.subtracting(expected).sorted().map { "it also has the column '\($0)'" }
      + expected.filter { !columns.contains($0) }.map { "it lacks the column '\($0)'" }
    if database.connection.keepsStatements { return words }
    return try words + differentTypes(of: entity)
  }

  /// The columns whose types differ from the model.
  private func differentTypes(of entity: Entity) throws -> [String] {
    let columns = try database.translated {
      try database.connection.columns(of: entity.source.table)
    }
    return entity.attributes.compactMap { attribute in
      let type = ("\(.columnType(attribute.type))" as SQLText).script(in: database.dialect)
      guard let column = columns.first(where: { $0.name == attribute.column }),
        attribute.column != entity.keyColumn, column.declaredType != type
      else { return nil }
      return "its column '\(column.name)' has the type \(column.declaredType), not \(type)"
    }
  }
}
