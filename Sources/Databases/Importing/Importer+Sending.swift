import Engines
import FlagModel

/// Writes the collected records: asynchronously by the engine, in one statement, or one by one.
extension Importer {
  /// Up to this many rows are written one by one after a failure, which is faster than to halve
  /// them again.
  private static let fewRows = 16

  /// Writes the collected records. The engine may still be busy afterwards.
  func send() throws {
    try send(singly: batch.numbers.count < statements.capacity && !statements.areHandedOver)
  }

  /// - Parameter singly: true to write the records one by one.
  func send(singly: Bool) throws {
    guard !batch.numbers.isEmpty else { return }
    database.asksForChange = true
    defer { batch.removeAll() }
    try database.translated {
      try settle()
      try database.connection.requireLife()
      if !singly, try handOver() { return }
      let done = singly ? 0 : try writeAll()
      for row in done..<batch.numbers.count { try writeOne(row) }
    }
  }

  /// Passes all rows to the engine, which works on them until `settle`. Returns false if they must
  /// be written otherwise.
  private func handOver() throws -> Bool {
    guard statements.areHandedOver else { return false }
    let all = batch.numbers.indices
    do throws(EngineError) {
      guard try statements.beginAll(all, of: batch.rows) else { return false }
      swap(&batch, &handedOver)
      return true
    } catch {
      guard error.isRefusalOfRecord else { throw error }
    }
    try addInHalves(all)
    return true
  }

  /// Waits until the passed records are written. If the engine refuses one of them, it writes none,
  /// and smaller parts are written again.
  func settle() throws {
    if handedOver.numbers.isEmpty { return }
    swap(&batch, &handedOver)
    defer {
      batch.removeAll()
      swap(&batch, &handedOver)
    }
    do throws(EngineError) {
      try statements.endAll()
      counts.inserted += Int64(batch.numbers.count)
      return
    } catch {
      guard error.isRefusalOfRecord else { throw error }
    }
    try addInHalves(batch.numbers.indices)
  }

  /// Writes rows of which one is refused. Each half is written at once, and the half that fails is
  /// halved again.
  private func addInHalves(_ rows: Range<Int>) throws {
    if rows.count <= Self.fewRows {
      for row in rows { try writeOne(row) }
      return
    }
    let middle = rows.lowerBound + rows.count / 2
    for half in [rows.lowerBound..<middle, middle..<rows.upperBound] where try !addTogether(half) {
      try addInHalves(half)
    }
  }

  /// Returns false if the engine refuses one of the rows and writes none.
  private func addTogether(_ rows: Range<Int>) throws(EngineError) -> Bool {
    do throws(EngineError) {
      guard try statements.beginAll(rows, of: batch.rows) else { return false }
      try statements.endAll()
    } catch {
      guard error.isRefusalOfRecord else { throw error }
      return false
    }
    counts.inserted += Int64(rows.count)
    return true
  }

  /// Runs the statement for all rows. Returns the number of rows that are done.
  private func writeAll() throws -> Int {
    do throws(EngineError) {
      // Records of one statement set the same fields, because they come from a file with columns.
      let given = given(0)
      guard batch.givenFields.allSatisfy({ $0 == given }) else { return 0 }
      if isUpdating { return try upsertAll(given) }
      guard let inserted = try statements.insertAll(&batch.rows, given: given) else { return 0 }
      counts.inserted += inserted
      counts.leftOut += Int64(batch.numbers.count) - inserted
      return batch.numbers.count
    } catch {
      guard error.isRefusalOfRecord else { throw error }
      // The records before the refused one stay, unless the statement is rolled back completely.
      let kept = conflict == .stop && !database.kind.isForeign ? database.connection.changes : 0
      counts.inserted += kept
      return Int(kept)
    }
  }

  /// Inserts all rows or updates the existing records. Returns the number of rows that are done.
  private func upsertAll(_ given: [Int]) throws(EngineError) -> Int {
    guard let inserted = try statements.upsertAll(&batch.rows, given: given) else { return 0 }
    counts.inserted += inserted
    counts.updated += Int64(batch.numbers.count) - inserted
    return batch.numbers.count
  }
}

extension EngineError {
  /// True if the engine refuses a single record.
  fileprivate var isRefusalOfRecord: Bool {
    isConstraintViolation && !isOfWrongType && !endsTransaction
  }
}
