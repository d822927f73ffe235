extension StoredRow {
  /// A record of values that are at hand one by one.
  package init(_ values: [Value]) { for value in values { append(value) } }

  package mutating func append(_ value: Value) { cells.append(cell(of: value)) }

  /// Makes a cell of a value, whose bytes are appended. The cell is not appended.
  package mutating func cell(of value: Value) -> Cell {
    switch value {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(place(text.utf8))
    case .blob(let data): .blob(place(data))
    }
  }

  private mutating func place(_ content: some Sequence<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: content)
    return start..<bytes.count
  }

  package func value(at index: Int) -> Value { value(of: cells[index]) }

  /// Converts a cell to a value. Invalid UTF-8 in a text is replaced by U+FFFD.
  package func value(of cell: Cell) -> Value {
    switch cell {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let range): .text(String(decoding: bytes[range], as: UTF8.self))
    case .blob(let range): .blob(Array(bytes[range]))
    }
  }
}
