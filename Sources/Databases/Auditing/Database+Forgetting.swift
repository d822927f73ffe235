import Engines
import FlagModel
import SQLText

extension Database {
  /// Deletes the rows of all changes before a time from the audit log, and returns their number.
  /// Call it within `write`.
  package func forgetChanges(before moment: String) throws -> Int64 {
    let reader = try LogReader(self)
    var cut = try reader.end + 1
    try reader.changes { change in
      guard change.time >= moment else { return false }
      cut = change.first
      return true
    }
    let isOld =
      dialect.log.transactions?.isOfChange(before: cut) ?? "l.id < \(.integer(cut))" as SQLText
    let count = try integer("SELECT count(*) FROM \(name: AuditObjects.log) AS l WHERE \(isOld)")
    guard let count, count > 0 else { return 0 }
    // An empty log would reuse the numbers of the deleted rows, so one row records the deletion.
    try auditLog()?.note(.forget, key: count)
    try connection.run("DELETE FROM \(name: AuditObjects.log) AS l WHERE \(isOld)")
    // The last entry before the remaining ones tells the model of that time.
    try connection.run(
      """
      DELETE FROM \(name: AuditObjects.changes) WHERE first < (
        SELECT max(first) FROM \(name: AuditObjects.changes) WHERE first < \(.integer(cut))
      )
      """)
    return count
  }
}
