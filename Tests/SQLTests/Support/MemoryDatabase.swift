import CSQLite
import FlagModel

@testable import Databases
@testable import Migrations
@testable import SQLText
@testable import SQLiteEngine

/// A small database in memory, made from a schema's own DDL and used as a stranger would use it:
/// SQLite with the functions that predicates need, with its foreign keys on and texts in double quotes off.
final class MemoryDatabase {
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  private var handle: OpaquePointer?

  convenience init(_ schema: Schema = .empty) throws {
    try self.init(copying: [])
    for object in schemaObjects(of: schema, in: SQLiteDialect()) { try run(object.sql) }
  }

  /// A database with these bytes, as `image` gives them.
  init(copying image: [UInt8]) throws {
    guard sqlite3_open(":memory:", &handle) == SQLITE_OK else { throw refusal }
    if !image.isEmpty { try load(image) }
    _ = flagdb_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0)
    _ = flagdb_db_config(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
    _ = flagdb_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    if let handle { SQLFunctions.add(to: handle) }
    try run("PRAGMA foreign_keys = ON")
  }

  private func load(_ image: [UInt8]) throws {
    let size = sqlite3_int64(image.count)
    // SQLite frees it, also if it refuses the image.
    let bytes = sqlite3_malloc64(UInt64(image.count)).map { start in
      UnsafeMutableRawBufferPointer(start: start, count: image.count)
    }
    bytes?.copyBytes(from: image)
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
    let start = bytes?.baseAddress?.assumingMemoryBound(to: UInt8.self)
    guard sqlite3_deserialize(handle, "main", start, size, size, flags) == SQLITE_OK else {
      throw refusal
    }
  }

  /// The bytes of the file that the database would be.
  func image() throws -> [UInt8] {
    var size: sqlite3_int64 = 0
    guard let start = sqlite3_serialize(handle, "main", &size, 0) else { throw refusal }
    defer { sqlite3_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(size)))
  }

  deinit {
    sqlite3_close(handle)
  }

  /// Runs a piece of SQL, as SQLite's dialect writes it.
  @discardableResult
  func run(_ sql: SQLText) throws -> [[Value]] {
    try run(sql.written(in: SQLiteDialect()))
  }

  /// Runs one statement as it stands.
  @discardableResult
  func run(_ text: String) throws -> [[Value]] {
    try run(SQLStatement(text: text))
  }

  @discardableResult
  func run(_ sql: SQLStatement) throws -> [[Value]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql.text, -1, &statement, nil) == SQLITE_OK else {
      throw refusal
    }
    defer { sqlite3_finalize(statement) }
    for (index, value) in sql.bindings.enumerated() {
      bind(value, to: statement, at: Int32(index + 1))
    }
    var rows: [[Value]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append((0..<sqlite3_column_count(statement)).map { value(of: statement, at: $0) })
      case SQLITE_DONE: return rows
      default: throw refusal
      }
    }
  }

  /// Runs a whole script, as `sqlite3` does.
  func runScript(_ text: String) throws {
    guard sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else { throw refusal }
  }

  /// The words in which a statement is refused; nil if it is not.
  func complaint(_ text: String) -> String? {
    do {
      try run(text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private var refusal: Refusal { Refusal(description: String(cString: sqlite3_errmsg(handle))) }

  private func bind(_ value: Value, to statement: OpaquePointer?, at index: Int32) {
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let number): sqlite3_bind_int64(statement, index, number)
    case .real(let number): sqlite3_bind_double(statement, index, number)
    case .text(let text): _ = flagdb_bind_text(statement, index, text, Int64(text.utf8.count))
    case .blob(let bytes): _ = flagdb_bind_blob(statement, index, bytes, Int64(bytes.count))
    }
  }

  private func value(of statement: OpaquePointer?, at index: Int32) -> Value {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
    case SQLITE_TEXT: return .text(String(cString: sqlite3_column_text(statement, index)))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(statement, index)
      let count = Int(sqlite3_column_bytes(statement, index))
      return .blob([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    default: return .null
    }
  }
}
