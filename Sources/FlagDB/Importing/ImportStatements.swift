import FlagModel
import Migrations
internal import PlainText
import Queries
import SQLText

/// The prepared statements of an import, and how the cells of its records are bound to them.
final class ImportStatements {
  /// The most records of one statement. Measured: 8 are twice as fast as one, and more than 32 gain
  /// nothing.
  private static let most = 32
  /// Far below what SQLite takes.
  private static let mostBindings = 2_000

  let capacity: Int
  private let layout: ImportLayout
  /// The fields that have a column, and with it a binding.
  private let bound: [Int]
  private let bulk: BulkStatements
  private let all: Statement?
  private let one: Statement
  private let connection: Connection
  /// The field by which records are found that are to be changed.
  private let keyField: Int?
  /// For each choice of given fields that has been met.
  private var updates: [[Int]: Statement] = [:]
  private var upserts: [[Int]: Statement] = [:]

  init(_ layout: ImportLayout, _ conflict: ImportConflict, in database: Database) throws {
    self.layout = layout
    bound = layout.bound
    bulk = layout.statements
    connection = database.connection
    keyField =
      if case .update(let key) = conflict {
        layout.fields.firstIndex { $0.column == key }
      } else { nil }
    let single: BulkStatements.Conflict =
      switch conflict {
      case .stop, .update: .abort
      case .leaveOut: .leaveOut
      case .replace: .replace
      }
    one = try connection.prepare(bulk.insert(rows: 1, onConflict: single))
    let many = max(1, min(Self.most, Self.mostBindings / max(bulk.width, 1)))
    guard try Self.canBeMany(layout, conflict, in: database) else {
      capacity = 1
      all = nil
      return
    }
    if case .update(let key) = conflict {
      // Without its index, as on a table that was empty, SQLite does not take the key for unique.
      let probe = bulk.insert(rows: 1, onConflict: .update([], by: key))
      capacity = (try? connection.prepare(probe)) == nil || keyField == nil ? 1 : many
      all = nil
    } else {
      capacity = many
      all = try connection.prepare(
        bulk.insert(rows: capacity, onConflict: conflict == .stop ? .fail : single))
    }
  }

  /// True if one statement may insert several records. False if each record must tell its own
  /// outcome: any unique value may mean another record, a record may refer to one before it, or
  /// triggers of others would run under the statement's OR FAIL.
  private static func canBeMany(
    _ layout: ImportLayout, _ conflict: ImportConflict, in database: Database
  ) throws -> Bool {
    if conflict == .replace || layout.statements.width == 0 { return false }
    let refersToItself = layout.fields.contains {
      if case .relationship(let other) = $0 { other.target == layout.entity.name } else { false }
    }
    if refersToItself { return false }
    return try !database.hasForeignTriggers(on: layout.entity)
  }

  // MARK: Running

  /// Inserts as many rows as the capacity is; answers how many of them were taken.
  func insertAll(_ rows: inout StoredRow) throws(SQLiteError) -> Int64 {
    guard let all else { return 0 }
    try withCells(of: &rows) { (cells, bytes) throws(SQLiteError) in
      for row in 0..<capacity {
        let first = row * bulk.width + 1
        try bind(bound, of: row, cells, bytes, to: all, from: first)
      }
      try all.runAgain()
    }
    return connection.changes
  }

  /// Inserts as many rows as the capacity is, or changes the records that they mean, all or none of
  /// them; answers how many were inserted.
  func upsertAll(_ rows: inout StoredRow, given: [Int]) throws(SQLiteError) -> Int64 {
    guard let upsert = try preparedUpsert(given) else { return 0 }
    return try connection.insertions(into: layout.entity.source.table) { () throws(SQLiteError) in
      try withCells(of: &rows) { (cells, bytes) throws(SQLiteError) in
        for row in 0..<capacity {
          try bind(bound, of: row, cells, bytes, to: upsert, from: row * bulk.width + 1)
        }
        try upsert.runAgain()
      }
    }
  }

  private func preparedUpsert(_ given: [Int]) throws(SQLiteError) -> Statement? {
    if let statement = upserts[given] { return statement }
    guard let keyField, let key = layout.fields[keyField].column else { return nil }
    if upserts.count > 100 { upserts.removeAll() }
    let columns = given.compactMap { layout.fields[$0].column }
    let statement = try connection.prepare(
      bulk.insert(rows: capacity, onConflict: .update(columns, by: key)))
    upserts[given] = statement
    return statement
  }

