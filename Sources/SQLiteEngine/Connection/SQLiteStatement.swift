internal import CSQLite
import Engines
import FlagModel

/// A prepared statement: it binds values and returns rows one at a time.
final class SQLiteStatement: Statement {
  let handle: OpaquePointer
  private let connection: SQLiteConnection

  init(_ handle: OpaquePointer, of connection: SQLiteConnection) {
    self.handle = handle
    self.connection = connection
  }

  deinit {
    sqlite3_finalize(handle)
  }

  var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

  func bind(_ value: Value, at index: Int) throws(EngineError) {
    let index = Int32(truncatingIfNeeded: index)
    let code: Int32
    switch value {
    case .null:
      code = sqlite3_bind_null(handle, index)
    case .integer(let number):
      code = sqlite3_bind_int64(handle, index, number)
    case .real(let number):
      code = sqlite3_bind_double(handle, index, number)
    case .text(var text):
      code = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          flagdb_bind_text(handle, index, $0.baseAddress, Int64($0.count))
        }
      }
    case .blob(let bytes):
      code = bytes.withUnsafeBytes {
        flagdb_bind_blob(handle, index, $0.baseAddress, Int64($0.count))
      }
    }
    guard code == SQLITE_OK else { throw connection.failure(sql: sql) }
  }

  func reset() { sqlite3_reset(handle) }

  func bind(
    _ cells: UnsafeBufferPointer<StoredRow.Cell>, _ places: [Int], in bytes: UnsafePointer<UInt8>,
    from index: Int
  ) throws(EngineError) {
    var index = Int32(truncatingIfNeeded: index)
    for place in places {
      try bind(cells[place], in: bytes, at: index)
      index += 1
    }
  }

  @inline(__always)
  private func bind(
    _ cell: StoredRow.Cell, in bytes: UnsafePointer<UInt8>, at index: Int32
  ) throws(EngineError) {
    let code: Int32
    switch cell {
    case .null: code = sqlite3_bind_null(handle, index)
    case .integer(let number): code = sqlite3_bind_int64(handle, index, number)
    case .real(let number): code = sqlite3_bind_double(handle, index, number)
    case .text(let range):
      // Without a destructor, SQLite does not copy the bytes.
      code = UnsafeRawPointer(bytes + range.lowerBound).withMemoryRebound(
        to: CChar.self, capacity: range.count
      ) {
        sqlite3_bind_text64(handle, index, $0, UInt64(range.count), nil, UInt8(SQLITE_UTF8))
      }
    case .blob(let range):
      code = sqlite3_bind_blob64(handle, index, bytes + range.lowerBound, UInt64(range.count), nil)
    }
    guard code == SQLITE_OK else { throw connection.failure(sql: sql) }
  }

  func step() throws(EngineError) -> Bool {
    try connection.requireTransaction()
    let code = sqlite3_step(handle)
    if let collations = connection.collations { try collations.requireUnasked(sql: sql) }
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.failure(sql: sql)
    }
  }

  var columnCount: Int { Int(sqlite3_column_count(handle)) }

  func name(at index: Int) -> String {
    sqlite3_column_name(handle, Int32(index)).map { String(cString: $0) } ?? ""
  }

  func value(at index: Int) -> Value {
    let index = Int32(index)
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, index))
    case SQLITE_TEXT:
      let start = sqlite3_column_text(handle, index)
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
      return .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(handle, index)
      let count = Int(sqlite3_column_bytes(handle, index))
      return .blob([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    default: return .null
    }
  }
}
