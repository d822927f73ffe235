package import FlagModel

// SQL that is the same in every dialect.

extension Dialect {
  /// A text in quotes, which are doubled within it. It works on bytes, because in Swift a quote with a
  /// combining accent is another character, and in SQL it is a quote.
  package static func enclosed(_ text: String, in quote: UInt8) -> String {
    var bytes = [quote]
    for byte in text.utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value of a field of a mask; NULL for the number 0 of an optional field.
  package func field(_ field: BitField, in number: SQLText) -> SQLText {
    let moved = field.shift == 0 ? number : "(\(number) >> \(literal: Int64(field.shift)))"
    let value: SQLText = "\(moved) & \(bits(field.valueMask))"
    if field.isOptional { return "nullif(\(value), 0)" }
    return "(\(value))"
  }

  /// The name of a field's value; the number if it has no name.
  package func fieldName(_ field: BitField, in number: SQLText) -> SQLText {
    let value = self.field(field, in: number)
    guard let enumeration = field.enumeration else { return value }
    let cases = enumeration.cases.map { enumCase -> SQLText in
      "WHEN \(enumCase.rawValue) THEN \(.text(enumCase.name.text))"
    }
    return "CASE \(value) \(cases.joined(by: " ")) ELSE \(.text("?")) || \(value) END"
  }

  package func label(_ flag: Flag) -> SQLText { "\(.text("|\(flag.name)"))" }

  package func bits(_ mask: UInt64) -> SQLText { "\(literal: Int64(bitPattern: mask))" }
}
