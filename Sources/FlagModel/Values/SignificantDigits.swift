/// The first 15 digits of a real number, which are those of the original decimal.
/// See Documentation/Decisions/core-data-decimals-have-15-digits.md.
struct SignificantDigits {
  private static let most = 15
  private let isNegative: Bool
  /// The digits without leading zeros; empty for zero.
  private var digits: [UInt8] = []
  /// The exponent of the first digit.
  private var power = 0

  /// Nil for infinity and NaN.
  init?(_ number: Double) {
    guard number.isFinite else { return nil }
    isNegative = number < 0
    read("\(number.magnitude)".utf8)
    if digits.count > Self.most { cut() }
  }

  /// `0.00123`, `1.5e-07`
  private mutating func read(_ text: String.UTF8View) {
    let parts = text.split(separator: UInt8(ascii: "e"), maxSplits: 1).map(Array.init)
    var hasPoint = false
    for byte in parts.first ?? [] {
      if byte == UInt8(ascii: ".") {
        hasPoint = true
        continue
      }
      let digit = byte - UInt8(ascii: "0")
      if digits.isEmpty, hasPoint { power -= 1 }
      if !digits.isEmpty, !hasPoint { power += 1 }
      if digit > 0 || !digits.isEmpty { digits.append(digit) }
    }
    if parts.count > 1 { power += Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 }
  }

  private mutating func cut() {
    let isUp = digits[Self.most] >= 5
    digits.removeLast(digits.count - Self.most)
    guard isUp else { return }
    while digits.last == 9 { digits.removeLast() }
    if digits.isEmpty {
      digits = [1]
      power += 1
    } else {
      digits[digits.count - 1] += 1
    }
  }

  /// The number with these digits.
  var rounded: Double {
    let text = digits.map { "\($0)" }.joined()
    let magnitude = Double("\(text)e\(power - digits.count + 1)") ?? 0
    if isNegative { return -magnitude }
    return magnitude
  }

  /// The range of numbers with these digits, with an exclusive upper end.
  var interval: (lower: Value, upper: Value) {
    if digits.isEmpty { return (.real(0), .real(.leastNonzeroMagnitude)) }
    // Below a power of ten, numbers have one more decimal place.
    let isPower = digits[0] == 1 && digits.dropFirst().allSatisfy { $0 == 0 }
    let outer = Double("5e\(power - Self.most)") ?? 0
    let inner = if isPower { outer / 10 } else { outer }
    if isNegative { return (.real(rounded - outer), .real(rounded + inner)) }
    return (.real(rounded - inner), .real(rounded + outer))
  }
}
