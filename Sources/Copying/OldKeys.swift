import Databases
import Engines
import FlagModel
import SQLText
import SQLiteEngine

/// Maps the keys of an entity that are not integers to new numbers. The map is in a temporary
/// database, because it can be as large as the table. Keys are compared by their bytes, because
/// texts need not be UTF-8.
final class OldKeys {
  private let finder: any Statement
  private let reverse: any Statement
  private let connection: any Connection

  init(_ keys: NumberedKeys, of source: Database) throws {
    connection = try DatabaseDraft.temporary()
    // One transaction, which is never committed, is faster than one for each key.
    try connection.begin(writing: true)
    let table: SQLText = "keys"
    try connection.run("CREATE TABLE \(table) (new INTEGER PRIMARY KEY, old UNIQUE)")
    let insertion = try connection.prepare("INSERT INTO \(table) VALUES (\(.null), \(.null))")
    var number: Int64 = 0
    do {
      try source.rows(keys.query).pass { row in
        // SQLite allows NULL in a primary key that is not an integer, but nothing refers to it.
        if row.cells[0] == .null { return }
        number += 1
        try insertion.bind(.integer(number), at: 1)
        _ = try insertion.runForValue(binding: row.cells[0], of: row, at: 2)
      }
    } catch let error as DatabaseError where error.cause?.isCorruption == true {
      // The copy of the records finds the same damaged page, and reports it.
    }
    finder = try connection.prepare("SELECT new FROM \(table) WHERE old = \(.null)")
    reverse = try connection.prepare("SELECT old FROM \(table) WHERE new = \(.null)")
  }

  /// The number for an old key; nil if no record has that key.
  func number(of old: StoredRow.Cell, in row: StoredRow) throws -> Int64? {
    guard case .integer(let number)? = try finder.runForValue(binding: old, of: row, at: 1) else {
      return nil
    }
    return number
  }

  /// The old key for a number.
  func key(of number: Value) throws -> Value? {
    try reverse.bind(number, at: 1)
    return try reverse.runForValue()
  }
}
