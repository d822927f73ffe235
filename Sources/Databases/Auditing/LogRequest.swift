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
  /// The most rows that are wanted; nil for all.
  package var most: Int64?

  package init() {}

  /// The condition on a row of the log `l` with its change `c`.
  func condition(_ words: any LogWords) -> SQLText {
    var parts: [SQLText] = ["1 = 1"]
    if let entity { parts.append("l.entity = \(.text(entity.text))") }
    if let key { parts.append("l.\"key\" = \(.integer(key))") }
    if let who { parts.append("\(words.person) = \(.text(who))") }
    if let since { parts.append("\(words.time) >= \(.text(since), of: .date)") }
    if let until { parts.append("\(words.time) < \(.text(until), of: .date)") }
    return parts.joined(by: " AND ")
  }
}

/// A value that was changed, or a record that came or went.
package struct LoggedValue: Sendable {
  /// The number of its row.
  package let id: Int64
  /// The number of the change that it is part of.
  package let change: Int64
  package let time: String
  /// The person who ran flagdb. Another program leaves none in a file, and its role on a server.
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
  /// The number of its transaction, where rows of others may stand between its own.
  let transaction: Int64?

  /// True if flagdb made it, and not another program.
  package var isOurs: Bool { command != nil }

  /// True if a row of a transaction may belong to it.
  func has(_ row: Int64, _ transaction: Int64?) -> Bool {
    (first...last).contains(row) && self.transaction == transaction
  }

  /// The condition that a row `l` of the log belongs to it.
  var condition: SQLText {
    let within: SQLText = "l.id BETWEEN \(.integer(first)) AND \(.integer(last))"
    guard let transaction else { return within }
    let own: SQLText = "l.\"transaction\" = \(.integer(transaction)) AND \(within)"
    if isOurs { return own }
    return "\(own) AND \(LogNames.isOfOthers("l"))"
  }
}
