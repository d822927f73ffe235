import Engines
import FlagModel
import Migrations
import Queries
import SQLText

/// The prepared statements of an import, and how the cells of its records are bound to them.
final class ImportStatements {
  /// The most records of one statement. Measured: 8 are twice as fast as one, and more than 32 gain
  /// nothing.
  private static let most = 32
  /// Far below what SQLite takes.
  private static let mostBindings = 2_000

  /// The statements for records that give the same fields.
  private struct Insertion {
    let given: [Int]
    /// The fields whose columns are named.
    let fields: [Int]
    /// The numbers of bindings of the first record of a statement, and of each after it: what all records
    /// have may be bound once.
    let widths: (first: Int, next: Int)
    let one: any Statement
    /// Adds as many as the capacity is; nil if each record must tell its own outcome.
    let all: (any Statement)?
    /// Changes as many as the capacity is, where none can be added: they lack what a new one needs.
    let changes: (any Statement)?
    /// Adds a record unless another one is in its way.
    let probe: (any Statement)?

    /// The index of the first binding of a record that is added.
    func start(of row: Int) -> Int {
      row == 0 ? 1 : 1 + widths.first + (row - 1) * widths.next
    }
  }

  let capacity: Int
  private let layout: ImportLayout
  private let conflict: ImportConflict
  /// The fields that have a column, and with it a binding.
  private let bound: [Int]
  private let connection: any Connection
  /// The quicker way of the engine; nil if there is none for these records.
  private let loader: (any RecordLoader)?
  private let table: TableShape?
  /// The field by which records are found that are to be changed.
  private let keyField: Int?
  private var last: Insertion?
  private var insertions: [[Int]: Insertion] = [:]
  private var updates: [[Int]: (any Statement, last: Int)] = [:]

  /// - Parameter table: the table, if others made it.
  init(
    _ layout: ImportLayout, _ conflict: ImportConflict, of table: TableShape?,
    in database: Database
  ) throws {
    self.layout = layout
    self.conflict = conflict
    self.table = table
    bound = layout.bound
    connection = database.connection
    keyField =
      if case .update(let key) = conflict {
        layout.fields.firstIndex { $0.column == key }
      } else { nil }
    let bulk = layout.statements
    loader =
      conflict == .stop && table == nil && bulk.hasColumnsOnly ? connection.loader : nil
    let many = max(1, min(Self.most, Self.mostBindings / max(bulk.width, 1)))
    guard try Self.canBeMany(layout, conflict, of: table, in: database) else {
      capacity = 1
      last = try insertion(bound)
      return
    }
    if let loader {
      capacity = loader.capacity
    } else if case .update(let key) = conflict {
      // Without its index, as on a table that was empty, SQLite does not take the key for unique.
      let probe = bulk.insert(rows: 1, onConflict: .update([], by: key))
      capacity = (try? connection.prepare(probe)) == nil || keyField == nil ? 1 : many
    } else {
      capacity = many
    }
    last = try insertion(bound)
  }

  /// True if one statement may insert several records. False if each record must tell its own
  /// outcome: any unique value may mean another record, a record may refer to one before it,
  /// triggers of others would run under the statement's OR FAIL, a constraint of others says itself what
  /// comes of a record that breaks it, or SQLite does not tell which records of the table it added and
  /// which it changed.
  private static func canBeMany(
    _ layout: ImportLayout, _ conflict: ImportConflict, of table: TableShape?,
    in database: Database
  ) throws -> Bool {
    if conflict == .replace || layout.statements.width == 0 { return false }
    if case .update = conflict, table?.tellsInsertions == false { return false }
    if table?.resolvesConflicts == true { return false }
    let refersToItself = layout.fields.contains {
      if case .relationship(let other) = $0 { other.target == layout.entity.name } else { false }
    }
    if refersToItself { return false }
    return try !database.hasForeignTriggers(on: layout.entity)
  }

  /// True if the engine goes on with records while others are read, and takes fewer than the capacity too.
  var areHandedOver: Bool { loader != nil }

