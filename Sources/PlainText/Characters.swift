/// The character classes of Swift's grammar.
package enum Characters {
  package static func isIdentifierStart(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
  }

  package static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  package static func isNewline(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (byte >= 0x09 && byte <= 0x0D)
  }

  /// True if an operator or a bracket may contain this byte.
  package static func isSymbol(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x5E, 0x7B...0x7E: byte != UInt8(ascii: "$")
    default: false
    }
  }

  /// True for Swift's identifier characters, except those that change the text direction.
  package static func isIdentifier(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return isIdentifierStart(UInt8(scalar.value)) || isDigit(UInt8(scalar.value))
    }
    return !turnsDirection(scalar) && identifierRanges.contains { $0.contains(scalar.value) }
  }

  /// True for Swift's operator characters beyond ASCII.
  package static func isOperator(_ scalar: Unicode.Scalar) -> Bool {
    operatorRanges.contains { $0.contains(scalar.value) }
  }

  /// True for bidirectional controls, which can make a name look like another.
  package static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static let identifierRanges: [ClosedRange<UInt32>] = [
    0xA8...0xA8, 0xAA...0xAA, 0xAD...0xAD, 0xAF...0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE,
    0xC0...0xD6, 0xD8...0xF6, 0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF, 0x200B...0x200D,
    0x203F...0x2040, 0x2054...0x2054, 0x2060...0x218F, 0x2460...0x24FF, 0x2776...0x2793,
    0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF,
    0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE44, 0xFE47...0xFFFD, 0x10000...0xEFFFD,
  ]

  private static let operatorRanges: [ClosedRange<UInt32>] = [
    0xA1...0xA7, 0xA9...0xA9, 0xAB...0xAC, 0xAE...0xAE, 0xB0...0xB1, 0xB6...0xB6, 0xBB...0xBB,
    0xBF...0xBF, 0xD7...0xD7, 0xF7...0xF7, 0x2016...0x2017, 0x2020...0x2027, 0x2030...0x203E,
    0x2041...0x2053, 0x2055...0x205E, 0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF,
    0x2E00...0x2E7F, 0x3001...0x3003, 0x3008...0x3020, 0x3030...0x3030,
  ]
}

/// A byte in two hexadecimal digits, in small letters.
package func hexadecimal(_ byte: UInt8) -> String {
  hexadecimal(UInt32(byte), digits: 2, isUppercase: false)
}

/// A number in hexadecimal digits.
package func hexadecimal(_ number: UInt32, digits: Int, isUppercase: Bool = true) -> String {
  let text = String(number, radix: 16, uppercase: isUppercase)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
