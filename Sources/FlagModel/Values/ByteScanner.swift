/// Walks over the bytes of a short text, such as a date.
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

  /// The number that so many digits write; nil, and nothing read, where they are not there.
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

  /// The digits from here on, as many as there are.
  mutating func takeDigits() -> ArraySlice<UInt8> {
    let digits = bytes[at...].prefix { digit($0) != nil }
    at += digits.count
    return digits
  }
}
