package import Engines
import FlagModel

// The questions of those who follow a database while it changes.

extension Database {
  package var interrupter: Interrupter { connection.interrupter }

  /// A number that is another one whenever another connection has changed the file.
  package func dataVersion() throws -> Int64? {
    let version = try translated { try connection.dataVersion() }
    return if case .integer(let number)? = version { number } else { nil }
  }

  /// The number of rows that this connection has changed so far.
  package var totalChanges: Int64 { connection.totalChanges }
}
