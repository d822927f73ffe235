import PlainText

/// Bytes as text: Base64 (RFC 4648), or hexadecimal after `hex:`.
package enum DataText {
  /// Base64 with or without `=`, also in the alphabet for URLs and in several lines; a prefix
  /// `base64:` is ignored.
  package static func bytes(from text: some StringProtocol) throws(ValueError) -> [UInt8] {
    let text = text.trimmed
    if text.utf8.starts(with: "hex:".utf8) { return try hex(text.dropFirst(4), in: text) }
    let isMarked = text.utf8.starts(with: "base64:".utf8)
    let digits = if isMarked { text.dropFirst(7) } else { text }
    if let bytes = base64(digits.utf8) { return bytes }
    let isHex = text.utf8.starts(with: "0x".utf8)
    let hint: Hint? = if isHex { "write hexadecimal as 'hex:…'" } else { nil }
    throw ValueError.expected("Base64", found: text, hint: hint)
  }

  private static func hex(_ digits: some StringProtocol, in text: some StringProtocol)
    throws(ValueError) -> [UInt8]
  {
    let values = digits.utf8.compactMap(hexDigit)
    guard values.count == digits.utf8.count, values.count.isMultiple(of: 2) else {
      throw ValueError.expected("pairs of hexadecimal digits", found: text)
    }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }

  private static func base64(_ utf8: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count / 4 * 3 + 2)
    var bits: UInt32 = 0
    var count = 0
    var padding = 0
    for byte in utf8 where !(byte == 0x20 || byte == 0x0A || byte == 0x0D) {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = base64Digit(byte) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    // The remaining bits after the last byte must be zero, and fewer than a digit.
    let rest = bits & (1 << UInt32(count) - 1)
    let isPadded = padding == 0 || padding * 2 == count
    if count < 6 && rest == 0 && isPadded { return bytes }
    return nil
  }

  private static func base64Digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func appendBase64(of data: [UInt8], to bytes: inout [UInt8]) {
    for start in stride(from: 0, to: data.count, by: 3) {
      let count = min(3, data.count - start)
      var bits: UInt32 = 0
      for index in 0..<3 {
        bits <<= 8
        if index < count { bits |= UInt32(data[start + index]) }
      }
      for index in 0..<4 {
        let digit = Int(bits >> UInt32(18 - 6 * index) & 63)
        bytes.append(index <= count ? alphabet[digit] : UInt8(ascii: "="))
      }
    }
  }
}
