import FlagModel

/// Records as COPY has them in its text format: a line each, tabs between the cells, `\N` for NULL.
/// https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.2
enum CopyText {
  static func append(_ row: StoredRow, to bytes: inout [UInt8]) {
    row.bytes.withUnsafeBufferPointer { append(row.cells, places: [], in: $0, to: &bytes) }
  }

  static func append(
    _ cells: some Sequence<StoredRow.Cell>, places: [Int], in source: UnsafeBufferPointer<UInt8>,
    to bytes: inout [UInt8]
  ) {
    var isFirst = true
    for (index, cell) in cells.enumerated() {
      if !isFirst { bytes.append(UInt8(ascii: "\t")) }
      isFirst = false
      switch cell {
      case .null: bytes += #"\N"#.utf8
      case .integer(let number) where index < places.count && places[index] > 0:
        FixedPoint.appendText(of: number, places: places[index], to: &bytes)
      case .integer(let number): append(number, to: &bytes)
      case .real(let number): bytes += "\(number)".utf8
      case .text(let range): appendText(source[range], to: &bytes)
      case .blob(let range):
        // The backslash of bytea is one of COPY too.
        bytes += #"\\x"#.utf8
        for byte in source[range] {
          bytes.append(hexadecimal(byte >> 4))
          bytes.append(hexadecimal(byte & 0x0F))
        }
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func append(_ number: Int64, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = number.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  private static func appendText(
    _ text: Slice<UnsafeBufferPointer<UInt8>>, to bytes: inout [UInt8]
  ) {
    for byte in text {
      let letter: UInt8? =
        switch byte {
        case UInt8(ascii: "\\"): byte
        case UInt8(ascii: "\t"): UInt8(ascii: "t")
        case UInt8(ascii: "\n"): UInt8(ascii: "n")
        case UInt8(ascii: "\r"): UInt8(ascii: "r")
        default: nil
        }
      if letter != nil { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(letter ?? byte)
    }
  }

  private static func hexadecimal(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
  }
}
