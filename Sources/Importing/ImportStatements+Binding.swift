import Engines
import FlagModel

// Binds the cells of records to the placeholders of a statement.

extension ImportStatements {
  /// Binds fields of a row. Values that all records share were bound when the statement was
  /// prepared.
  func bind(
    _ fields: [Int], of row: Int, _ cells: UnsafeBufferPointer<StoredRow.Cell>,
    _ bytes: UnsafePointer<UInt8>, to statement: any Statement, from first: Int
  ) throws(EngineError) {
    let start = row * layout.fields.count
    try statement.bind(
      UnsafeBufferPointer(rebasing: cells[start...]), fields, in: bytes, from: first)
  }

  /// Calls the body with the cells and bytes of rows, which stay in place meanwhile.
  func withCells<Result>(
    of rows: inout StoredRow,
    _ body: (UnsafeBufferPointer<StoredRow.Cell>, UnsafePointer<UInt8>) throws(EngineError) ->
      Result
  ) throws(EngineError) -> Result {
    // An empty buffer may have no address, and SQLite takes a null address for NULL.
    if rows.bytes.isEmpty { rows.bytes.append(0) }
    return try rows.cells.withUnsafeBufferPointer { (cells) throws(EngineError) in
      try rows.bytes.withUnsafeBufferPointer { (bytes) throws(EngineError) in
        guard let start = bytes.baseAddress else {
          throw EngineError(.other, "the record has no bytes")
        }
        return try body(cells, start)
      }
    }
  }
}
