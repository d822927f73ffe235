// A transaction that spans several calls of `read` and `write`.

import Engines
package import SQLText

/// Ends a change whose transaction is rolled back on purpose.
private struct Undone: Error {}

extension Database {
  /// Begins a transaction that stays open until `commit` or `rollBack`. Meanwhile, every `write` is
  /// a nested transaction, which is rolled back alone if it throws. The database must be open for
  /// writing.
  package func begin() throws { try begin(writing: true) }

  /// Runs the body in a transaction that is always rolled back, and returns its result.
  /// - Parameter ofLog: the first queries of the body on the audit log, for a server.
  package func writeInVain<Result>(
    asking ofLog: [SQLText] = [], _ body: () throws -> Result
  ) throws -> Result {
    var result: Result?
    connection.leaveLog()
    do {
      try write(asking: ofLog) {
        result = try body()
        try requireDeferredConstraints()
        throw Undone()
      }
    } catch is Undone {}
    guard let result else { throw Undone() }
    return result
  }

  /// Throws the error that a commit would have, for a dry run.
  package func requireDeferredConstraints() throws {
    try translated { try connection.requireDeferredConstraints() }
  }

  /// The same, after the last change of the transaction, with the next query.
  package func requireDeferredConstraintsWithNext() throws {
    try translated { try connection.requireDeferredConstraintsWithNext() }
  }

  /// Begins a read transaction, which lasts until `endReading`.
  package func beginReading() throws { try begin(writing: false) }

  package func endReading() throws {
    try translated { try connection.release(keeping: false) }
    try requireUnchanged()
  }

  private func begin(writing: Bool) throws {
    if kind.storesModel { connection.expect([ModelTable.newestQuestion]) }
    try translated {
      try connection.hold(writing: writing)
      do {
        // From now on the model cannot change, but it may have changed since it was read.
        (version, schema) = try modelSource.newest()
      } catch {
        try connection.release(keeping: false)
        throw error
      }
    }
  }

  /// Commits all changes since `begin`. If that fails because of readers, the transaction stays
  /// open.
  package func commit() throws {
    try translated { try connection.release(keeping: true) }
    tellComplaint()
    takeInLog()
  }

  /// Rolls back all changes since `begin`, including the model.
  package func rollBack() throws {
    try translated {
      try connection.release(keeping: false)
      (version, schema) = try connection.transaction(writing: false) {
        try modelSource.newest()
      }
    }
  }

  /// True if a transaction is open. A full disk or an interrupted change may have rolled it back
  /// and ended it.
  package var isInTransaction: Bool { connection.isHeld && connection.isAlive }
}
