import Databases
import Engines
import FlagModel
import Migrations
import Queries
import SQLText

/// The prepared statements of an import. Binds the cells of its records to them.
final class ImportStatements {
  /// The maximum number of records in one statement. Measured: 8 are twice as fast as one, and more
  /// than 32 gain nothing.
  private static let most = 32
  /// Far below the limit of SQLite.
  private static let mostBindings = 2_000

  /// The same if each statement takes a round trip.
  private static let mostFarAway = 1_000
  /// The limit of PostgreSQL is 65,535, which includes the values that all records share.
  private static let mostBindingsFarAway = 60_000

  /// The statements for records that set the same fields.
  private final class Insertion {
    let given: [Int]
    /// The fields whose columns the statements list.
    let fields: [Int]
    let bulk: BulkStatements
    /// The number of bindings of the first record of a statement, and of each later one. Values
    /// that all records share may be bound only once.
    let widths: (first: Int, next: Int)
    let one: any Statement
    /// Inserts a record unless a conflict prevents it.
    let probe: (any Statement)?
    /// The statements that write several records.
    var several: [Several: any Statement] = [:]

    init(
      _ given: [Int], _ fields: [Int], _ bulk: BulkStatements, widths: (first: Int, next: Int),
      one: any Statement, probe: (any Statement)?
    ) {
      self.given = given
      self.fields = fields
      self.bulk = bulk
      self.widths = widths
      self.one = one
      self.probe = probe
    }

    /// The index of the first binding of a record.
    func start(of row: Int) -> Int {
      row == 0 ? 1 : 1 + widths.first + (row - 1) * widths.next
    }
  }

  /// The key of a statement that writes several records.
  private struct Several: Hashable {
    let rows: Int
    /// True if it updates existing records, because the input lacks values that a new record needs.
    let changes: Bool
    /// The unique columns that identify the record to replace.
    let target: [Name]
    var returnsKeys = false
  }

  let capacity: Int
  /// The maximum number of records of a statement, if a refused record is found by halving; nil if the
  /// records of an incomplete batch are written one by one.
  let batchSize: Int?
  let layout: ImportLayout
  private let conflict: ImportConflict
  /// The indexes of the fields with a column, which each have a binding.
  private let bound: [Int]
  private let connection: any Connection
  /// The faster method of the engine; nil if there is none for these records.
  private let loader: (any RecordLoader)?
  private let table: TableShape?
  /// The field that identifies the records to update.
  private let keyField: Int?
  private var last: Insertion?
  private var insertions: [[Int]: Insertion] = [:]
  private var updates: [[Int]: (any Statement, last: Int)] = [:]

