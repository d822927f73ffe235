internal import CSQLite
import SQLText

/// Stops what a database is doing, from any thread, as long as the database is open.
package struct Interrupter: @unchecked Sendable {
  private let handle: OpaquePointer

  fileprivate init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  /// Ends the statement that is running, whose transaction fails.
  package func interrupt() {
    sqlite3_interrupt(handle)
  }
}

extension Database {
  package var interrupter: Interrupter { Interrupter(connection.handle) }

  /// A number that is another one whenever another connection has changed the file.
  package func dataVersion() throws -> Int64? {
    try integer("PRAGMA data_version")
  }

  /// The number of rows that this connection has changed so far.
  package var totalChanges: Int64 { sqlite3_total_changes64(connection.handle) }
}
