import CSQLite

@testable import Databases
@testable import SQLiteEngine

struct RaceError: Error, CustomStringConvertible {
  let message: String
  var description: String { "error: \(message)" }
}

/// One connection by SQLite's own interface. Records are as large as pages, so that a transaction
/// writes about as many pages as records.
final class Store {
  /// The records of one writer, which nobody else changes.
  static let records = 250
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  init(_ path: String, isGuarded: Bool) throws {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &opened, flags, isGuarded ? try LogGuard.vfs() : nil) == SQLITE_OK,
      let opened
    else { throw RaceError(message: "cannot open \(path)") }
    handle = opened
    sqlite3_busy_timeout(handle, 10_000)
    // Power cuts are not the matter here.
    try run("PRAGMA synchronous = OFF")
  }

  func close() {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Makes the tables for so many writers.
  func create(writers: Int) throws {
    try run("PRAGMA journal_mode = WAL")
    try run("CREATE TABLE done (writer INTEGER PRIMARY KEY, number INTEGER NOT NULL)")
    try run("CREATE TABLE record (id INTEGER PRIMARY KEY, number INTEGER NOT NULL, text BLOB)")
    try run("CREATE INDEX record_number ON record (number)")
    try run("BEGIN")
    for writer in 0..<writers {
      try run("INSERT INTO done VALUES (\(writer), 0)")
      for index in 0..<Self.records {
        try run("INSERT INTO record VALUES (\(writer * Self.records + index), 0, zeroblob(3500))")
      }
    }
    try run("COMMIT")
  }

  /// Runs a statement that is kept for the next time; the number in its first row.
  @discardableResult
  func run(_ sql: String, _ values: Int...) throws -> Int? {
    let statement = try prepared(sql)
    defer { sqlite3_reset(statement) }
    for (index, value) in values.enumerated() {
      sqlite3_bind_int64(statement, Int32(index + 1), Int64(value))
    }
    var number: Int?
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: number = number ?? Int(sqlite3_column_int64(statement, 0))
      case SQLITE_DONE: return number
      default: throw RaceError(message: String(cString: sqlite3_errmsg(handle)))
      }
    }
  }

  func text(_ sql: String) throws -> String {
    let statement = try prepared(sql)
    defer { sqlite3_reset(statement) }
    guard sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0) else {
      throw RaceError(message: String(cString: sqlite3_errmsg(handle)))
    }
    return String(cString: text)
  }

  /// Takes the log into the file, as far as others let it; false if something else went wrong.
  func checkpoint() -> Bool {
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    return [SQLITE_OK, SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xff)
  }

  private func prepared(_ sql: String) throws -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw RaceError(message: String(cString: sqlite3_errmsg(handle)))
    }
    statements[sql] = statement
    return statement
  }
}
