package import Engines
import FlagModel
import ModelText

// Checks the table and column names in a sidecar that a user has edited.

extension Sidecar {
  /// Throws if the sidecar names a table or column that the file lacks, and gives the place in the
  /// text. This runs at each start, so it only uses the engine's knowledge of the tables.
  package func requireNames(in connection: any Connection) throws {
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

/// A table or column name in a model.
private struct NameOfTable {
  let table: Name
  /// The column; nil for the table itself.
  var column: Name?
  /// The property with that column; nil for the entity.
  var property: Name?
}

extension Entity {
  /// The table of the entity, and then the columns of the entity itself.
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
  /// The columns that store the relationship. If it has a join table, that table comes first.
  fileprivate func columns(of owner: Entity, in schema: Schema) -> [(table: Name, column: Name?)] {
    let table = owner.source.table
    let target = schema.entity(named: target)?.source.table ?? table
    switch storage {
    case .column(let key):
      guard let otherColumn = key.otherColumn else { return [(table, key.column)] }
      return [(table, key.column), (target, otherColumn)]
    case .inverse(let key):
      guard let order = key.order else { return [(target, key.column)] }
      return [(target, key.column), (target, order)]
    case .joinTable(let join):
      var columns: [Name?] = [nil, join.ownColumn, join.otherColumn]
      if let order = join.order { columns.append(order) }
      return columns.map { (join.name, $0) }
    }
  }
}

/// Also searches views and virtual tables, and reads the columns of each only once.
private struct NameSearch {
  let reader: any Connection
  let schema: Schema
  private var tables: [TableShape]?
  private var columns: [Name.Folded: [Name]?] = [:]
  private var places: NamedTables?

  init(reader: any Connection, schema: Schema) {
    self.reader = reader
    self.schema = schema
  }

  /// The error for a missing name; nil if the name exists, or if the columns cannot be read.
  mutating func diagnostic(
    for name: NameOfTable, of entity: Entity, in source: SourceText
  ) throws(EngineError) -> Diagnostic? {
    let tables: [TableShape]
    if let cached = self.tables { tables = cached } else { tables = try reader.tableNames() }
    self.tables = tables
    let folded = name.table.folded
    guard let table = tables.first(where: { $0.name.folded == folded }) else {
      // The error for the table itself covers its columns.
      if name.column != nil { return nil }
      let owner = reader.identity == nil ? "file" : "schema"
      return Diagnostic(
        "the \(owner) has no table '\(name.table)'",
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

  /// The columns of a table or view; nil if they cannot be read.
  private mutating func columns(of table: TableShape) throws(EngineError) -> [Name]? {
    if let cached = columns[table.name.folded] { return cached }
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
    // An inherited name is reported at its declaration.
    return schema.line(of: entity).reversed().lazy.compactMap {
      places.place(of: word, in: $0.name, property: name.property)
    }.first
  }
}
