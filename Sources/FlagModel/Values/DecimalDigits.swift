/// A number in decimal notation without an exponent: `[+-] digits [. digits]`, or without the
/// digits before the point. Its digits are stored as one integer.
struct DecimalDigits {
  private var digits: UInt64 = 0
  /// The number of decimal places, without trailing zeros.
  private(set) var places = 0
  private var isNegative = false
  private var isTooLong = false

  /// Nil for bytes in another notation.
  init?(_ bytes: some Collection<UInt8>) {
    var rest = bytes[...]
    isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    var hasPoint = false
    var zeros = 0
    var last: UInt8 = 0
    for byte in rest {
      last = byte
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 {
        guard byte == UInt8(ascii: "."), !hasPoint else { return nil }
        hasPoint = true
      } else if hasPoint, digit == 0 {
        zeros += 1
      } else {
        if hasPoint { appendPlaces(after: &zeros) }
        append(digit)
      }
    }
    guard last &- UInt8(ascii: "0") <= 9 else { return nil }
  }

  /// Adds decimal places for a digit and the zeros before it.
  private mutating func appendPlaces(after zeros: inout Int) {
    places += zeros + 1
    while zeros > 0 {
      append(0)
      zeros -= 1
    }
  }

  private mutating func append(_ digit: UInt8) {
    let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
    let (sum, overflowOfSum) = product.addingReportingOverflow(UInt64(digit))
    isTooLong = isTooLong || overflow || overflowOfSum
    digits = sum
  }

  /// 10^0 to 10^19; 10^22 is the last power of ten that a Double represents exactly.
  private static let powersOfTen: [UInt64] = {
    var powers: [UInt64] = [1]
    for _ in 0..<19 { powers.append((powers.last ?? 1) &* 10) }
    return powers
  }()

  /// The number in smallest units with these decimal places; nil if it does not fit, or if digits
  /// would be lost.
  func units(places: Int) -> Int64? {
    let missing = places - self.places
    guard !isTooLong, (0..<Self.powersOfTen.count).contains(missing) else { return nil }
    let (units, overflow) = digits.multipliedReportingOverflow(by: Self.powersOfTen[missing])
    if overflow { return nil }
    return NumberText.signed(units, isNegative: isNegative)
  }

  /// The nearest Double; nil if the digits exceed 64 bits. Zero has no sign.
  var double: Double? {
    guard !isTooLong, places < Self.powersOfTen.count else { return nil }
    if digits == 0 { return 0 }
    let magnitude =
      if digits <= 1 << 53 {
        // Both numbers are exact, so only the division rounds.
        Double(digits) / Double(Self.powersOfTen[places])
      } else {
        Self.quotient(digits, Self.powersOfTen[places])
      }
    if isNegative { return -magnitude }
    return magnitude
  }

  /// The Double nearest to a quotient of two positive integers. Correct rounding needs at least 63
  /// bits of the quotient, and one more bit that shows if there is a remainder.
  private static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
    let shift = (dividend.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let (top, bottom) = (dividend << UInt64(shift.0), divisor << UInt64(shift.1))
    let (quotient, rest) = bottom.dividingFullWidth((top >> 1, top << 63))
    let power = Double(sign: .plus, exponent: shift.1 - shift.0 - 63, significand: 1)
    return Double(rest == 0 ? quotient : quotient | 1) * power
  }
}
