package import Engines
import FlagModel

// For observers of a database that changes.

extension Database {
  package var interrupter: Interrupter { connection.interrupter }

  /// A number that differs after another connection has changed the file.
  package func dataVersion() throws -> Int64? {
    let version = try translated { try connection.dataVersion() }
    return if case .integer(let number)? = version { number } else { nil }
  }

  /// The number of rows that this connection has changed.
  package var totalChanges: Int64 { connection.totalChanges }
}
