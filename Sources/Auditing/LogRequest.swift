import Databases
package import FlagModel
import SQLText

/// A request for a part of the audit log.
package struct LogRequest: Sendable {
  /// The names of the table of the entity; empty for all entities.
  package var tables: [Name] = []
  /// The numbers of the entity and its descendants in a Core Data store.
  package var kinds: [Value]?
  package var key: Int64?
  package var who: String?
  /// The earliest and the latest time of the changes, in their stored form.
  package var since: String?
  package var until: String?
  /// The number of one change.
  package var change: Int64?
  /// The maximum number of rows; nil for all.
  package var most: Int64?
  /// True for values as they are stored, without names.
  package var isRaw = false

  package init() {}

  /// True for a change at this time by this person.
  func matches(time: String, who: String?) -> Bool {
    if let since, time < since { return false }
    if let until, time >= until { return false }
    return self.who == nil || self.who == who
  }

  /// The condition on a row `l` of the log with its change `c`.
  func condition(_ auditDialect: any AuditDialect) -> SQLText {
    var parts: [SQLText] = ["1 = 1"]
    if !tables.isEmpty {
      let names = tables.map { "\(.text($0.text))" as SQLText }
      parts.append("l.entity IN (\(names.joined(by: ", ")))")
    }
    if let key { parts.append("l.\"key\" = \(.integer(key))") }
    if let who { parts.append("\(auditDialect.person) = \(.text(who))") }
    if let since { parts.append("\(auditDialect.time) >= \(.text(since), of: .date)") }
    if let until { parts.append("\(auditDialect.time) < \(.text(until), of: .date)") }
    return parts.joined(by: " AND ")
  }
}

/// A changed value, or an inserted or deleted record.
package struct LoggedValue: Sendable {
  /// The number of the row.
  package let id: Int64
  /// The number of the change.
  package let change: Int64
  package let time: String
  /// The person who ran flagdb. For another program, it is nil in a file, and the role on a server.
  package let who: String?
  package let entity: Name?
  package let key: Int64
  /// `insert`, `update`, `delete`, `link`, `unlink`, or the name of a note.
  package let what: String
  package let property: Name?
  /// The values by their names.
  package let before: Value
  package let after: Value
}

/// The work of one command of flagdb, or of one statement of another program.
package struct LoggedChange: Hashable, Sendable {
  /// The number of the change, which is the number of its first row.
  package let first: Int64
  package let last: Int64
  package let time: String
  package let who: String?
  package let command: String?
  /// The version of the model at the time of the change.
  let model: Int64
  /// The number of the change that this one undoes.
  package let undoes: Int64?
  /// The number of the change that undid this one.
  package let undoneBy: Int64?
  /// The transaction number, if rows of other transactions may be between its rows.
  let transaction: Int64?
  /// The note of flagdb with which the change begins; nil for a change of records.
  let note: AuditLog.Note?
  /// The condition that a row `l` of the log belongs to the change.
  let condition: SQLText

  /// True if flagdb made the change, false for another program.
  package var isOurs: Bool { command != nil }

  /// True if a row of a transaction belongs to the change.
  func has(_ row: Int64, _ transaction: Int64?) -> Bool {
    (first...last).contains(row) && self.transaction == transaction
  }
}
