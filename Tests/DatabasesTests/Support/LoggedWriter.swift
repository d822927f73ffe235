import CSQLite
import TestSupport
import Testing

/// A database with a write-ahead log that random transactions change, and what each state of it contains.
final class LoggedWriter {
  /// The rows of each table by their keys, each with its values by their columns.
  typealias Content = [String: [String: [String: String]]]

  let scratch: Scratch
  /// The contents before the log, and after each commit that is in it.
  private(set) var contents: [Content] = []
  private var dice: RandomSource
  private var handle: OpaquePointer?
  private var reader: OpaquePointer?
  private var commits = 0
  private var salts: [UInt8] = []
  private var tables = ["n", "k", "w"]

  init(seed: UInt64) throws {
    scratch = try Scratch()
    dice = RandomSource(seed: seed)
    #expect(sqlite3_open(scratch.path("log.db"), &handle) == SQLITE_OK)
    try run("PRAGMA page_size = \(one(of: [512, 1_024, 4_096]))")
    try run("PRAGMA encoding = '\(one(of: ["UTF-8", "UTF-16le", "UTF-16be"]))'")
    try run("PRAGMA auto_vacuum = \(one(of: [0, 0, 1, 2]))")
    try run("PRAGMA journal_mode = WAL")
    try run("CREATE TABLE n (id INTEGER PRIMARY KEY, a INT, b TEXT)")
    try run("CREATE TABLE k (id TEXT PRIMARY KEY, a INT, b TEXT)")
    try run("CREATE TABLE w (id TEXT PRIMARY KEY, a INT, b TEXT) WITHOUT ROWID")
    try run("CREATE INDEX na ON n (a, b); CREATE VIEW v AS SELECT * FROM n")
    let count = one(of: [0, 5, 50, 300])
    for table in tables {
      for _ in 0..<count { try run(insertion(into: table)) }
    }
    try run("PRAGMA wal_checkpoint(TRUNCATE)")
    let counter = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_wal_hook(
      handle,
      { counter, _, _, _ in
        if let counter {
          Unmanaged<LoggedWriter>.fromOpaque(counter).takeUnretainedValue().commits += 1
        }
        return SQLITE_OK
      }, counter)
    contents = [try content()]
  }

  deinit {
    sqlite3_close_v2(reader)
    sqlite3_close_v2(handle)
  }

  private func one<T>(of choices: [T]) -> T { choices[Int(dice.next() % UInt64(choices.count))] }

  private func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw PlainDatabase.Refusal(description: String(cString: sqlite3_errmsg(handle)) + ": " + sql)
    }
  }

  // MARK: Transactions

  /// Makes transactions and checkpoints.
  func work() throws {
    for _ in 0..<one(of: [3, 10, 25]) {
      switch dice.next() % 12 {
      case 0: try checkpoint()
      case 1: try toggleReader()
      case 2: try commit { try run(one(of: ["VACUUM", "PRAGMA incremental_vacuum(3)"])) }
      default: try commit { try changeInTransaction() }
      }
    }
  }

  private func commit(_ body: () throws -> Void) throws {
    let (before, count) = (contents[contents.count - 1], commits)
    try body()
    let isNew = try salts != saltsOfLog()
    salts = try saltsOfLog()
    if isNew { contents = [before] }
    if commits > count { contents.append(try content()) }
  }

  private func saltsOfLog() throws -> [UInt8] {
    Array(try scratch.bytes("log.db-wal").dropFirst(16).prefix(8))
  }

  private func changeInTransaction() throws {
    try run("BEGIN")
    // An earlier change may have dropped the table of a later one.
    for _ in 0..<one(of: [1, 1, 2, 5]) { sqlite3_exec(handle, change(), nil, nil, nil) }
    try run(dice.next() % 10 == 0 ? "ROLLBACK" : "COMMIT")
    tables = try texts("SELECT name FROM sqlite_schema WHERE type = 'table'")
  }

  private func checkpoint() throws {
    let kind = one(of: ["PASSIVE", "FULL", "RESTART", "TRUNCATE"])
    // A reader may prevent it, which is no error.
    sqlite3_exec(handle, "PRAGMA wal_checkpoint(\(kind))", nil, nil, nil)
    if try scratch.bytes("log.db-wal").isEmpty {
      contents = [contents[contents.count - 1]]
      salts = []
    }
  }

  /// Begins or ends a read transaction, which limits checkpoints and restarts of the log.
  private func toggleReader() throws {
    if reader != nil {
      sqlite3_close_v2(reader)
      reader = nil
      return
    }
    #expect(sqlite3_open(scratch.path("log.db"), &reader) == SQLITE_OK)
    sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM sqlite_schema", nil, nil, nil)
  }

  // MARK: Changes

  private func text(_ length: Int) -> String {
    let letter = Character(UnicodeScalar(UInt8(97 + dice.next() % 26)))
    return String(repeating: letter, count: length)
  }

  private func insertion(into table: String) -> String {
    let text = text(one(of: [0, 3, 20, 20, 200, 3_000]))
    let number = dice.next() % 1_000
    let key = table == "n" || table.hasPrefix("x") ? "\(number)" : "'key \(number)'"
    return
      "INSERT OR REPLACE INTO \(table) (id, a, b) VALUES (\(key), \(dice.next() % 8), '\(text)')"
  }

  private func change() -> String {
    let table = tables.isEmpty ? "n" : one(of: tables)
    let start = dice.next() % 60
    let some =
      "WHERE id IN (SELECT id FROM \(table) ORDER BY id LIMIT \(dice.next() % 4) OFFSET \(start))"
    let parts: [() -> String] = [
      { self.insertion(into: table) }, { self.insertion(into: table) },
      { "UPDATE \(table) SET a = a + 1 \(some)" },
      // The end of a long text changes, and only the last of its pages.
      { "UPDATE \(table) SET b = substr(b, 1, length(b) - 1) || 'Z' \(some)" },
      { "UPDATE \(table) SET b = b || '\(self.text(30))' \(some)" },
      { "UPDATE \(table) SET a = a \(some)" },
      { "DELETE FROM \(table) \(some)" },
      { self.dice.next() % 4 == 0 ? "DELETE FROM \(table)" : "UPDATE \(table) SET a = 9" },
      { "CREATE INDEX IF NOT EXISTS \(table)b ON \(table) (b)" },
      { "DROP INDEX IF EXISTS \(table)b" },
      { "CREATE TABLE IF NOT EXISTS x1 (id INTEGER PRIMARY KEY, a INT, b TEXT)" },
      { "DROP TABLE IF EXISTS x1" },
    ]
    return one(of: parts)()
  }

  // MARK: Contents

  private func content() throws -> Content {
    var content: Content = [:]
    for table in try texts("SELECT name FROM sqlite_schema WHERE type = 'table'") {
      content[table] = Self.rows(try texts(Self.query(of: table)))
    }
    return content
  }

  /// A query whose result has a line for each row: the key and the other values.
  static func query(of table: String) -> String {
    "SELECT id || char(31) || quote(a) || char(31) || quote(b) FROM \(table)"
  }

  static func rows(_ lines: [String]) -> [String: [String: String]] {
    var rows: [String: [String: String]] = [:]
    for line in lines {
      let parts = line.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
      rows[parts[0]] = ["a": parts[1], "b": parts[2]]
    }
    return rows
  }

  private func texts(_ sql: String) throws -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw PlainDatabase.Refusal(description: String(cString: sqlite3_errmsg(handle)))
    }
    defer { sqlite3_finalize(statement) }
    var texts: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      texts.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "NULL")
    }
    return texts
  }
}
