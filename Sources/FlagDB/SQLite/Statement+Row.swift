internal import CSQLite
import FlagModel

extension Statement {
  /// Appends the cells of the row, whatever was declared: any client may have written the file. A
  /// cell is looked up once; what SQLite's documentation says against it holds for connections
  /// that several threads use.
  func append(to row: inout StoredRow) throws(SQLiteError) {
    for index in 0..<sqlite3_column_count(handle) {
      let value = sqlite3_column_value(handle, index)
      switch sqlite3_value_type(value) {
      case SQLITE_INTEGER: row.cells.append(.integer(sqlite3_value_int64(value)))
      case SQLITE_FLOAT: row.cells.append(.real(sqlite3_value_double(value)))
      case SQLITE_TEXT:
        guard let text = sqlite3_value_text(value) else {
          throw SQLiteError(code: SQLITE_NOMEM, message: "out of memory")
        }
        row.cells.append(.text(row.place(text, Int(sqlite3_value_bytes(value)))))
      case SQLITE_BLOB:
        let blob = sqlite3_value_blob(value)
        row.cells.append(.blob(row.place(blob, Int(sqlite3_value_bytes(value)))))
      default: row.cells.append(.null)
      }
    }
  }
}

extension StoredRow {
  fileprivate mutating func place(_ start: UnsafeRawPointer?, _ count: Int) -> Range<Int> {
    let first = bytes.count
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
    return first..<bytes.count
  }
}