  /// - Parameter table: the table in a foreign database; nil in a flagdb database.
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
    let isFarAway = connection.isFarAway
    let most = isFarAway ? Self.mostFarAway : Self.most
    let mostBindings = isFarAway ? Self.mostBindingsFarAway : Self.mostBindings
    let many = max(1, min(most, mostBindings / max(bulk.width, 1)))
    guard try Self.canBeMany(layout, conflict, of: table, in: database) else {
      capacity = 1
      batchSize = nil
      last = try insertion(bound)
      return
    }
    batchSize = isFarAway && many > 1 ? many : nil
    if let loader {
      capacity = loader.capacity
    } else if case .update(let key) = conflict {
      // SQLite needs the unique index of the key here, and the index of an empty table may be
      // postponed.
      let probe = bulk.insert(rows: 1, onConflict: .update([], by: key))
      capacity = (try? connection.prepare(probe)) == nil || keyField == nil ? 1 : many
    } else {
      capacity = many
    }
    last = try insertion(bound)
  }

  /// True if one statement may insert several records. False if each record needs its own result:
  /// - any unique value may identify another record,
  /// - a record may refer to the one before it,
  /// - foreign triggers would run under the statement's OR FAIL,
  /// - a foreign constraint has its own ON CONFLICT clause,
  /// - or SQLite does not report which records it inserted and which it updated.
  private static func canBeMany(
    _ layout: ImportLayout, _ conflict: ImportConflict, of table: TableShape?,
    in database: Database
  ) throws -> Bool {
    if layout.statements.width == 0 { return false }
    if conflict == .replace {
      // A server finds the record to replace by one unique key, and reports a conflict with another one.
      let isWhole = table == nil && database.dialect.spreads[layout.entity.source.table] == nil
      let hasTarget = !layout.statements.uniqueColumns.isEmpty
      guard database.connection.isFarAway, isWhole, hasTarget else { return false }
    }
    if case .update = conflict, table?.tellsInsertions == false { return false }
    if table?.resolvesConflicts == true { return false }
    let refersToItself = layout.fields.contains {
      if case .relationship(let other) = $0 { other.target == layout.entity.name } else { false }
    }
    if refersToItself { return false }
    return try !database.hasForeignTriggers(on: layout.entity)
  }

  /// True if one statement can write several records and return their keys, so that their pairs in many-to-many
  /// relationships can be written together. False if
  /// - the keys are not numbers that the database assigns,
  /// - a record may be left out, which returns no key,
  /// - or another machine may return the keys in another order.
  var canReturnKeys: Bool {
    batchSize != nil && table == nil && layout.entity.isNumbered && conflict != .leaveOut
      && connection.dialect.spreads[layout.entity.source.table] == nil
  }

  /// True if the engine works on records while the next ones are read. It also accepts fewer than
  /// the capacity.
  var areHandedOver: Bool { loader != nil }

  // MARK: Inserting

  /// Inserts a range of rows in one statement. Returns the number of inserted rows.
  func insertAll(
    _ range: Range<Int>, of rows: inout StoredRow, given: [Int]
  ) throws(EngineError) -> Int64 {
    let insertion = try insertion(given)
    try run(several(range.count, insertion), insertion, range, &rows)
    return connection.changes
  }

  /// Starts to insert rows. Returns false if each must be inserted alone, because the engine
  /// generates keys for all rows of a statement or for none.
  func beginAll(_ range: Range<Int>, of rows: StoredRow) throws(EngineError) -> Bool {
    guard let loader else { return false }
    let entity = layout.entity
    let width = layout.fields.count
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

  /// Waits until all rows that were started are inserted. After an error, none of them is.
  func endAll() throws(EngineError) { try loader?.end() }

  /// Inserts a range of rows in one statement, or updates the existing records, all or none. Returns
  /// the number of inserted rows.
  func upsertAll(
    _ range: Range<Int>, of rows: inout StoredRow, given: [Int]
  ) throws(EngineError) -> Int64 {
    let insertion = try insertion(given)
    if let statement = try changes(range.count, insertion) {
      try changeAll(by: statement, insertion.fields, range, &rows)
      return 0
    }
    let statement = try several(range.count, insertion, by: target(of: range, rows))
    guard connection.tellsInsertions else { return try run(statement, insertion, range, &rows) }
    return try connection.insertions(into: layout.entity.source.table) { () throws(EngineError) in
      try run(statement, insertion, range, &rows)
    }
  }

  /// Inserts a range of rows in one statement, or updates the existing records, all or none, and writes their pairs
  /// in many-to-many relationships. Returns the number of inserted rows; nil if the rows must be written alone.
  func write(
    _ range: Range<Int>, of rows: inout StoredRow, given: [Int], links: ArraySlice<[ImportLinks]>
  ) throws(EngineError) -> Int64? {
    let insertion = try insertion(given)
    if try changes(range.count, insertion) != nil { return nil }
    let statement = try several(
      range.count, insertion, by: target(of: range, rows), returnsKeys: true)
    return try withCells(of: &rows) { (cells, bytes) throws(EngineError) in
      try bind(insertion, range, cells, bytes, to: statement)
      return try connection.attempt { () throws(EngineError) in
        let (keys, inserted) = try keys(of: statement)
        guard keys.count == range.count else {
          throw EngineError(.other, "expected \(range.count) keys, found \(keys.count)")
        }
        try ImportLinkBatch(links, keys: keys).write(areNew: conflict == .stop, in: connection)
        return inserted
      }
    }
  }

  /// The keys of the records that a statement writes, and the number of those that are new.
  private func keys(of statement: any Statement) throws(EngineError) -> ([Value], Int64) {
    defer { statement.reset() }
    var keys: [Value] = []
    var inserted: Int64 = 0
    while try statement.step() {
      if conflict == .stop {
        keys.append(statement.value(at: 0))
        inserted += 1
      } else {
        keys.append(statement.value(at: 1))
        if statement.value(at: 0) == .integer(1) { inserted += 1 }
      }
    }
    return (keys, inserted)
  }

  private func bind(
    _ insertion: Insertion, _ range: Range<Int>, _ cells: UnsafeBufferPointer<StoredRow.Cell>,
    _ bytes: UnsafePointer<UInt8>, to statement: any Statement
  ) throws(EngineError) {
    for (index, row) in range.enumerated() {
      try bind(
        insertion.fields, of: row, cells, bytes, to: statement, from: insertion.start(of: index))
    }
  }

  /// Updates the records of all rows. Throws, and updates none, if a record does not exist or
  /// occurs twice.
  private func changeAll(
    by statement: any Statement, _ fields: [Int], _ range: Range<Int>, _ rows: inout StoredRow
  ) throws(EngineError) {
    try withCells(of: &rows) { (cells, bytes) throws(EngineError) in
      for (index, row) in range.enumerated() {
        try bind(fields, of: row, cells, bytes, to: statement, from: 1 + index * fields.count)
      }
      try connection.beginPart()
      do throws(EngineError) {
        try statement.runAgain()
        guard connection.changes == Int64(range.count) else {
          throw EngineError(.constraint(.missingValue([])), "a record does not exist")
        }
        try connection.endPart()
      } catch {
        connection.undoPart()
        throw error
      }
    }
  }

  /// Runs the statement for a range of rows. Returns the number of rows whose result is 1.
  @discardableResult
  private func run(
    _ all: any Statement, _ insertion: Insertion, _ range: Range<Int>, _ rows: inout StoredRow
  ) throws(EngineError) -> Int64 {
    try withCells(of: &rows) { (cells, bytes) throws(EngineError) in
      try bind(insertion, range, cells, bytes, to: all)
      return try connection.attempt { () throws(EngineError) in
        defer { all.reset() }
        var count: Int64 = 0
        while try all.step() { if all.value(at: 0) == .integer(1) { count += 1 } }
        return count
      }
    }
  }

  /// The unique columns that identify the records to replace: the key, if the rows have one.
  private func target(of range: Range<Int>, _ rows: StoredRow) -> [Name] {
    guard conflict == .replace else { return [] }
    let targets = layout.statements.uniqueColumns
    let others = targets.first { $0 != [layout.entity.keyColumn] }
    return (givesKey(range.lowerBound, of: rows) ? targets.first : others) ?? []
  }

  /// True if a row has a key.
  func givesKey(_ row: Int, of rows: StoredRow) -> Bool {
    guard let key = bound.first(where: { layout.fields[$0].column == layout.entity.keyColumn })
    else { return false }
    return rows.cells[row * layout.fields.count + key] != .null
  }

  /// The result for a record that was inserted alone.
  struct Inserted {
    /// The key; nil if the table has none.
    let key: Value
    /// True if an existing record was updated.
    let isChanged: Bool
  }

  /// Inserts one of the rows; nil if it was skipped.
  func insert(
    _ row: Int, of rows: inout StoredRow, given: [Int]
  ) throws(EngineError) -> Inserted? {
    let insertion = try insertion(given)
    if let probe = insertion.probe, let key = try run(probe, insertion.fields, of: row, &rows) {
      return Inserted(key: key, isChanged: false)
    }
    // No record gets this key, so an unchanged value shows that nothing was inserted.
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

  /// The statements for records that set some of the fields. In a flagdb table, every column gets a
  /// value. In a foreign table, columns that are not set get their default values.
  private func insertion(_ given: [Int]) throws(EngineError) -> Insertion {
    if let last, last.given == given { return last }
    let known: Insertion
    if let found = insertions[given] { known = found } else { known = try prepared(given) }
    last = known
    // JSON objects may have any subset of the members, so the number of statements is limited.
    if insertions.count > 100 { insertions.removeAll() }
    insertions[given] = known
    return known
  }

  private func prepared(_ given: [Int]) throws(EngineError) -> Insertion {
    let fields = table == nil ? bound : given
    let bulk = BulkStatements(layout.entity, columns(of: fields), fixed: layout.fixed)
    let (single, several) = conflicts(given, by: [])
    // SQLite reports an insert by the rowid of the record, if the table has one.
    let tells = connection.tellsInsertions
    let isProbed = conflict == .replace && (!tells || table?.tellsInsertions == false)
    let replaces = isProbed && !tells && !bulk.entity.storedColumns.isEmpty
    let one = bulk.insert(rows: 1, onConflict: single).written(in: connection.dialect)
    let two = bulk.insert(rows: 2, onConflict: several).written(in: connection.dialect)
    let first = one.bindings.count
    let both = two.bindings.count
    return Insertion(
      given, fields, bulk, widths: (first, bulk.width > 0 ? both - first : first),
      one: try connection.prepare(
        replaces ? bulk.replacement().written(in: connection.dialect) : one),
      probe: isProbed ? try connection.prepare(bulk.insert(rows: 1, onConflict: .leaveOut)) : nil)
  }

  /// The statement that inserts several records.
  /// - Parameter target: the unique columns that identify the record to replace.
  private func several(
    _ rows: Int, _ insertion: Insertion, by target: [Name] = [], returnsKeys: Bool = false
  ) throws(EngineError) -> any Statement {
    let key = Several(rows: rows, changes: false, target: target, returnsKeys: returnsKeys)
    if let known = insertion.several[key] { return known }
    let conflict = conflicts(insertion.given, by: target).several
    let statement = try connection.prepare(
      insertion.bulk.insert(rows: rows, onConflict: conflict, returnsKeys: returnsKeys))
    insertion.several[key] = statement
    return statement
  }

  /// The statement for records that can only update others. Nil if they may also be new, or if the
  /// table is foreign and may have default values for them.
  private func changes(
    _ rows: Int, _ insertion: Insertion
  ) throws(EngineError) -> (any Statement)? {
    guard case .update(let key) = conflict, table == nil,
      insertion.bulk.lacksValues(giving: columns(of: insertion.given))
    else { return nil }
    let place = Several(rows: rows, changes: true, target: [])
    if let known = insertion.several[place] { return known }
    let changed = columns(of: changed(insertion.given))
    let statement = try connection.prepare(insertion.bulk.updates(rows: rows, changed, by: key))
    insertion.several[place] = statement
    return statement
  }

  /// The conflict clauses of the statements for one record and for several.
  private func conflicts(
    _ given: [Int], by target: [Name]
  ) -> (single: BulkStatements.Conflict, several: BulkStatements.Conflict) {
    switch conflict {
    // OR FAIL would override the conflict clauses of a foreign table.
    case .stop: (.abort, table == nil ? .fail : .abort)
    case .leaveOut: (.leaveOut, .leaveOut)
    case .replace:
      (.replace(replaced(given)), .replaceOne(replaced(given), by: target))
    case .update(let key): (.abort, .update(columns(of: changed(given)), by: key))
    }
  }

  /// The columns that a replaced record sets: all, or in a foreign table those that the record
  /// sets.
  private func replaced(_ given: [Int]) -> [Name] {
    guard table != nil else { return layout.entity.storedColumns }
    return (columns(of: given) + layout.fixed.map(\.column)).filter {
      $0 != layout.entity.keyColumn
    }
  }

  private func columns(of fields: [Int]) -> [Name] {
    fields.compactMap { layout.fields[$0].column }
  }

  // MARK: Updating

  /// Updates the record that a row identifies, if it exists. Returns its key.
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

  /// The fields with a column that a record sets.
  func given(_ given: [Bool]?) -> [Int] {
    guard let given else { return bound }
    return bound.allSatisfy { given[$0] } ? bound : bound.filter { given[$0] }
  }

  /// The fields that a record sets in an existing record.
  private func changed(_ given: [Int]) -> [Int] { given.filter { $0 != keyField } }

  /// The statement, and the index of the key's binding.
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
}

extension Database {
  /// The largest key; nil if keys are not integers.
  func greatestKey(of entity: Entity) throws -> Int64? {
    guard let key = entity.source.key, case .integer = key.type else { return nil }
    return try integer("SELECT max(\(name: key.column)) FROM \(name: entity.source.table)") ?? .min
  }
}
