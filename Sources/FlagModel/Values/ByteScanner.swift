/// Scans the bytes of a short text, such as a date.
struct ByteScanner {
  let bytes: [UInt8]
  var at = 0

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { at >= bytes.count }
  var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  mutating func accept(_ wanted: Unicode.Scalar) -> Bool {
    guard at < bytes.count, UInt32(bytes[at]) == wanted.value else { return false }
    at += 1
    return true
  }

  /// Reads a number with exactly this count of digits; returns nil, and reads nothing, if there are
  /// fewer.
  mutating func acceptDigits(_ count: Int) -> Int? {
    guard at + count <= bytes.count else { return nil }
    var number = 0
    for byte in bytes[at..<at + count] {
      guard let digit = digit(byte) else { return nil }
      number = number * 10 + Int(digit)
    }
    at += count
    return number
  }

  /// Reads all digits from the current position.
  mutating func takeDigits() -> ArraySlice<UInt8> {
    let digits = bytes[at...].prefix { digit($0) != nil }
    at += digits.count
    return digits
  }
}
