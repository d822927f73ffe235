/// Reads the cell of a text, whose bytes it appends to the row; nil, and nothing appended, for a text
/// that needs a longer look, which may be right or wrong.
package typealias ByteReader =
  @Sendable (UnsafeBufferPointer<UInt8>, inout StoredRow) ->
  StoredRow.Cell?

extension AttributeType {
  /// The quick way to read values of the type, in the spellings that nearly all inputs have;
  /// `value(from:)` reads the others, with the same readers of numbers, dates and UUIDs.
  package var byteReader: ByteReader {
    switch self {
    case .bool: return { text, _ in BoolText.bool(exactly: text).map { .integer($0 ? 1 : 0) } }
    case .integer(let type): return Self.integers(in: type.storedRange)
    case .double: return { text, _ in DecimalDigits(text)?.double.map { .real($0) } }
    case .decimal(let places): return Self.decimals(places: FixedPoint.bounded(places))
    case .string: return { text, row in row.cell(of: text) }
    case .url: return { text, row in PlainValueText.isPlainURL(text) ? row.cell(of: text) : nil }
    case .date: return Self.texts { DateBytes.appendStored($0, to: &$1) }
    case .uuid: return Self.texts { UUIDText.append($0, to: &$1) }
    case .array(let type, isSet: false):
      guard let element = ArrayBytes.Element(type) else { break }
      return Self.texts { ArrayBytes.appendStored($0, of: element, to: &$1) }
    case .float, .data, .array, .flags, .enumeration, .json, .any: break
    }
    return { _, _ in nil }
  }

  private static func integers(in range: ClosedRange<Int64>) -> ByteReader {
    { text, _ in
      guard case .number(let number) = NumberText.scanInteger(text), range.contains(number)
      else { return nil }
      return .integer(number)
    }
  }

  private static func decimals(places: Int) -> ByteReader {
    { text, _ in DecimalDigits(text)?.units(places: places).map { .integer($0) } }
  }

  @inline(__always)
  private static func texts(
    _ append: @escaping @Sendable (UnsafeBufferPointer<UInt8>, inout [UInt8]) -> Bool
  ) -> ByteReader {
    { text, row in
      let start = row.bytes.count
      return append(text, &row.bytes) ? .text(start..<row.bytes.count) : nil
    }
  }
}

extension StoredRow {
  /// A text as a cell, which is not among the others yet; its bytes are appended.
  fileprivate mutating func cell(of text: UnsafeBufferPointer<UInt8>) -> Cell {
    let start = bytes.count
    bytes.append(contentsOf: text)
    return .text(start..<bytes.count)
  }
}
