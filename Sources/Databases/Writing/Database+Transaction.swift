// A transaction that several calls of `read` and `write` are parts of.

import Engines

/// The end of a change that is not to be kept.
private struct Undone: Error {}

extension Database {
  /// Begins a transaction that stays open until `commit` or `rollBack`. Meanwhile every `write` is a
  /// part of it, which is undone alone where it throws. The database must be open for writing.
  package func begin() throws { try begin(writing: true) }

  /// Runs the body in a transaction that is undone at its end, and answers with its result.
  package func writeInVain<Result>(_ body: () throws -> Result) throws -> Result {
    var result: Result?
    connection.leaveLog()
    do {
      try write {
        result = try body()
        throw Undone()
      }
    } catch is Undone {}
    guard let result else { throw Undone() }
    return result
  }

  /// Begins to read one unchanging view of the database, until `endReading`.
  package func beginReading() throws { try begin(writing: false) }

  package func endReading() throws {
    try translated { try connection.release(keeping: false) }
    try requireUnchanged()
  }

  private func begin(writing: Bool) throws {
    try translated {
      try connection.hold(writing: writing)
      do {
        // Nobody can change the model from here on; somebody may have since it was read.
        (version, schema) = try modelSource.newest()
      } catch {
        try connection.release(keeping: false)
        throw error
      }
    }
  }

  /// Keeps all that was changed since `begin`. Where that fails because others are reading, the
  /// transaction stays open.
  package func commit() throws {
    try translated { try connection.release(keeping: true) }
    tellComplaint()
    takeInLog()
  }

  /// Undoes all that was changed since `begin`, the model included.
  package func rollBack() throws {
    try translated {
      try connection.release(keeping: false)
      (version, schema) = try connection.transaction(writing: false) {
        try modelSource.newest()
      }
    }
  }

  /// True if a transaction is open. A full disk or an interrupted change undoes and ends it.
  package var isInTransaction: Bool { connection.isHeld && connection.isAlive }
}
