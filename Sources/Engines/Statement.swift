package import FlagModel

/// A prepared statement: it binds values and returns rows, one at a time.
///
/// Imports and queries call it once for each record, and not once for each cell.
package protocol Statement: AnyObject {
  /// - Parameter index: counted from 1.
  func bind(_ value: Value, at index: Int) throws(EngineError)
  /// Binds cells of a record to consecutive parameters. The bytes must stay in place until the
  /// statement has run.
  func bind(
    _ cells: UnsafeBufferPointer<StoredRow.Cell>, _ places: [Int], in bytes: UnsafePointer<UInt8>,
    from index: Int
  ) throws(EngineError)
  /// Moves to the next row; returns false if there is none.
  func step() throws(EngineError) -> Bool
  /// Makes the statement ready to be bound and run again.
  func reset()

  var columnCount: Int { get }
  func name(at index: Int) -> String
  func value(at index: Int) -> Value
  /// Replaces another row by a copy of the current one. Cells have the type of their value, and not
  /// the declared type, because any client may have written them.
  func copy(into row: inout StoredRow) throws(EngineError)

  /// True if the statement changes nothing. A statement after EXPLAIN does not run.
  var onlyReads: Bool { get }
  /// The parameters as written, in the order of their numbers; `?` has no name.
  var parameters: [String?] { get }
  /// The table and column of a result's column, if it is unchanged.
  func origin(at index: Int) -> (table: Name, column: Name)?
  /// Reads a column of a result as values of a type, in the form of a flagdb file.
  func read(_ type: AttributeType, at index: Int)
}

extension Statement {
  package func read(_ type: AttributeType, at index: Int) {}

  /// Runs the statement to its end, and makes it ready to run again.
  package func runAgain() throws(EngineError) {
    defer { reset() }
    while try step() {}
  }

  /// Runs the statement, and returns the value in the first row; nil if there is none.
  package func runForValue() throws(EngineError) -> Value? {
    defer { reset() }
    guard try step() else { return nil }
    let first = value(at: 0)
    while try step() {}
    return first
  }

  /// Runs the statement with a cell of a record as a value, without copying its bytes, and returns
  /// the value in the first row.
  package func runForValue(
    binding cell: StoredRow.Cell, of row: StoredRow, at index: Int
  ) throws(EngineError) -> Value? {
    // An empty buffer may have no address, and engines take a null address for NULL.
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
