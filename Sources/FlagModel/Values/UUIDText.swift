/// UUIDs as text: 8-4-4-4-12 hexadecimal digits in upper case, as in Swift.
package enum UUIDText {
  /// Accepts digits of either case, with or without braces.
  package static func canonical(_ text: some StringProtocol) throws(ValueError) -> String {
    var digits = text.trimmed
    if digits.first == "{", digits.last == "}" { digits = digits.dropFirst().dropLast() }
    var bytes: [UInt8] = []
    guard Array(digits.utf8).withUnsafeBufferPointer({ append($0, to: &bytes) }) else {
      throw malformed(text)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the canonical form of a UUID without spaces and braces; returns false, and appends
  /// nothing, for any other bytes.
  package static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) -> Bool {
    guard text.count == 36 else { return false }
    for (index, byte) in text.enumerated() {
      let isHyphen = byte == UInt8(ascii: "-")
      let fits = if [8, 13, 18, 23].contains(index) { isHyphen } else { hexDigit(byte) != nil }
      guard fits else { return false }
    }
    bytes.append(contentsOf: text.lazy.map { $0 >= UInt8(ascii: "a") ? $0 - 0x20 : $0 })
    return true
  }

  /// The text of 16 bytes; nil for another number of bytes.
  static func text(of bytes: [UInt8]) -> String? {
    var text: [UInt8] = []
    if appendText(of: bytes, to: &text) { return String(decoding: text, as: UTF8.self) }
    return nil
  }

  /// Appends the same text; returns false, and appends nothing, for another number of bytes.
  package static func appendText(of bytes: some Collection<UInt8>, to text: inout [UInt8]) -> Bool {
    guard bytes.count == 16 else { return false }
    for (index, byte) in bytes.enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
      text.append(capital(byte >> 4))
      text.append(capital(byte & 0xF))
    }
    return true
  }

  /// The 16 bytes of a UUID; nil for another text.
  static func bytes(of text: String) -> [UInt8]? {
    guard let canonical = try? canonical(text) else { return nil }
    let digits = canonical.utf8.compactMap(hexDigit)
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private static func capital(_ value: UInt8) -> UInt8 {
    if value < 10 { return UInt8(ascii: "0") + value }
    return UInt8(ascii: "A") + value - 10
  }

  /// A new UUID of version 4, which is random except for the version bits.
  package static func random(using generator: inout some RandomNumberGenerator) -> String {
    let high: UInt64 = (generator.next() & ~0xF000) | 0x4000
    let low: UInt64 = (generator.next() & ~(0b11 << 62)) | (0b10 << 62)
    var text: [UInt8] = []
    for (index, half) in [high, low].enumerated() {
      for digit in 0..<16 {
        if [8, 12, 16, 20].contains(index * 16 + digit) { text.append(UInt8(ascii: "-")) }
        let value = UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * digit)) & 0xF
        text.append(capital(value))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func malformed(_ text: some StringProtocol) -> ValueError {
    ValueError.expected("a UUID such as 9B2E4C1A-5D3F-4E6B-8A7C-0F1D2E3B4C5A", found: text)
  }
}