  // MARK: Inserting

  /// Inserts as many rows as the capacity is; answers how many of them were taken, or nil if each
  /// must be inserted alone.
  func insertAll(_ rows: inout StoredRow, given: [Int]) throws(EngineError) -> Int64? {
    let insertion = try insertion(given)
    guard let all = insertion.all else { return nil }
    try run(all, insertion, &rows)
    return connection.changes
  }

  /// Hands rows over to the engine; false if each must be inserted alone, since it gives a key to each
  /// of those that come at once or to none.
  func beginAll(_ range: Range<Int>, of rows: StoredRow) throws(EngineError) -> Bool {
    guard let loader else { return false }
    let (entity, width) = (layout.entity, layout.fields.count)
    let cells = range.lowerBound * width..<range.upperBound * width
    var fields = bound
    if let place = bound.firstIndex(where: { layout.fields[$0].column == entity.keyColumn }) {
      let given = stride(from: cells.lowerBound + bound[place], to: cells.upperBound, by: width).map
      { rows.cells[$0] }
      if given.contains(.null) {
        guard given.allSatisfy({ $0 == .null }) else { return false }
        fields.remove(at: place)
      }
    }
    if fields.isEmpty { return false }
    let columns = columns(of: fields).map { ($0, entity.type(of: $0)) }
    try rows.cells.withUnsafeBufferPointer { (all) throws(EngineError) in
      try rows.bytes.withUnsafeBufferPointer { (bytes) throws(EngineError) in
        try loader.begin(
          UnsafeBufferPointer(rebasing: all[cells]), in: bytes, width: width, fields,
          into: entity.source.table, columns)
      }
    }
    return true
  }

  /// Waits until all rows that were handed over are in or, by an error, none of them.
  func endAll() throws(EngineError) { try loader?.end() }

  /// Inserts as many rows as the capacity is, or changes the records that they mean, all or none of
  /// them; answers how many were inserted, or nil if each must be dealt with alone.
  func upsertAll(_ rows: inout StoredRow, given: [Int]) throws(EngineError) -> Int64? {
    let insertion = try insertion(given)
    if let changes = insertion.changes {
      try changeAll(by: changes, insertion.fields, &rows)
      return 0
    }
    guard let all = insertion.all else { return nil }
    guard connection.tellsInsertions else { return try run(all, insertion, &rows) }
    return try connection.insertions(into: layout.entity.source.table) { () throws(EngineError) in
      try run(all, insertion, &rows)
    }
  }

  /// Changes the records that all rows mean. Throws, and changes none, if one of them is not there or is meant
  /// twice.
  private func changeAll(
    by statement: any Statement, _ fields: [Int], _ rows: inout StoredRow
  ) throws(EngineError) {
    try withCells(of: &rows) { (cells, bytes) throws(EngineError) in
      for row in 0..<capacity {
        try bind(fields, of: row, cells, bytes, to: statement, from: 1 + row * fields.count)
      }
      try connection.beginPart()
      do throws(EngineError) {
        try statement.runAgain()
        guard connection.changes == Int64(capacity) else {
          throw EngineError(.constraint(.missingValue([])), "a record does not exist")
        }
        try connection.endPart()
      } catch {
        connection.undoPart()
        throw error
      }
    }
  }

  /// Runs the statement for all rows; the number of those that it answers with 1.
  @discardableResult
  private func run(
    _ all: any Statement, _ insertion: Insertion, _ rows: inout StoredRow
  ) throws(EngineError) -> Int64 {
    try withCells(of: &rows) { (cells, bytes) throws(EngineError) in
      for row in 0..<capacity {
        try bind(
          insertion.fields, of: row, cells, bytes, to: all, from: insertion.start(of: row))
      }
      return try connection.attempt { () throws(EngineError) in
        defer { all.reset() }
        var count: Int64 = 0
        while try all.step() { if all.value(at: 0) == .integer(1) { count += 1 } }
        return count
      }
    }
  }

