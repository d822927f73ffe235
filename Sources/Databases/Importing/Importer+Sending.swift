import Engines
import FlagModel

/// The ways of the records that gathered into the database: handed over to the engine, by one statement, or
/// each alone.
extension Importer {
  /// So many come one by one sooner than in two halves.
  private static let fewRows = 16

  /// Sends what has gathered. The engine may be busy with it for a while.
  func send() throws {
    try send(singly: batch.numbers.count < statements.capacity && !statements.areHandedOver)
  }

  /// - Parameter singly: true if each record comes alone.
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

  /// Hands all rows over to the engine, which goes on with them until `settle`; false if they have to be
  /// sent otherwise.
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

  /// Waits until the records that were handed over are in. If one of them is refused none is, and they come
  /// again, fewer at a time.
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

  /// Adds rows of which one is refused: each half at once, and where that has the one, its halves.
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

  /// False if the engine refuses one of the rows, and takes none of them.
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

  /// Runs the statement for all rows; answers how many of them are dealt with.
  private func writeAll() throws -> Int {
    do throws(EngineError) {
      // Records of one statement give the same fields, as those of a file with columns do.
      let given = given(0)
      guard batch.givenFields.allSatisfy({ $0 == given }) else { return 0 }
      if isUpdating { return try upsertAll(given) }
      guard let inserted = try statements.insertAll(&batch.rows, given: given) else { return 0 }
      counts.inserted += inserted
      counts.leftOut += Int64(batch.numbers.count) - inserted
      return batch.numbers.count
    } catch {
      guard error.isRefusalOfRecord else { throw error }
      // The records before the refused one stay, unless the statement undoes it all.
      let kept = conflict == .stop && !database.kind.isForeign ? database.connection.changes : 0
      counts.inserted += kept
      return Int(kept)
    }
  }

  /// Adds all rows, or changes the records that they mean; answers how many of them are dealt with.
  private func upsertAll(_ given: [Int]) throws(EngineError) -> Int {
    guard let inserted = try statements.upsertAll(&batch.rows, given: given) else { return 0 }
    counts.inserted += inserted
    counts.updated += Int64(batch.numbers.count) - inserted
    return batch.numbers.count
  }
}

extension EngineError {
  /// True if it is one record that the engine does not take.
  fileprivate var isRefusalOfRecord: Bool {
    isConstraintViolation && !isOfWrongType && !endsTransaction
  }
}