  /// Inserts one of the rows; answers its key, or nil where it was left out.
  func insert(_ row: Int, of rows: inout StoredRow) throws(SQLiteError) -> Int64? {
    try withCells(of: &rows) { (cells, bytes) throws(SQLiteError) in
      try bind(bound, of: row, cells, bytes, to: one, from: 1)
      return try one.runAgain()
    }
  }

  /// Changes the record that a row means, if it is there; answers its key.
  func update(
    _ row: Int, of rows: inout StoredRow, given: [Int]
  ) throws(SQLiteError) -> Int64? {
    guard let keyField, let key = layout.fields[keyField].column else { return nil }
    let statement = try preparedUpdate(given, by: key)
    return try withCells(of: &rows) { (cells, bytes) throws(SQLiteError) in
      try bind(given, of: row, cells, bytes, to: statement, from: 1)
      let last = given.count + layout.fixed.count + 1
      try bind([keyField], of: row, cells, bytes, to: statement, from: last)
      return try statement.runAgain()
    }
  }

  /// The fields that a record gives to one that is there.
  func given(_ given: [Bool]?) -> [Int] {
    bound.filter { $0 != keyField && given?[$0] != false }
  }

  private func preparedUpdate(_ given: [Int], by key: Name) throws(SQLiteError) -> Statement {
    if let statement = updates[given] { return statement }
    // Objects may have any of their members, in more ways than statements can be kept.
    if updates.count > 100 { updates.removeAll() }
    let columns = given.compactMap { layout.fields[$0].column }
    let statement = try connection.prepare(bulk.update(columns, by: key))
    updates[given] = statement
    return statement
  }

  /// Binds fields of a row. What all records have was bound when the statement was prepared.
  private func bind(
    _ fields: [Int], of row: Int, _ cells: UnsafeBufferPointer<StoredRow.Cell>,
    _ bytes: UnsafePointer<UInt8>, to statement: Statement, from first: Int
  ) throws(SQLiteError) {
    let start = row * layout.fields.count
    var index = Int32(first)
    for field in fields {
      try statement.bind(cells[start + field], in: bytes, at: index)
      index += 1
    }
  }

  private func withCells<Result>(
    of rows: inout StoredRow,
    _ body: (UnsafeBufferPointer<StoredRow.Cell>, UnsafePointer<UInt8>) throws(SQLiteError) ->
      Result
  ) throws(SQLiteError) -> Result {
    // Without any bytes there might be no address, which SQLite takes for NULL.
    if rows.bytes.isEmpty { rows.bytes.append(0) }
    return try rows.cells.withUnsafeBufferPointer { (cells) throws(SQLiteError) in
      try rows.bytes.withUnsafeBufferPointer { (bytes) throws(SQLiteError) in
        guard let start = bytes.baseAddress else { throw connection.failure() }
        return try body(cells, start)
      }
    }
  }
}

extension Database {
  func greatestKey(of entity: Entity) throws -> Int64 {
    try integer("SELECT max(\(name: entity.keyColumn)) FROM \(name: entity.source.table)") ?? .min
  }

  /// True if a table has triggers that the model does not demand.
  func hasForeignTriggers(on entity: Entity) throws -> Bool {
    try !foreignTriggers(on: entity).isEmpty
  }

  /// Why a record is not in that no constraint refused: a trigger said RAISE(IGNORE).
  func wordsOfKeepingOut(_ entity: Entity) throws -> (message: String, hint: Hint?) {
    let names = try foreignTriggers(on: entity)
    return (
      "a trigger on \(entity.name) keeps the record out",
      names.isEmpty ? nil : "flagdb did not make \(listedInQuotes(names))"
    )
  }

  private func foreignTriggers(on entity: Entity) throws -> [String] {
    let ours = Set(schemaObjects(.trigger, of: schema, in: connection.dialect).map(\.sql))
    let triggers = try connection.prepare(
      """
      SELECT sql, name FROM sqlite_schema \
      WHERE type = 'trigger' AND tbl_name = \(.text(entity.source.table.text)) COLLATE NOCASE
      """)
    var names: [String] = []
    while try triggers.step() {
      if case .text(let sql) = triggers.value(at: 0), ours.contains(sql) { continue }
      if case .text(let name) = triggers.value(at: 1) { names.append(name) }
    }
    return names
  }
}
