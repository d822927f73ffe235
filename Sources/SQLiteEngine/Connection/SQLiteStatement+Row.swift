internal import CSQLite
import Engines
import FlagModel

extension SQLiteStatement {
  func copy(into row: inout StoredRow) throws(EngineError) {
    let count = columnCount
    if row.cells.count != count { row.cells = Array(repeating: .null, count: count) }
    while let length = try fill(&row.cells, &row.bytes) {
      let missing = max(length, row.bytes.count * 2) - row.bytes.count
      row.bytes.append(contentsOf: repeatElement(0, count: missing))
    }
  }

  /// Fills the cells, and the byte buffer with the texts and blobs one after the other. The arrays
  /// keep their size, because resizing takes longer than all other work. If the buffer is too
  /// small, returns the required size up to that point.
  private func fill(
    _ cells: inout [StoredRow.Cell], _ bytes: inout [UInt8]
  ) throws(EngineError) -> Int? {
    try cells.withUnsafeMutableBufferPointer { (cells) throws(EngineError) in
      try bytes.withUnsafeMutableBufferPointer { (bytes) throws(EngineError) in
        var end = 0
        for index in cells.indices {
          guard let cell = try cell(at: Int32(index), in: bytes, &end) else { return end }
          cells[index] = cell
        }
        return nil
      }
    }
  }

  /// A cell, whose text or blob is copied behind the previous one; nil if there is no space. The
  /// value object is fetched once per cell; SQLite's documentation warns of that only for
  /// connections that several threads share.
  @inline(__always)
  private func cell(
    at index: Int32, in bytes: UnsafeMutableBufferPointer<UInt8>, _ end: inout Int
  ) throws(EngineError) -> StoredRow.Cell? {
    let value = sqlite3_column_value(handle, index)
    let start = end
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      guard let text = sqlite3_value_text(value) else {
        throw .outOfMemory
      }
      end += Int(sqlite3_value_bytes(value))
      if copy(text, to: start..<end, of: bytes) { return .text(start..<end) }
      return nil
    case SQLITE_BLOB:
      let blob = sqlite3_value_blob(value)
      end += Int(sqlite3_value_bytes(value))
      if copy(blob, to: start..<end, of: bytes) { return .blob(start..<end) }
      return nil
    default: return .null
    }
  }

  /// Copies bytes to a range; returns false if the range exceeds the buffer.
  @inline(__always)
  private func copy(
    _ source: UnsafeRawPointer?, to range: Range<Int>, of bytes: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    if range.upperBound > bytes.count { return false }
    if let source, let base = bytes.baseAddress {
      UnsafeMutableRawPointer(base + range.lowerBound).copyMemory(
        from: source, byteCount: range.count)
    }
    return true
  }
}
