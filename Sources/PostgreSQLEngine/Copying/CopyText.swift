import FlagModel

/// Converts records to the text format of COPY: a line each, with tabs between the cells and `\N`
/// for NULL. https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.2
package struct CopyText {
  /// For each column, the index of its cell in a record, and the decimal places of its integer.
  private let columns: [(field: Int, places: Int)]

  package init(columns: [(field: Int, places: Int)]) { self.columns = columns }

  /// Appends the cells of a record, whose texts and blobs are in the given bytes.
  func append(
    _ cells: UnsafeBufferPointer<StoredRow.Cell>, in source: UnsafeBufferPointer<UInt8>,
    to bytes: inout [UInt8]
  ) {
    var separator: UInt8?
    for column in columns {
      if let separator { bytes.append(separator) }
      separator = UInt8(ascii: "\t")
      switch cells[column.field] {
      case .null: bytes += #"\N"#.utf8
      case .integer(let number) where column.places > 0:
        FixedPoint.appendText(of: number, places: column.places, to: &bytes)
      case .integer(let number): appendDecimal(number, to: &bytes)
      case .real(let number): bytes += "\(number)".utf8
      case .text(let range):
        Self.appendText(UnsafeBufferPointer(rebasing: source[range]), to: &bytes)
      case .blob(let range):
        Self.appendBytes(UnsafeBufferPointer(rebasing: source[range]), to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func appendText(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var from = 0
    for at in text.indices {
      guard let letter = letter(for: text[at]) else { continue }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[from..<at]))
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(letter)
      from = at + 1
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[from...]))
  }

  /// The letter after a backslash for a byte; nil for a byte without an escape.
  @inline(__always)
  private static func letter(for byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\\"): byte
    case UInt8(ascii: "\t"): UInt8(ascii: "t")
    case UInt8(ascii: "\n"): UInt8(ascii: "n")
    case UInt8(ascii: "\r"): UInt8(ascii: "r")
    default: nil
    }
  }

  private static func appendBytes(_ blob: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    // The backslash of bytea must itself be escaped for COPY.
    bytes += #"\\x"#.utf8
    for byte in blob {
      bytes.append(hexadecimal(byte >> 4))
      bytes.append(hexadecimal(byte & 0x0F))
    }
  }

  private static func hexadecimal(_ nibble: UInt8) -> UInt8 {
    if nibble < 10 { return UInt8(ascii: "0") + nibble }
    return UInt8(ascii: "a") + nibble - 10
  }
}
