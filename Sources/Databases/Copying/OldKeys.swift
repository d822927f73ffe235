import FlagModel
import Migrations
import SQLText

/// The numbers that the records of an entity get for keys that are none. They are kept in a temporary
/// table, since there may be as many as records.
final class OldKeys {
  private let finder: Statement
  private let connection: Connection

  init(_ keys: NumberedKeys, of source: Database, in connection: Connection) throws {
    self.connection = connection
    let table: SQLText = "temp.\(name: "flagdb_keys_\(keys.name)")"
    try connection.run("CREATE TABLE \(table) (old PRIMARY KEY, new INTEGER) WITHOUT ROWID")
    let insertion = try connection.prepare("INSERT INTO \(table) VALUES (\(.null), \(.null))")
    var number: Int64 = 0
    let rows = try source.rows(keys.query)
    while try rows.next() {
      // SQLite lets a key that is no number be NULL, which nothing refers to.
      if rows.value(at: 0) == .null { continue }
      number += 1
      try insertion.bind(rows.value(at: 0), at: 1)
      try insertion.bind(.integer(number), at: 2)
      try insertion.runAgain()
    }
    finder = try connection.prepare("SELECT new FROM \(table) WHERE old = \(.null)")
  }

  /// The number of an old key; nil if no record has that.
  func number(of old: Value) throws -> Int64? {
    defer { finder.reset() }
    try finder.bind(old, at: 1)
    guard try finder.step(), case .integer(let number) = finder.value(at: 0) else { return nil }
    return number
  }
}
