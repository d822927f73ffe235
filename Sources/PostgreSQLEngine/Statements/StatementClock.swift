import Engines
internal import Platform

/// Measures a statement for the program that traces its connection.
struct StatementClock {
  private let sql: String
  private let start = monotonicMicroseconds()
  private let report: (FinishedStatement) -> Void
  /// The number of returned rows.
  var rows = 0

  /// Nil if nobody traces the connection.
  init?(_ sql: String, of connection: LibpqConnection) {
    guard let report = connection.onStatement else { return nil }
    self.sql = sql
    self.report = report
  }

  func end() {
    report(
      FinishedStatement(
        sql: sql, nanoseconds: (monotonicMicroseconds() - start) * 1_000, rows: rows))
  }
}
