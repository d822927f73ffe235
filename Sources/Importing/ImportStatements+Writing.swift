import Engines
import FlagModel
import Queries

// Inserts and updates records, several in one statement if possible.

extension ImportStatements {
  /// Inserts a range of rows in one statement. Returns the number of inserted rows.
  func insertAll(
    _ range: Range<Int>, of rows: inout StoredRow, presentFields: [Int]
  ) throws(EngineError) -> Int64 {
    let insertion = try insertion(presentFields)
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
      let keys = stride(from: cells.lowerBound + bound[place], to: cells.upperBound, by: width).map
      { rows.cells[$0] }
      if keys.contains(.null) {
        guard keys.allSatisfy({ $0 == .null }) else { return false }
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

  /// Inserts a range of rows in one statement, or updates the existing records, all or none. Returns
  /// the number of inserted rows.
  func upsertAll(
    _ range: Range<Int>, of rows: inout StoredRow, presentFields: [Int]
  ) throws(EngineError) -> Int64 {
    let insertion = try insertion(presentFields)
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
  /// in many-to-many relationships. Returns the keys of all rows, NULL for those that are left out, and the number of
  /// inserted ones; nil if the rows must be written alone.
  func write(
    _ range: Range<Int>, of rows: inout StoredRow, presentFields: [Int],
    links: ArraySlice<[ImportLinks]>
  ) throws(EngineError) -> (keys: [Value], inserted: Int64)? {
    let insertion = try insertion(presentFields)
    if try changes(range.count, insertion) != nil { return nil }
    let names = conflict == .leaveOut ? identifyingTexts(of: range, rows) : []
    guard let names else { return nil }
    let statement = try several(
      range.count, insertion, by: target(of: range, rows), returnsKeys: true)
    return try withCells(of: &rows) { (cells, bytes) throws(EngineError) in
      try bind(insertion, range, cells, bytes, to: statement)
      return try connection.attempt { () throws(EngineError) in
        let (keys, inserted) =
          try conflict == .leaveOut
          ? keys(of: statement, leavingOut: names) : keys(of: statement)
        guard keys.count == range.count else {
          throw EngineError(.other, "expected \(range.count) keys, found \(keys.count)")
        }
        try ImportLinkBatch(links, keys: keys).write(
          areNew: conflict == .stop || conflict == .leaveOut, in: connection)
        return (keys, inserted)
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

  /// The keys of the records that a statement inserts, NULL for those that it leaves out, and their number.
  /// - Parameter names: the unique text of each row.
  private func keys(
    of statement: any Statement, leavingOut names: [[UInt8]]
  ) throws(EngineError) -> ([Value], Int64) {
    defer { statement.reset() }
    var keys: [[UInt8]: Value] = [:]
    while try statement.step() {
      if case .text(let name) = statement.value(at: 1) {
        keys[Array(name.utf8)] = statement.value(at: 0)
      }
    }
    return (names.map { keys[$0] ?? .null }, Int64(keys.count))
  }

  /// The unique texts of rows by which the inserted ones are known if others are left out. Nil if a row may be left out
  /// because of its key, or if two have the same text.
  private func identifyingTexts(of range: Range<Int>, _ rows: StoredRow) -> [[UInt8]]? {
    if range.contains(where: { givesKey($0, of: rows) }) { return nil }
    guard let column = layout.statements.identifyingColumn,
      let field = layout.fields.firstIndex(where: { $0.column == column })
    else { return nil }
    let texts = range.map { row -> [UInt8] in
      guard case .text(let place) = rows.cells[row * layout.fields.count + field] else { return [] }
      return Array(rows.bytes[place])
    }
    return Set(texts).count == texts.count ? texts : nil
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
      try connection.nested { () throws(EngineError) in
        try statement.runAgain()
        guard connection.changes == Int64(range.count) else {
          throw EngineError(.constraint(.missingValue([])), "a record does not exist")
        }
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

  /// The result for a record that was inserted alone.
  struct Inserted {
    /// The key; nil if the table has none.
    let key: Value
    /// True if an existing record was updated.
    let isChanged: Bool
  }

  /// Inserts one of the rows; nil if it was skipped.
  func insert(
    _ row: Int, of rows: inout StoredRow, presentFields: [Int]
  ) throws(EngineError) -> Inserted? {
    let insertion = try insertion(presentFields)
    if insertion.updatesFirst,
      let key = try run(insertion.single, insertion.fields, of: row, &rows)
    {
      return Inserted(key: key, isChanged: true)
    }
    if let probe = insertion.probe, let key = try run(probe, insertion.fields, of: row, &rows) {
      return Inserted(key: key, isChanged: false)
    }
    // No record gets this key, so an unchanged value shows that nothing was inserted.
    if conflict == .replace { connection.lastInsertedKey = .min }
    do throws(EngineError) {
      guard let key = try run(insertion.single, insertion.fields, of: row, &rows) else {
        return insertion.replaces ? try insertAlone(row, of: &rows, insertion) : nil
      }
      return Inserted(
        key: key, isChanged: conflict == .replace && connection.lastInsertedKey == .min)
    } catch {
      guard error.isMissingValue, let existing = insertion.existing,
        let key = try run(existing, insertion.fields, of: row, &rows)
      else { throw error }
      return conflict == .replace ? Inserted(key: key, isChanged: true) : nil
    }
  }

  /// Inserts a row that conflicts with another record than it would replace. The engine
  /// then reports the constraint, for instance an exclusion. Nil if a trigger skips the row.
  private func insertAlone(
    _ row: Int, of rows: inout StoredRow, _ insertion: Insertion
  ) throws(EngineError) -> Inserted? {
    let statement = try connection.prepare(insertion.bulk.insert(rows: 1, onConflict: .abort))
    return try run(statement, insertion.fields, of: row, &rows).map {
      Inserted(key: $0, isChanged: false)
    }
  }

  private func run(
    _ statement: any Statement, _ fields: [Int], of row: Int, _ rows: inout StoredRow
  ) throws(EngineError) -> Value? {
    try withCells(of: &rows) { (cells, bytes) throws(EngineError) in
      try bind(fields, of: row, cells, bytes, to: statement, from: 1)
      return try connection.attempt { () throws(EngineError) in try statement.runForValue() }
    }
  }

  /// Updates the record that a row identifies, if it exists. Returns its key.
  func update(
    _ row: Int, of rows: inout StoredRow, presentFields: [Int]
  ) throws(EngineError) -> Value? {
    guard let keyField, let key = layout.fields[keyField].column else { return nil }
    let changes = changed(presentFields)
    let (statement, last) = try preparedUpdate(changes, by: key)
    return try withCells(of: &rows) { (cells, bytes) throws(EngineError) in
      try bind(changes, of: row, cells, bytes, to: statement, from: 1)
      try bind([keyField], of: row, cells, bytes, to: statement, from: last)
      return try connection.attempt { () throws(EngineError) in try statement.runForValue() }
    }
  }
}
