import Engines
package import FlagModel
package import Queries

/// Inserts records of one entity one by one, with a statement that is prepared once.
package final class RecordInsertion {
  private let database: Database
  private let entity: Entity
  private let columns: [Name]
  /// Nil for a foreign table.
  private let statement: (any Statement)?
  /// Updates the record with the same key or unique value, for engines whose INSERT needs the name of the constraint.
  private let replacement: (any Statement)?

  fileprivate init(
    _ database: Database, _ entity: Entity, _ columns: [Name], _ conflict: InsertConflict
  ) throws {
    self.database = database
    self.entity = entity
    self.columns = columns
    let isForeign = try ForeignTableRules(database).tableToChange(entity, columns: columns) != nil
    if isForeign, conflict != .stop {
      throw DatabaseError(
        .refused,
        "'\(entity.name)' is a table of another program, whose rules for conflicts flagdb does not replace",
        hint: "look the record up first, and then insert or update it", outcome: .unchanged)
    }
    let bulk = BulkStatements(entity, columns, keys: entity.keyForms(in: database.schema))
    let changed = columns.filter { $0 != entity.keyColumn }
    let connection = database.connection
    let replaces = conflict == .update && connection.isRemote && !changed.isEmpty
    let clause = replaces ? .abort : conflict.clause(changed)
    let sql = bulk.insert(rows: 1, onConflict: clause)
    statement = isForeign ? nil : try database.translated { try connection.prepare(sql) }
    if replaces {
      let sql = bulk.replacement(keepingOthers: true)
      replacement = try database.translated { try connection.prepare(sql) }
    } else {
      replacement = nil
    }
  }

  /// Inserts a record with a cell for each column, and returns its key; NULL if it was left out. Call it within
  /// `write`.
  package func insert(_ row: inout StoredRow) throws -> Value {
    guard let statement else {
      let change = try database.change(of: entity, assignments(row))
      return try database.insert(into: entity, change).key
    }
    let places = Array(row.cells.indices)
    let connection = database.connection
    do throws(EngineError) {
      try connection.requireUsable()
      let key = try connection.attempt { () throws(EngineError) in
        if let key = try replacement?.runForValue(binding: &row, places) { return key }
        return try statement.runForValue(binding: &row, places) ?? .null
      }
      if hasKey(row) { try connection.continueKeys(of: entity.source.table, entity.keyColumn) }
      return key
    } catch {
      let refusal = try RefusalExplainer(database).explained(error, entity, assignments(row))
      throw (refusal as? EngineError).map(database.explained) ?? refusal
    }
  }

  /// True if the record has a given key.
  private func hasKey(_ row: StoredRow) -> Bool {
    guard let place = columns.firstIndex(of: entity.keyColumn) else { return false }
    if case .integer = row.cells[place] { return true }
    return false
  }

  private func assignments(_ row: StoredRow) -> [Assignment] {
    zip(columns, row.cells).map { column, cell in
      Assignment(column: column, isOptional: true, change: .set(row.value(of: cell)))
    }
  }
}

/// The action for a single record if another one has its key or one of its unique values.
package enum InsertConflict: Hashable, Sendable {
  /// It is an error.
  case stop
  case leaveOut
  /// The existing record gets the values of the given columns, and keeps its key.
  case update

  fileprivate func clause(_ columns: [Name]) -> BulkStatements.Conflict {
    switch self {
    case .stop: .abort
    case .leaveOut: .leaveOut
    case .update: .replace(columns)
    }
  }
}

extension Database {
  /// Prepares inserts with values in these columns. It is valid while the model stays the same.
  package func insertion(
    into entity: Entity, columns: [Name], onConflict conflict: InsertConflict = .stop
  ) throws -> RecordInsertion {
    try RecordInsertion(self, entity, columns, conflict)
  }

  /// A change with values in the form of the model.
  package func change(of entity: Entity, _ assignments: [Assignment]) throws -> ResolvedChange {
    ResolvedChange(
      assignments: try translated { try ForeignTableRules(self).formed(assignments, of: entity) },
      links: [])
  }
}

extension Statement {
  /// Runs the statement with the cells of a record as its first values, and returns the first value
  /// of the first row. The bytes of the record are not copied.
  fileprivate func runForValue(
    binding row: inout StoredRow, _ places: [Int]
  ) throws(EngineError) -> Value? {
    // An empty buffer may have no address, and engines take a null address for NULL.
    if row.bytes.isEmpty { row.bytes.append(0) }
    return try row.bytes.withUnsafeBufferPointer { (bytes) throws(EngineError) in
      guard let start = bytes.baseAddress else { return nil }
      try row.cells.withUnsafeBufferPointer { (cells) throws(EngineError) in
        try bind(cells, places, in: start, from: 1)
      }
      return try runForValue()
    }
  }
}
