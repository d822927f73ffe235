import FlagModel

extension JSONParser {
  mutating func parseString() throws(Diagnostic) -> String {
    let start = at
    at += 1
    var text: [UInt8] = []
    var stretch = at
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        text += source.utf8[stretch..<at]
        at += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        text += source.utf8[stretch..<at]
        text += String(try parseEscape(from: start)).utf8
        stretch = at
      case 0..<0x20:
        throw error(
          "expected control characters as escapes, found U+00\(hex(byte))", at: at..<at + 1)
      default: at += 1
      }
    }
    throw unclosed("text", from: start)
  }

  private mutating func parseEscape(from start: Int) throws(Diagnostic) -> Unicode.Scalar {
    let escape = at
    at += 1
    guard let letter = next else { throw unclosed("text", from: start) }
    at += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try parseUnicodeEscape(from: escape)
    default: throw error("unknown escape", at: escape..<at)
    }
  }

  /// The scalar of `\uXXXX`, or of two that are halves of one.
  private mutating func parseUnicodeEscape(from escape: Int) throws(Diagnostic) -> Unicode.Scalar {
    let first = try parseCodeUnit(from: escape)
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, accept("\\"), accept("u") {
      let second = try parseCodeUnit(from: at - 2)
      if 0xDC00...0xDFFF ~= second,
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
    }
    throw error(
      "expected both halves of a surrogate pair", at: escape..<at,
      hint: "a character beyond U+FFFF is two escapes, such as \\ud83e\\udd93")
  }

  private mutating func parseCodeUnit(from escape: Int) throws(Diagnostic) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = hexValue(byte) else {
        throw error("expected four hexadecimal digits after '\\u'", at: escape..<at)
      }
      unit = unit << 4 | UInt32(digit)
      at += 1
    }
    return unit
  }

  private func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private func hex(_ byte: UInt8) -> String {
    (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
