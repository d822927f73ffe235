import Databases
import Engines
import FlagModel

/// Writes the collected records: asynchronously by the engine, in one statement, or one by one.
extension Importer {
  /// Writes the collected records. The engine may still be busy afterwards.
  func send() throws {
    let isWhole = statements.areHandedOver || batch.numbers.count == statements.capacity
    try send(singly: !isWhole && statements.batchSize == nil)
  }

  /// - Parameter singly: true to write the records one by one.
  func send(singly: Bool) throws {
    guard !batch.numbers.isEmpty else { return }
    database.asksForChange = true
    defer { batch.removeAll() }
    try database.translated {
      try awaitWriting()
      try database.connection.requireUsable()
      if !singly, try handOver() { return }
      if !singly, statements.batchSize != nil { return try writeTogether(batch.numbers.indices) }
      let done = singly ? 0 : try writeAll()
      for row in done..<batch.numbers.count { try writeOne(row) }
    }
  }

  /// Passes all rows to the engine, which works on them until `awaitWriting`. Returns false if they must
  /// be written otherwise.
  private func handOver() throws -> Bool {
    let all = batch.numbers.indices
    guard statements.areHandedOver, !batch.needsKeys(of: all) else { return false }
    do throws(EngineError) {
      guard try statements.beginAll(all, of: batch.rows) else { return false }
      swap(&batch, &handedOver)
      return true
    } catch {
      guard error.isRefusalOfRecord else { throw error }
    }
    try writeTogether(all)
    return true
  }

  /// Waits until the passed records are written. If the engine refuses one of them, it writes none,
  /// and smaller parts are written again.
  func awaitWriting() throws {
    if handedOver.numbers.isEmpty { return }
    swap(&batch, &handedOver)
    defer {
      batch.removeAll()
      swap(&batch, &handedOver)
    }
    do throws(EngineError) {
      try statements.loader?.end()
      counts.inserted += Int64(batch.numbers.count)
      return
    } catch {
      guard error.isRefusalOfRecord else { throw error }
    }
    try writeTogether(batch.numbers.indices)
  }

  /// Writes rows in statements that are as large as possible.
  private func writeTogether(_ rows: Range<Int>) throws {
    var rest = rows
    while let first = rest.first {
      let run = rest.prefix(statements.batchSize ?? 1).prefix { isAlike($0, first) }
      try writeInHalves(first..<first + run.count, isRefused: false)
      rest.removeFirst(run.count)
    }
  }

  /// True if one statement can write two rows: they set the same fields, and both or none have a key.
  private func isAlike(_ row: Int, _ otherRow: Int) -> Bool {
    (batch.presentFields.isEmpty || batch.presentFields[row] == batch.presentFields[otherRow])
      && (conflict != .replace
        || statements.givesKey(row, of: batch.rows) == statements.givesKey(otherRow, of: batch.rows))
  }

  /// Writes rows in one statement. If the engine refuses it, each half is written, and the half that
  /// fails is halved again.
  /// - Parameter isRefused: true if the engine has already refused a row of them.
  private func writeInHalves(_ rows: Range<Int>, isRefused: Bool) throws {
    if rows.count == 1 { return try writeOne(rows.lowerBound) }
    if try !isRefused && writeAll(rows) { return }
    let middle = rows.lowerBound + rows.count / 2
    let isFirstWritten = try middle - rows.lowerBound > 1 && writeAll(rows.lowerBound..<middle)
    if !isFirstWritten { try writeInHalves(rows.lowerBound..<middle, isRefused: true) }
    try writeInHalves(middle..<rows.upperBound, isRefused: isFirstWritten)
  }

  /// Writes rows in one statement, and counts them. Returns false if they must be written alone.
  private func write(_ rows: Range<Int>, presentFields: [Int]) throws(EngineError) -> Bool {
    if batch.needsKeys(of: rows) || waitsTogether && mayChangeWaiting {
      guard
        let (keys, inserted) = try statements.write(
          rows, of: &batch.rows, presentFields: presentFields,
          links: batch.links.isEmpty ? [] : batch.links[rows])
      else { return false }
      keysNow = keys
      counts.inserted += inserted
      let others = Int64(rows.count) - inserted
      if conflict == .leaveOut { counts.leftOut += others } else { counts.updated += others }
    } else if conflict.isUpdate || conflict == .replace {
      let inserted = try statements.upsertAll(rows, of: &batch.rows, presentFields: presentFields)
      counts.inserted += inserted
      counts.updated += Int64(rows.count) - inserted
    } else {
      let inserted = try statements.insertAll(rows, of: &batch.rows, presentFields: presentFields)
      counts.inserted += inserted
      counts.leftOut += Int64(rows.count) - inserted
    }
    return true
  }

  /// Returns false if nothing was written, because the engine refuses one of the rows or each must be written alone.
  private func writeAll(_ rows: Range<Int>) throws -> Bool {
    keysNow = []
    do throws(EngineError) {
      guard try write(rows, presentFields: presentFields(of: rows.lowerBound)) else { return false }
    } catch {
      guard error.isRefusalOfRecord || error.isOfMissingIndex else { throw error }
      return false
    }
    for (row, key) in zip(rows, keysNow) where key != .null { try noteWaiting(row, key) }
    return true
  }

  /// Runs the statement for all rows. Returns the number of rows that are done.
  private func writeAll() throws -> Int {
    do throws(EngineError) {
      // Records of one statement set the same fields, because they come from a file with columns.
      let fields = presentFields(of: 0)
      guard batch.presentFields.allSatisfy({ $0 == fields }) else { return 0 }
      let all = batch.numbers.indices
      return try write(all, presentFields: fields) ? all.count : 0
    } catch {
      guard error.isRefusalOfRecord else { throw error }
      // The records before the refused one stay, unless the statement is rolled back completely.
      var kept: Int64 = 0
      if conflict == .stop, database.kind.hasTablesOfModel { kept = database.connection.changes }
      counts.inserted += kept
      return Int(kept)
    }
  }
}

extension EngineError {
  /// True if the server has no unique index for `ON CONFLICT`, so that each record is written alone.
  fileprivate var isOfMissingIndex: Bool { code?.text == "42P10" || code?.text == "55000" }

  /// True if the engine refuses a single record.
  fileprivate var isRefusalOfRecord: Bool {
    isConstraintViolation && !isOfWrongType && !endsTransaction
  }
}
