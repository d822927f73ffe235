import Engines
import FlagModel
import SQLText

extension Database {
  /// Takes the rows of all changes before a moment out of the log, but for the newest change, and
  /// answers with their number. Call it within `write`.
  package func forgetChanges(before moment: String) throws -> Int64 {
    let reader = try LogReader(self)
    var cut: Int64?
    try reader.changes { change in
      guard change.time >= moment || cut == nil else { return false }
      cut = change.first
      return true
    }
    guard let cut else { return 0 }
    let isOld: SQLText =
      dialect.log.tellsTransactions
      ? ChangesOfTransactions.isOfChange(before: cut) : "id < \(.integer(cut))"
    let rows: SQLText = dialect.log.tellsTransactions ? " AS l" : ""
    try connection.run("DELETE FROM \(name: AuditObjects.log)\(rows) WHERE \(isOld)")
    let count = connection.changes
    // The last one before the rest says which model was in force.
    try connection.run(
      """
      DELETE FROM \(name: AuditObjects.changes) WHERE first < (
        SELECT max(first) FROM \(name: AuditObjects.changes) WHERE first < \(.integer(cut))
      )
      """)
    if count > 0 { try AuditLog(of: connection)?.note(.forget, key: count) }
    return count
  }
}
