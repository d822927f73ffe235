/// Parses a text to a cell, and appends its bytes to the row. Returns nil, and appends nothing, for
/// a text in an unusual form, which may be valid or not.
package typealias ByteReader =
  @Sendable (UnsafeBufferPointer<UInt8>, inout StoredRow) ->
  StoredRow.Cell?

extension AttributeType {
  /// The fast parser for the type, which handles the usual forms. `value(from:)` handles the
  /// others, with the same parsers of numbers, dates and UUIDs.
  package var byteReader: ByteReader {
    switch self {
    case .bool: return { text, _ in BoolText.bool(exactly: text).map { .integer($0 ? 1 : 0) } }
    case .integer(let type): return Self.integers(in: type.storedRange)
    case .double: return { text, _ in DecimalDigits(text)?.double.map { .real($0) } }
    case .decimal(let places): return Self.decimals(places: FixedPoint.bounded(places))
    case .string: return { text, row in row.cell(of: text) }
    case .url:
      return { text, row in
        guard PlainValueText.isPlainURL(text) else { return nil }
        return row.cell(of: text)
      }
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
      if append(text, &row.bytes) { return .text(start..<row.bytes.count) }
      return nil
    }
  }
}

extension StoredRow {
  /// Makes a cell of a text, whose bytes are appended. The cell is not appended.
  fileprivate mutating func cell(of text: UnsafeBufferPointer<UInt8>) -> Cell {
    let start = bytes.count
    bytes.append(contentsOf: text)
    return .text(start..<bytes.count)
  }
}
