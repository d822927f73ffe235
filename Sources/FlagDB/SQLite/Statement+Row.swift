internal import CSQLite
import FlagModel

extension Statement {
  /// Copies the row in place of another: what its cells are, whatever was declared, since any client
  /// may have written the file.
  func copy(into row: inout StoredRow) throws(SQLiteError) {
    let count = columnCount
    if row.cells.count != count { row.cells = Array(repeating: .null, count: count) }
    row.bytes.removeAll(keepingCapacity: true)
    for index in 0..<count { row.cells[index] = try cell(at: Int32(index), &row.bytes) }
  }

  /// A cell, its text or blob appended to bytes. It is looked up once; what SQLite's documentation
  /// says against that holds for connections that several threads use.
  @inline(__always)
  private func cell(
    at index: Int32, _ bytes: inout [UInt8]
  ) throws(SQLiteError) -> StoredRow.Cell {
    let value = sqlite3_column_value(handle, index)
    let start = bytes.count
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      guard let text = sqlite3_value_text(value) else {
        throw SQLiteError(code: SQLITE_NOMEM, message: "out of memory")
      }
      let count = Int(sqlite3_value_bytes(value))
      bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: count))
      return .text(start..<start + count)
    case SQLITE_BLOB:
      let blob = sqlite3_value_blob(value)
      let count = Int(sqlite3_value_bytes(value))
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: blob, count: count))
      return .blob(start..<start + count)
    default: return .null
    }
  }
}
