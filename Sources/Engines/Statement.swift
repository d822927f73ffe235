package import FlagModel

/// A prepared statement: values in, rows out, one at a time.
///
/// The work for each record of an import or a query is asked for once a row, and not once a cell of
/// it.
package protocol Statement: AnyObject {
  var sql: String { get }

  /// - Parameter index: from 1 on.
  func bind(_ value: Value, at index: Int) throws(EngineError)
  /// Binds some cells of a record one after the other, from an index on. Their bytes stay where they
  /// are until the statement has run.
  func bind(
    _ cells: UnsafeBufferPointer<StoredRow.Cell>, _ places: [Int], in bytes: UnsafePointer<UInt8>,
    from index: Int
  ) throws(EngineError)
  /// Goes to the next row; false when there is none.
  func step() throws(EngineError) -> Bool
  /// Lets it be bound and run again.
  func reset()

  var columnCount: Int { get }
  func name(at index: Int) -> String
  func value(at index: Int) -> Value
  /// Copies the row in place of another: what its cells are, whatever was declared, since any client
  /// may have written them.
  func copy(into row: inout StoredRow) throws(EngineError)

  /// True if it changes nothing. A statement behind EXPLAIN is not run.
  var onlyReads: Bool { get }
  /// The parameters as they are written, in the order of their numbers; `?` has no name.
  var parameters: [String?] { get }
  /// The table and column that a column of the answer is, unchanged.
  func origin(at index: Int) -> (table: Name, column: Name)?
  /// Reads a column of an answer to a user as values of a type, in the form that a file of ours keeps.
  func read(_ type: AttributeType, at index: Int)
}

extension Statement {
  package func read(_ type: AttributeType, at index: Int) {}

  /// Runs it to its end and makes it ready to run again.
  package func runAgain() throws(EngineError) {
    defer { reset() }
    while try step() {}
  }

  /// The same with the value in the first row as answer, if there is any.
  package func runForValue() throws(EngineError) -> Value? {
    defer { reset() }
    guard try step() else { return nil }
    let first = value(at: 0)
    while try step() {}
    return first
  }

  /// Runs it with a cell of a record as one of its values, which keeps its bytes, and answers with the
  /// value in the first row.
  package func runForValue(
    binding cell: StoredRow.Cell, of row: StoredRow, at index: Int
  ) throws(EngineError) -> Value? {
    // Without any bytes there might be no address, which engines take for NULL.
    let bytes = row.bytes.isEmpty ? [0] : row.bytes
    return try bytes.withUnsafeBufferPointer { (bytes) throws(EngineError) in
      guard let start = bytes.baseAddress else { return nil }
      try withUnsafePointer(to: cell) { (cell) throws(EngineError) in
        try bind(UnsafeBufferPointer(start: cell, count: 1), onlyOne, in: start, from: index)
      }
      return try runForValue()
    }
  }
}

private let onlyOne = [0]
