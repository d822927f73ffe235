import Engines
import FlagModel
import ModelText
import SQLText

// Names of tables and columns in a sidecar that somebody has edited.

extension Sidecar {
  /// Throws for each table and column that it names and the file does not have, with its place. It is
  /// asked at each start, so that the engine only looks into what it knows of the tables.
  func requireNames(in connection: any Connection) throws {
    var unknown: [(entity: Entity, name: NameOfTable)] = []
    for entity in schema.entities {
      for name in entity.namesOfTables(in: schema)
      where !connection.has(name.table, column: name.column) {
        unknown.append((entity, name))
      }
    }
    if unknown.isEmpty { return }
    var search = NameSearch(reader: connection, schema: schema)
    let missing = try unknown.compactMap {
      try search.diagnostic(for: $0.name, of: $0.entity, in: source)
    }
    if !missing.isEmpty { throw Diagnostics(missing) }
  }
}

/// A name that a model has for a table or for a column of it.
private struct NameOfTable {
  let table: Name
  /// Nil for the table itself.
  var column: Name?
  /// The property that names it; nil for the entity.
  var property: Name?
}

extension Entity {
  /// The names of the entity's own, the table before its columns.
  fileprivate func namesOfTables(in schema: Schema) -> [NameOfTable] {
    let table = source.table
    var names = [NameOfTable(table: table)]
    let columns: [Name?] = [source.key?.column, source.key?.ofRecord, source.kinds?.column]
    names += columns.compactMap(\.self).map { NameOfTable(table: table, column: $0) }
    for property in properties {
      guard case .relationship(let relationship) = property else {
        names += property.attributes.map {
          NameOfTable(table: table, column: $0.column, property: property.name)
        }
        continue
      }
      names += relationship.columns(of: self, in: schema).map { table, column in
        NameOfTable(table: table, column: column, property: property.name)
      }
    }
    return names
  }
}

extension EntitySource.Key {
  fileprivate var ofRecord: Name? { if case .hidden(_, let key) = self { key } else { nil } }
}

extension Relationship {
  /// The columns that keep it, and a table of pairs before these.
  fileprivate func columns(of owner: Entity, in schema: Schema) -> [(table: Name, column: Name?)] {
    let own = owner.source.table
    let target = schema.entity(named: target)?.source.table ?? own
    switch storage {
    case .column(let key):
      return [(own, key.column)] + (key.otherColumn.map { [(target, $0)] } ?? [])
    case .inverse(let key):
      return [(target, key.column)] + (key.order.map { [(target, $0)] } ?? [])
    case .joinTable(let join):
      let columns: [Name?] = [nil, join.ownColumn, join.otherColumn]
      return (columns + (join.order.map { [$0] } ?? [])).map { (join.name, $0) }
    }
  }
}

/// Looks for names among views and virtual tables too, each of which is asked for its columns once.
private struct NameSearch {
  let reader: any Connection
  let schema: Schema
  private var tables: [TableShape]?
  private var columns: [Name.Folded: [Name]?] = [:]
  private var places: NamedTables?

  init(reader: any Connection, schema: Schema) { (self.reader, self.schema) = (reader, schema) }

  /// The error about a name; nil if the file has it, or what has its columns cannot be read.
  mutating func diagnostic(
    for name: NameOfTable, of entity: Entity, in source: SourceText
  ) throws(EngineError) -> Diagnostic? {
    let tables: [TableShape]
    if let known = self.tables { tables = known } else { tables = try reader.tableNames() }
    self.tables = tables
    let folded = name.table.folded
    guard let table = tables.first(where: { $0.name.folded == folded }) else {
      // The table itself is told of.
      if name.column != nil { return nil }
      return Diagnostic(
        "the \(reader.identity == nil ? "file" : "schema") has no table '\(name.table)'",
        at: place(of: name.table, name, entity, source),
        hint: .name(for: name.table, in: tables.map(\.name), orAll: "its tables are"))
    }
    guard let column = name.column, let columns = try columns(of: table),
      !columns.contains(where: { $0.folded == column.folded })
    else { return nil }
    return Diagnostic(
      "'\(table.name)' has no column '\(column)'", at: place(of: column, name, entity, source),
      hint: .name(for: column, in: columns, orAll: "its columns are"))
  }

  /// The columns of a table or view; nil if it cannot be read.
  private mutating func columns(of table: TableShape) throws(EngineError) -> [Name]? {
    if let known = columns[table.name.folded] { return known }
    var names: [Name]?
    do throws(EngineError) {
      names = try reader.columns(of: table.name).map(\.name)
    } catch {
      if error.isInterrupt || error.isCorruption { throw error }
    }
    columns[table.name.folded] = .some(names)
    return names
  }

  private mutating func place(
    of word: Name, _ name: NameOfTable, _ entity: Entity, _ source: SourceText
  ) -> SourcePlace? {
    let places = places ?? NamedTables(in: source)
    self.places = places
    // Inherited ones are named where they are declared.
    return schema.line(of: entity).reversed().lazy.compactMap {
      places.place(of: word, in: $0.name, property: name.property)
    }.first
  }
}
