import Engines
import FlagModel
import SQLText

/// The changes of a log with concurrent writers. The transaction number assigns a row to its
/// change. If flagdb did not record a change, each transaction is one change.
/// See Documentation/Decisions/server-audit-log-records-transactions.md.
struct ChangesOfTransactions: ChangeFinder {
  let connection: any Connection
  let version: Int64
  let undone: [Int64: Int64]

  /// The condition that a row `l` belongs to a change whose number is below the given one. Later
  /// rows may belong to it too.
  static func isOfChange(before number: Int64) -> SQLText {
    let cut: SQLText = "\(.integer(number))"
    return """
      l.id < \(cut) OR EXISTS (SELECT 1 FROM \(name: AuditObjects.changes) AS ours \
      WHERE ours."transaction" = l."transaction" AND l.id BETWEEN ours.first AND ours.last \
      AND ours.first < \(cut)) OR \(LogNames.isOfOthers("l")) AND (l."transaction", l.time) IN \
      (SELECT e."transaction", e.time FROM \(name: AuditObjects.log) AS e WHERE e.id < \(cut) \
      AND \(LogNames.isOfOthers("e")))
      """
  }

  /// The columns of `o`, the first row of a change by another program.
  private static var ofOthers: SQLText {
    """
    o.first, (SELECT max(id) FROM \(name: AuditObjects.log) AS r \
    WHERE r."transaction" = o."transaction" AND r.time = o.time AND \(LogNames.isOfOthers("r"))), \
    o."transaction", o.time, o.role, NULL, (SELECT model FROM \(name: AuditObjects.changes) \
    WHERE first <= o.first ORDER BY first DESC LIMIT 1), NULL
    """
  }

  private static let ofOurs: SQLText =
    "c.first, c.last, c.\"transaction\", c.time, c.who, c.command, c.model, c.undoes"

  private func change(_ row: any Statement) -> LoggedChange? {
    guard let first = row.integer(at: 0), let last = row.integer(at: 1) else { return nil }
    return LoggedChange(
      first: first, last: last, time: row.text(at: 3) ?? "", who: row.text(at: 4),
      command: row.text(at: 5), model: row.integer(at: 6) ?? version, undoes: row.integer(at: 7),
      undoneBy: undone[first], transaction: row.integer(at: 2))
  }

  func change(ofRow row: Int64) throws -> LoggedChange? {
    let found = try connection.prepare(
      """
      SELECT \(Self.ofOurs) FROM \(name: AuditObjects.changes) AS c \
      JOIN \(name: AuditObjects.log) AS l ON c."transaction" = l."transaction" \
      AND l.id BETWEEN c.first AND c.last WHERE l.id = \(.integer(row)) \
      UNION ALL SELECT \(Self.ofOthers) FROM (SELECT min(f.id) AS first, f."transaction", f.time, \
      min(f.role) AS role FROM \(name: AuditObjects.log) AS l JOIN \(name: AuditObjects.log) AS f \
      ON f."transaction" = l."transaction" AND f.time = l.time WHERE l.id = \(.integer(row)) \
      AND \(LogNames.isOfOthers("l")) AND \(LogNames.isOfOthers("f")) GROUP BY f."transaction", f.time) AS o
      """)
    return try found.step() ? change(found) : nil
  }

  func change(_ number: Int64) throws -> LoggedChange? {
    try change(ofRow: number).flatMap { $0.first == number ? $0 : nil }
  }

  /// Searches the newest rows first, and doubles the range with each step.
  func changes(before row: Int64, _ body: (LoggedChange) throws -> Bool) throws {
    // PostgreSQL would compile each statement just in time, which takes longer than its run.
    _ = try connection.value("SELECT set_config('jit', 'off', true)")
    guard
      case .integer(var end)? = try connection.value(
        "SELECT max(id) + 1 FROM \(name: AuditObjects.log)")
    else { return }
    end = min(end, row)
    var count: Int64 = 1_000
    while end > 0 {
      let start = max(0, end - count)
      for change in try changes(from: start, to: end) where try !body(change) { return }
      end = start
      count = min(2 * count, 1 << 40)
    }
  }

  /// The changes whose first rows are in a range, newest first.
  private func changes(from start: Int64, to end: Int64) throws -> [LoggedChange] {
    let within: SQLText = "BETWEEN \(.integer(start)) AND \(.integer(end - 1))"
    let rows = try connection.prepare(
      """
      SELECT \(Self.ofOurs) FROM \(name: AuditObjects.changes) AS c WHERE c.first \(within) \
      AND EXISTS (SELECT 1 FROM \(name: AuditObjects.log) AS l WHERE l.id = c.first) UNION ALL SELECT \(Self.ofOthers) FROM (SELECT min(l.id) AS first, l."transaction", l.time, \
      min(l.role) AS role FROM \(name: AuditObjects.log) AS l WHERE l.id \(within) \
      AND \(LogNames.isOfOthers("l")) GROUP BY l."transaction", l.time) AS o WHERE NOT EXISTS (SELECT 1 \
      FROM \(name: AuditObjects.log) AS e WHERE e."transaction" = o."transaction" AND e.time = o.time \
      AND e.id < \(.integer(start)) AND \(LogNames.isOfOthers("e"))) ORDER BY 1 DESC
      """)
    var changes: [LoggedChange] = []
    while try rows.step() {
      if let change = change(rows) { changes.append(change) }
    }
    return changes
  }
}
