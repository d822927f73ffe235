/// Appends a number that is not negative with zeros before it.
func appendDigits(_ number: Int, count: Int, to bytes: inout [UInt8]) {
  let start = bytes.count
  bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: count))
  var rest = number
  var at = start + count
  while at > start {
    at -= 1
    bytes[at] += UInt8(truncatingIfNeeded: rest % 10)
    rest /= 10
  }
}

/// Appends an integer in decimal.
func appendDecimal(_ number: Int64, to bytes: inout [UInt8]) {
  if number < 0 { bytes.append(UInt8(ascii: "-")) }
  appendDecimal(number.magnitude, to: &bytes)
}

func appendDecimal(_ number: UInt64, to bytes: inout [UInt8]) {
  let start = bytes.count
  var rest = number
  repeat {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
    rest /= 10
  } while rest > 0
  bytes[start...].reverse()
}

/// What an ASCII digit stands for; nil for anything else, the digits of other scripts included.
func digit(_ byte: UInt8) -> UInt8? {
  let value = byte &- UInt8(ascii: "0")
  return value <= 9 ? value : nil
}

func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

extension StringProtocol {
  /// Without the blanks, tabs and line ends around it, which no number, date or name has.
  var trimmed: Substring {
    let text = Substring(self)
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard let first = text.utf8.firstIndex(where: { !isBlank($0) }),
      let last = text.utf8.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return text[first..<text.utf8.index(after: last)]
  }
}
