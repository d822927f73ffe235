import Engines
import FlagModel
import Migrations
import SQLText
import SQLiteEngine

/// The numbers that the records of an entity get for keys that are none. They are kept in a temporary
/// database, since there may be as many as records. Keys are compared by their bytes: texts need not be
/// UTF-8.
final class OldKeys {
  private let finder: any Statement
  private let reverse: any Statement
  private let connection: any Connection

  init(_ keys: NumberedKeys, of source: Database) throws {
    connection = try DatabaseDraft.temporary()
    // It is never kept, and each number by itself would be.
    try connection.begin(writing: true)
    let table: SQLText = "keys"
    try connection.run("CREATE TABLE \(table) (new INTEGER PRIMARY KEY, old UNIQUE)")
    let insertion = try connection.prepare("INSERT INTO \(table) VALUES (\(.null), \(.null))")
    var number: Int64 = 0
    do {
      try source.rows(keys.query).pass { row in
        // SQLite lets a key that is not a number be NULL, which nothing refers to.
        if row.cells[0] == .null { return }
        number += 1
        try insertion.bind(.integer(number), at: 1)
        _ = try insertion.runForValue(binding: row.cells[0], of: row, at: 2)
      }
    } catch let error as DatabaseError where error.cause?.isCorruption == true {
      // Whoever copies the records comes to the same page, and tells of it.
    }
    finder = try connection.prepare("SELECT new FROM \(table) WHERE old = \(.null)")
    reverse = try connection.prepare("SELECT old FROM \(table) WHERE new = \(.null)")
  }

  /// The number of an old key; nil if no record has that.
  func number(of old: StoredRow.Cell, in row: StoredRow) throws -> Int64? {
    guard case .integer(let number)? = try finder.runForValue(binding: old, of: row, at: 1) else {
      return nil
    }
    return number
  }

  /// The key for which a record got a number.
  func key(of number: Value) throws -> Value? {
    try reverse.bind(number, at: 1)
    return try reverse.runForValue()
  }
}
