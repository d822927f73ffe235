internal import CSQLite
import FlagModel
import SQLText

// Names of tables and columns in a sidecar that somebody has edited.

extension Sidecar {
  /// Throws for each table and column that it names and the file does not have, with its place. It is
  /// asked at each start, so that SQLite only looks into what it knows of the tables.
  func requireNames(in connection: Connection) throws {
    var missing: [Diagnostic] = []
    var places: NamedTables?
    for entity in schema.entities {
      for name in entity.namesOfTables(in: schema) where !connection.has(name) {
        let known = places ?? NamedTables(in: source)
        places = known
        if let one = try connection.diagnostic(for: name, of: entity, in: schema, known) {
          missing.append(one)
        }
      }
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

extension Connection {
  /// True if a table or its column is there; false also for a view, of which SQLite knows less.
  fileprivate func has(_ name: NameOfTable) -> Bool {
    sqlite3_table_column_metadata(
      handle, "main", name.table.text, name.column?.text, nil, nil, nil, nil, nil) == SQLITE_OK
  }

  /// The error about a name; nil if a view or a virtual table has it, or cannot be read.
  fileprivate func diagnostic(
    for name: NameOfTable, of entity: Entity, in schema: Schema, _ places: NamedTables
  ) throws(SQLiteError) -> Diagnostic? {
    let reader = TableReader(connection: self)
    let folded = name.table.folded
    guard let table = try reader.names().first(where: { $0.name.folded == folded }) else {
      if name.column != nil { return nil }
      return Diagnostic(
        "the file has no table '\(name.table)'",
        at: place(of: name.table, name, entity, schema, places),
        hint: .name(for: name.table, in: try reader.names().map(\.name), orAll: "its tables are"))
    }
    guard let column = name.column else { return nil }
    do throws(SQLiteError) {
      let columns = try reader.columns(of: table.name).map(\.name)
      if columns.contains(where: { $0.folded == column.folded }) { return nil }
      return Diagnostic(
        "'\(table.name)' has no column '\(column)'",
        at: place(of: column, name, entity, schema, places),
        hint: .name(for: column, in: columns, orAll: "its columns are"))
    } catch {
      if error.isInterrupt || error.isCorruption { throw error }
      return nil
    }
  }

  private func place(
    of word: Name, _ name: NameOfTable, _ entity: Entity, _ schema: Schema, _ places: NamedTables
  ) -> SourcePlace? {
    // Inherited ones are named where they are declared.
    schema.line(of: entity).reversed().lazy.compactMap {
      places.place(of: word, in: $0.name, property: name.property)
    }.first
  }
}
