import Databases
import Engines
import FlagModel
import SQLText

/// Finds the rows of a log that belong to one change.
protocol ChangeFinder {
  /// The change that a row belongs to; nil if there is no such row.
  func change(ofRow row: Int64) throws -> LoggedChange?
  /// The change with a number; nil if there is none.
  func change(_ number: Int64) throws -> LoggedChange?
  /// Passes the changes whose numbers are below a row to the body, newest first, until it returns
  /// false.
  func changes(before row: Int64, _ body: (LoggedChange) throws -> Bool) throws
}

/// The changes of a log with one writer at a time: each change is a range of rows.
struct ChangesOfRanges: ChangeFinder {
  let connection: any Connection
  let version: Int64
  let undone: [Int64: Int64]

  private var auditDialect: any AuditDialect { connection.dialect.log }

  func change(ofRow row: Int64) throws -> LoggedChange? {
    row < .max ? try change(before: row + 1) : nil
  }

  func changes(before row: Int64, _ body: (LoggedChange) throws -> Bool) throws {
    var row = row
    while let change = try change(before: row), try body(change) { row = change.first }
  }

  /// The newest change before a row; nil if there is none.
  private func change(before row: Int64) throws -> LoggedChange? {
    let newest = try connection.prepare(
      """
      SELECT l.id, l.time, \(auditDialect.ownTime), c.first, c.last, c.time, c.who, c.command, c.model, \
      c.undoes, (SELECT change FROM \(name: LogNames.log) WHERE id = c.first AND entity = '') \
      FROM \(name: LogNames.log) l \(auditDialect.join) \
      WHERE l.id < \(.integer(row)) ORDER BY l.id DESC LIMIT 1
      """)
    guard try newest.step(), case .integer(let id) = newest.value(at: 0) else { return nil }
    let model = newest.integer(at: 8) ?? version
    if let first = newest.integer(at: 3), let last = newest.integer(at: 4), last >= id {
      return LoggedChange(
        first: first, last: last, time: newest.text(at: 5) ?? "", who: newest.text(at: 6),
        command: newest.text(at: 7), model: model, undoes: newest.integer(at: 9),
        undoneBy: undone[first], transaction: nil,
        note: newest.text(at: 10).flatMap(AuditLog.Note.init(rawValue:)),
        condition: Self.condition(from: first, to: last))
    }
    // All rows of one statement have the same time.
    let first = try connection.value(
      """
      SELECT id + 1 FROM \(name: LogNames.log) WHERE id < \(.integer(id)) \
      AND (id <= \(.integer(newest.integer(at: 4) ?? 0)) OR time <> \(newest.value(at: 1))) \
      ORDER BY id DESC LIMIT 1
      """)
    let oldest = try connection.value("SELECT min(id) FROM \(name: LogNames.log)")
    let start = if case .integer(let start)? = first ?? oldest { start } else { id }
    return LoggedChange(
      first: start, last: id, time: newest.text(at: 2) ?? "", who: nil, command: nil, model: model,
      undoes: nil, undoneBy: undone[start], transaction: nil, note: nil,
      condition: Self.condition(from: start, to: id))
  }

  private static func condition(from first: Int64, to last: Int64) -> SQLText {
    "l.id BETWEEN \(.integer(first)) AND \(.integer(last))"
  }

  func change(_ number: Int64) throws -> LoggedChange? {
    guard let change = try self.change(ofRow: number) else { return nil }
    // The statement of another program may continue after this row.
    guard change.command == nil, change.first == number else {
      if change.first == number { return change }
      return nil
    }
    let last = try connection.value(
      """
      SELECT max(l.id) FROM \(name: LogNames.log) l WHERE l.id >= \(.integer(number)) \
      AND l.id < coalesce((
        SELECT min(first) FROM \(name: LogNames.changes) WHERE first > \(.integer(number))
      ), 9223372036854775807) AND l.id < coalesce((
        SELECT min(o.id) FROM \(name: LogNames.log) o WHERE o.id > \(.integer(number)) AND o.time \
      <> (SELECT time FROM \(name: LogNames.log) WHERE id = \(.integer(number)))
      ), 9223372036854775807)
      """)
    guard case .integer(let last) = last, last > change.last else { return change }
    return try self.change(ofRow: last)
  }
}

extension Statement {
  func integer(at column: Int) -> Int64? {
    if case .integer(let number) = value(at: column) { number } else { nil }
  }

  func text(at column: Int) -> String? {
    if case .text(let text) = value(at: column) { text } else { nil }
  }
}
