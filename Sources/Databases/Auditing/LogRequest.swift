package import FlagModel
import SQLText

/// The part of a log that is asked for.
package struct LogRequest: Sendable {
  package var entity: Name?
  package var key: Int64?
  package var who: String?
  /// The moments between which a change was made, as they are stored.
  package var since: String?
  package var until: String?
  /// The number of one change.
  package var change: Int64?

  package init() {}

  /// The condition on a row of the log `l` with its change `c`.
  var condition: SQLText {
    var parts: [SQLText] = ["1"]
    if let entity { parts.append("l.entity = \(.text(entity.text))") }
    if let key { parts.append("l.\"key\" = \(.integer(key))") }
    if let who { parts.append("c.last >= l.id AND c.who = \(.text(who))") }
    if let since { parts.append("\(Self.time) >= \(.text(since))") }
    if let until { parts.append("\(Self.time) < \(.text(until))") }
    return parts.joined(by: " AND ")
  }

  /// The time of a change, or of the statement of a program that left no other.
  static let time: SQLText = """
    CASE WHEN c.last >= l.id THEN c.time ELSE \(ownTime) END
    """
  static let ownTime: SQLText = "strftime('%Y-%m-%d %H:%M:%f', l.time / 1000.0, 'unixepoch')"

  /// The change that a row belongs to, or the last one before it.
  static let change: SQLText = """
    LEFT JOIN \(name: AuditObjects.changes) c ON c.first = (
      SELECT first FROM \(name: AuditObjects.changes) WHERE first <= l.id ORDER BY first DESC LIMIT 1
    )
    """
}

/// A value that was changed, or a record that came or went.
package struct LoggedValue: Sendable {
  /// The number of its row.
  package let id: Int64
  /// The number of the change that it is part of.
  package let change: Int64
  package let time: String
  /// Nil if another program made it.
  package let who: String?
  package let entity: Name?
  package let key: Int64
  /// `insert`, `update`, `delete`, `link`, `unlink` or what is no change of a record.
  package let what: String
  package let property: Name?
  /// The values in names.
  package let before: Value
  package let after: Value
}

/// The work of one command, or of one statement of another program.
package struct LoggedChange: Hashable, Sendable {
  /// Its number, which is that of its first row.
  package let first: Int64
  package let last: Int64
  package let time: String
  package let who: String?
  package let command: String?
  /// The version of the model that it was made by.
  let model: Int64
  /// The change that it takes back.
  package let undoes: Int64?
  /// The change that takes it back.
  package let undoneBy: Int64?
}