  /// The outcome of a record that was to be inserted alone.
  struct Inserted {
    /// Nil if the table has no key.
    let key: Value
    /// True if the record was there and has got new values.
    let isChanged: Bool
  }

  /// Inserts one of the rows; nil if it was left out.
  func insert(
    _ row: Int, of rows: inout StoredRow, given: [Int]
  ) throws(EngineError) -> Inserted? {
    let insertion = try insertion(given)
    if let probe = insertion.probe, let key = try run(probe, insertion.fields, of: row, &rows) {
      return Inserted(key: key, isChanged: false)
    }
    // No record gets this key, so that it shows if there was an INSERT.
    if conflict == .replace { connection.lastInsertedKey = .min }
    guard let key = try run(insertion.one, insertion.fields, of: row, &rows) else { return nil }
    return Inserted(
      key: key, isChanged: conflict == .replace && connection.lastInsertedKey == .min)
  }

  private func run(
    _ statement: any Statement, _ fields: [Int], of row: Int, _ rows: inout StoredRow
  ) throws(EngineError) -> Value? {
    try withCells(of: &rows) { (cells, bytes) throws(EngineError) in
      try bind(fields, of: row, cells, bytes, to: statement, from: 1)
      return try connection.attempt { () throws(EngineError) in try statement.runForValue() }
    }
  }

  /// The statements for records that give some of the fields. A table of ours gets a value in every
  /// column; one of others only in those that are given, so that the others get its own defaults.
  private func insertion(_ given: [Int]) throws(EngineError) -> Insertion {
    if let last, last.given == given { return last }
    let known: Insertion
    if let found = insertions[given] { known = found } else { known = try prepared(given) }
    last = known
    // Objects may have any of their members, in more ways than statements can be kept.
    if insertions.count > 100 { insertions.removeAll() }
    insertions[given] = known
    return known
  }

  private func prepared(_ given: [Int]) throws(EngineError) -> Insertion {
    let fields = table == nil ? bound : given
    let bulk = BulkStatements(layout.entity, columns(of: fields), fixed: layout.fixed)
    let (single, several) = conflicts(given)
    let isMany = capacity > 1 && bulk.width > 0 && loader == nil
    // SQLite tells of a record with a number of its row if it was inserted.
    let tells = connection.tellsInsertions
    let isProbed = conflict == .replace && (!tells || table?.tellsInsertions == false)
    let replaces = isProbed && !tells && !bulk.entity.storedColumns.isEmpty
    func written(_ rows: Int) -> SQLStatement {
      bulk.insert(rows: rows, onConflict: rows == 1 ? single : several)
        .written(in: connection.dialect)
    }
    let first = written(1).bindings.count
    let changes = isMany ? changes(given, by: bulk)?.written(in: connection.dialect) : nil
    return Insertion(
      given: given, fields: fields,
      widths: (first, isMany ? written(2).bindings.count - first : first),
      one: try connection.prepare(
        replaces ? bulk.replacement().written(in: connection.dialect) : written(1)),
      all: isMany && changes == nil ? try connection.prepare(written(capacity)) : nil,
      changes: try changes.map { (sql) throws(EngineError) in try connection.prepare(sql) },
      probe: isProbed ? try connection.prepare(bulk.insert(rows: 1, onConflict: .leaveOut)) : nil)
  }

  /// The statement for records that can only change others; nil if they can be new as well, or if others made
  /// the table, who may have defaults for them.
  private func changes(_ given: [Int], by bulk: BulkStatements) -> SQLText? {
    guard case .update(let key) = conflict, table == nil,
      bulk.lacksValues(giving: columns(of: given))
    else { return nil }
    return bulk.updates(rows: capacity, columns(of: changed(given)), by: key)
  }

