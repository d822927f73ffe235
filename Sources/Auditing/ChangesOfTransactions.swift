import Databases
import Engines
import FlagModel
import SQLText

/// The changes of a log with concurrent writers. The transaction number assigns a row to its
/// change. If flagdb did not record a change, each transaction is one change.
/// See Documentation/Decisions/server-audit-log-records-transactions.md.
struct ChangesOfTransactions: ChangeFinder {
  let log: any TransactionLog
  let connection: any Connection
  let version: Int64
  let undone: [Int64: Int64]

  private func change(_ row: any Statement) -> LoggedChange? {
    guard let first = row.integer(at: 0), let last = row.integer(at: 1),
      let transaction = row.integer(at: 2)
    else { return nil }
    let command = row.text(at: 5)
    return LoggedChange(
      first: first, last: last, time: row.text(at: 3) ?? "", who: row.text(at: 4),
      command: command, model: row.integer(at: 6) ?? version, undoes: row.integer(at: 7),
      undoneBy: undone[first], transaction: transaction,
      note: row.text(at: 8).flatMap(AuditLog.Note.init(rawValue:)),
      condition: log.isOfChange(
        of: transaction, from: first, to: last, isOurs: command != nil))
  }

  func change(ofRow row: Int64) throws -> LoggedChange? {
    let rows = try connection.prepare(log.changes(ofRow: row))
    return try rows.step() ? change(rows) : nil
  }

  func change(_ number: Int64) throws -> LoggedChange? {
    let change = try change(ofRow: number)
    return change?.first == number ? change : nil
  }

  /// The questions with which each search begins.
  static func questions(_ log: any TransactionLog) -> [SQLText] {
    [log.preparation, AuditLog.newestRow]
  }

  /// The question for the newest changes, with which the search for the newest one begins.
  static func newest(_ log: any TransactionLog) -> SQLText {
    log.changes(firstInNewest: firstCount)
  }

  private static let firstCount: Int64 = 1_000

  /// Searches the newest rows first, and doubles the range with each step.
  func changes(before row: Int64, _ body: (LoggedChange) throws -> Bool) throws {
    _ = try connection.value(log.preparation)
    guard case .integer(let newest)? = try connection.value(AuditLog.newestRow) else { return }
    var end = min(newest + 1, row)
    var count = Self.firstCount
    while end > 0 {
      let start = max(0, end - count)
      let question = end > newest ? Self.newest(log) : log.changes(firstIn: start..<end)
      for change in try changes(question) where try !body(change) { return }
      end = start
      count = min(2 * count, 1 << 40)
    }
  }

  private func changes(_ question: SQLText) throws -> [LoggedChange] {
    let rows = try connection.prepare(question)
    var changes: [LoggedChange] = []
    while try rows.step() {
      if let change = change(rows) { changes.append(change) }
    }
    return changes
  }
}
