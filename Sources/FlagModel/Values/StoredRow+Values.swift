extension StoredRow {
  /// A record of values that are at hand one by one.
  package init(_ values: [Value]) {
    for value in values { append(value) }
  }

  package mutating func append(_ value: Value) {
    switch value {
    case .null: cells.append(.null)
    case .integer(let number): cells.append(.integer(number))
    case .real(let number): cells.append(.real(number))
    case .text(let text): cells.append(.text(place(text.utf8)))
    case .blob(let data): cells.append(.blob(place(data)))
    }
  }

  private mutating func place(_ content: some Sequence<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: content)
    return start..<bytes.count
  }

  /// A cell as a value of its own. What is no UTF-8 in a text is replaced by U+FFFD.
  package func value(at index: Int) -> Value { cells[index].value(in: bytes) }
}

extension StoredRow.Cell {
  /// The cell as a value, with its text or blob taken from the bytes of its row.
  package func value(in bytes: [UInt8]) -> Value {
    switch self {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let range): .text(String(decoding: bytes[range], as: UTF8.self))
    case .blob(let range): .blob(Array(bytes[range]))
    }
  }
}
