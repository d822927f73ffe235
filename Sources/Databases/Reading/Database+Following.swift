package import Engines
import FlagModel

// For apps that use a database for a long time.

extension Database {
  package var interrupter: Interrupter { connection.interrupter }

  /// A number that differs after another connection has changed the file.
  package func dataVersion() throws -> Int64? {
    let version = try translated { try connection.dataVersion() }
    return if case .integer(let number)? = version { number } else { nil }
  }

  /// The number of rows that this connection has changed.
  package var totalChanges: Int64 { connection.totalChanges }

  /// Runs a read, and returns the records that its result depends on.
  package func noting<Result>(
    _ body: (ReadNotes) throws -> Result
  ) rethrows -> (result: Result, region: RecordRegion) {
    let notes = ReadNotes()
    connection.file?.noteReads(in: notes)
    defer { connection.file?.noteReads(in: nil) }
    let result = try body(notes)
    return (result, connection.file == nil ? .everything : notes.region)
  }

  /// Runs a write, and passes the records that it has changed to a closure, also if it throws.
  /// - Parameter isObserved: false if the records are not of interest, so that any change counts as unknown.
  package func notingChanges<Result>(
    isObserved: Bool, _ report: (RecordRegion) -> Void, _ body: () throws -> Result
  ) rethrows -> Result {
    let before = totalChanges
    let notes = isObserved && connection.file != nil ? ChangeNotes() : nil
    if let notes { connection.file?.noteChanges(in: notes) }
    defer {
      if notes != nil { connection.file?.noteChanges(in: nil) }
      let count = totalChanges - before
      // The engine notes each row, except when it deletes all rows of a table or has no rowid.
      let region = notes.flatMap { $0.count == count ? $0.region : nil }
      if count != 0 { report(region ?? .everything) }
    }
    return try body()
  }

  /// Calls the closure after each statement.
  package func trace(_ report: @escaping (FinishedStatement) -> Void) {
    connection.file?.trace(report)
  }

  /// Calls the closure when the connection has been closed.
  package func afterClose(_ body: @escaping @Sendable () -> Void) {
    connection.file?.afterClose(body)
  }

  /// Syncs a write-ahead log only before a checkpoint, so that a power failure may undo the last commits.
  package func syncRarely() throws { try translated { try connection.file?.syncRarely() } }
}
