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

  /// Fills the cells, and the bytes from their beginning on with the texts and blobs one after the
  /// other. Their memory is kept as it is, since growing and shrinking an array takes longer than
  /// all else; where they are too few, the answer is how many are needed up to there.
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

  /// A cell, its text or blob copied to where the last one ended; nil where there is no room. It is
  /// looked up once; what SQLite's documentation says against that holds for connections that
  /// several threads use.
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
      return copy(text, to: start..<end, of: bytes) ? .text(start..<end) : nil
    case SQLITE_BLOB:
      let blob = sqlite3_value_blob(value)
      end += Int(sqlite3_value_bytes(value))
      return copy(blob, to: start..<end, of: bytes) ? .blob(start..<end) : nil
    default: return .null
    }
  }

  /// Copies as many bytes as a range has; false where it goes beyond the end.
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
