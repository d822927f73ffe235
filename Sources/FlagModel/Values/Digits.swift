/// Appends a number that is not negative, with leading zeros.
func appendDigits(_ number: Int, count: Int, to bytes: inout [UInt8]) {
  if count > 1 { appendDigits(number / 10, count: count - 1, to: &bytes) }
  bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
}

/// Appends an integer in decimal.
package func appendDecimal(_ number: Int64, to bytes: inout [UInt8]) {
  if number < 0 { bytes.append(UInt8(ascii: "-")) }
  appendDecimal(number.magnitude, to: &bytes)
}

func appendDecimal(_ number: UInt64, to bytes: inout [UInt8]) {
  if number >= 10 { appendDecimal(number / 10, to: &bytes) }
  bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
}

/// The value of an ASCII digit; nil for anything else, including the digits of other scripts.
func digit(_ byte: UInt8) -> UInt8? {
  let value = byte &- UInt8(ascii: "0")
  if value <= 9 { return value }
  return nil
}

func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// True for a space, a tab or a line break.
func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

extension StringProtocol {
  /// The text without surrounding spaces, tabs and line breaks.
  package var trimmed: Substring {
    var text = Substring(self)
    while let first = text.utf8.first, isBlank(first) { text = Substring(text.utf8.dropFirst()) }
    while let last = text.utf8.last, isBlank(last) { text = Substring(text.utf8.dropLast()) }
    return text
  }
}
