package import Engines
package import FlagModel

// For apps that use a database for a long time.

extension Database {
  package var interrupter: Interrupter { connection.interrupter }

  /// A value that differs after another connection has changed the database; nil if the engine has none.
  package func dataVersion() throws -> Value? { try translated { try connection.dataVersion() } }

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
    var notes: ChangeNotes?
    if isObserved, let file = connection.file {
      let made = ChangeNotes()
      file.noteChanges(in: made)
      notes = made
    }
    defer {
      if notes != nil { connection.file?.noteChanges(in: nil) }
      let count = totalChanges - before
      // The engine notes each row, except when it deletes all rows of a table or has no rowid.
      if let notes, notes.count == count {
        if count != 0 { report(notes.region) }
      } else if count != 0 {
        report(.everything)
      }
    }
    return try body()
  }

  /// Calls the closure after each statement.
  package func trace(_ report: @escaping (FinishedStatement) -> Void) { connection.trace(report) }

  /// Calls the closure when the connection has been closed.
  package func afterClose(_ body: @escaping @Sendable () -> Void) { connection.afterClose(body) }

  /// From now on, transactions do not wait for the disk, so that a power failure may undo the last ones.
  package func syncRarely() throws { try translated { try connection.syncRarely() } }

  /// False if a new connection must replace this one. No transaction may be open.
  package var isUsable: Bool { connection.isUsable }

  /// True if the database is on a server, which cannot tell the changes of this program from those of others.
  package var isOnServer: Bool { connection.file == nil }

  /// Ends the transaction that was left open for the next reader, whose state would be old.
  package func endRest() { if connection.isResting { connection.rollBack() } }
}
