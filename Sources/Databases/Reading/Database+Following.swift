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
