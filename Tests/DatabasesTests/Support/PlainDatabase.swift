import CSQLite

/// A client that knows nothing of flagdb: SQLite with nothing switched on or off.
final class PlainDatabase {
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  private var handle: OpaquePointer?

  init(_ path: String) throws {
    let mode = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    guard sqlite3_open_v2(path, &handle, mode, nil) == SQLITE_OK else { throw refusal }
    sqlite3_busy_timeout(handle, 5_000)
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Runs statements one after the other.
  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw refusal }
  }

  /// The first column of a query's rows, as texts.
  func texts(_ sql: String) throws -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw refusal }
    defer { sqlite3_finalize(statement) }
    var texts: [String] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        texts.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "NULL")
      case SQLITE_DONE: return texts
      default: throw refusal
      }
    }
  }

  private var refusal: Refusal { Refusal(description: String(cString: sqlite3_errmsg(handle))) }
}