  /// The treatment of conflicts by statements that add one record, and several.
  private func conflicts(
    _ given: [Int]
  ) -> (single: BulkStatements.Conflict, several: BulkStatements.Conflict) {
    switch conflict {
    // The constraints of others may say themselves what to do, which OR FAIL would overrule.
    case .stop: (.abort, table == nil ? .fail : .abort)
    case .leaveOut: (.leaveOut, .leaveOut)
    case .replace:
      (.replace(replaced(given)), .replace(replaced(given)))
    case .update(let key): (.abort, .update(columns(of: changed(given)), by: key))
    }
  }

  /// The columns that a record gets anew if it is replaced: all of them, or in a table of others those
  /// that are given.
  private func replaced(_ given: [Int]) -> [Name] {
    guard table != nil else { return layout.entity.storedColumns }
    return (columns(of: given) + layout.fixed.map(\.column)).filter {
      $0 != layout.entity.keyColumn
    }
  }

  private func columns(of fields: [Int]) -> [Name] {
    fields.compactMap { layout.fields[$0].column }
  }

  // MARK: Changing

  /// Changes the record that a row means, if it is there; answers its key.
  func update(
    _ row: Int, of rows: inout StoredRow, given: [Int]
  ) throws(EngineError) -> Value? {
    guard let keyField, let key = layout.fields[keyField].column else { return nil }
    let given = changed(given)
    let (statement, last) = try preparedUpdate(given, by: key)
    return try withCells(of: &rows) { (cells, bytes) throws(EngineError) in
      try bind(given, of: row, cells, bytes, to: statement, from: 1)
      try bind([keyField], of: row, cells, bytes, to: statement, from: last)
      return try connection.attempt { () throws(EngineError) in try statement.runForValue() }
    }
  }

  /// The fields with a column that a record gives.
  func given(_ given: [Bool]?) -> [Int] {
    guard let given else { return bound }
    return bound.allSatisfy { given[$0] } ? bound : bound.filter { given[$0] }
  }

  /// The fields that a record gives to one that is there.
  private func changed(_ given: [Int]) -> [Int] { given.filter { $0 != keyField } }

  /// The statement, and the index of the binding of the key.
  private func preparedUpdate(
    _ given: [Int], by key: Name
  ) throws(EngineError) -> (any Statement, last: Int) {
    if let update = updates[given] { return update }
    if updates.count > 100 { updates.removeAll() }
    let sql = layout.statements.update(columns(of: given), by: key)
      .written(in: connection.dialect)
    let update = (try connection.prepare(sql), sql.bindings.count)
    updates[given] = update
    return update
  }

  // MARK: Binding

  /// Binds fields of a row. What all records have was bound when the statement was prepared.
  private func bind(
    _ fields: [Int], of row: Int, _ cells: UnsafeBufferPointer<StoredRow.Cell>,
    _ bytes: UnsafePointer<UInt8>, to statement: any Statement, from first: Int
  ) throws(EngineError) {
    let start = row * layout.fields.count
    try statement.bind(
      UnsafeBufferPointer(rebasing: cells[start...]), fields, in: bytes, from: first)
  }

  private func withCells<Result>(
    of rows: inout StoredRow,
    _ body: (UnsafeBufferPointer<StoredRow.Cell>, UnsafePointer<UInt8>) throws(EngineError) ->
      Result
  ) throws(EngineError) -> Result {
    // Without any bytes there might be no address, which SQLite takes for NULL.
    if rows.bytes.isEmpty { rows.bytes.append(0) }
    return try rows.cells.withUnsafeBufferPointer { (cells) throws(EngineError) in
      try rows.bytes.withUnsafeBufferPointer { (bytes) throws(EngineError) in
        guard let start = bytes.baseAddress else {
          throw EngineError(.other, "the record has no bytes")
        }
        return try body(cells, start)
      }
    }
  }
}

extension Database {
  /// The greatest number that is a key; nil if keys are not numbers.
  func greatestKey(of entity: Entity) throws -> Int64? {
    guard let key = entity.source.key, case .integer = key.type else { return nil }
    return try integer("SELECT max(\(name: key.column)) FROM \(name: entity.source.table)") ?? .min
  }
}
