/// Numbers as bytes, in the spellings that nearly all inputs have. Nil says that a text is anything
/// else, which `AttributeType.value(from:)` then reads or refuses.
enum NumberBytes {
  /// `-?digits`, of no more digits than surely fit.
  @inline(__always)
  static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard bytes.count > start, bytes.count - start <= 18 else { return nil }
    var number: Int64 = 0
    for index in start..<bytes.count {
      let digit = bytes[index] &- 0x30
      guard digit <= 9 else { return nil }
      number = number &* 10 &+ Int64(digit)
    }
    return isNegative ? -number : number
  }

  /// `-?digits[.digits]`: the digits as one number, and how many stand behind the point.
  @inline(__always)
  static func decimal(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (digits: UInt64, places: Int, isNegative: Bool)? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard bytes.count > start, bytes.count - start <= 20 else { return nil }
    var number: UInt64 = 0
    var point = -1
    for index in start..<bytes.count {
      let digit = bytes[index] &- 0x30
      if digit <= 9 {
        number = number &* 10 &+ UInt64(digit)
      } else if bytes[index] == UInt8(ascii: "."), point < 0, index > start {
        point = index
      } else {
        return nil
      }
    }
    let count = bytes.count - start - (point < 0 ? 0 : 1)
    let places = point < 0 ? 0 : bytes.count - point - 1
    // Of 19 digits every number fits in 64 bits.
    guard count <= 19, point < 0 || places > 0 else { return nil }
    return (number, places, isNegative)
  }

  /// The nearest Double to a decimal number.
  @inline(__always)
  static func double(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let number = decimal(bytes) else { return nil }
    if number.digits == 0 { return 0 }
    let magnitude =
      number.digits <= 1 << 53
      // Both are exact, so that the one division rounds.
      ? Double(number.digits) / Double(powersOfTen[number.places])
      : quotient(number.digits, powersOfTen[number.places])
    return number.isNegative ? -magnitude : magnitude
  }

  /// The nearest Double to a quotient of two integers that are not zero: 63 bits of it or more,
  /// and a last bit that tells whether anything is left, are all that rounding asks for.
  static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
    let shift = (dividend.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let (top, bottom) = (dividend << UInt64(shift.0), divisor << UInt64(shift.1))
    let (quotient, rest) = bottom.dividingFullWidth((top >> 1, top << 63))
    let power = Double(
      sign: .plus, exponent: shift.1 - shift.0 - 63, significand: 1)
    return Double(rest == 0 ? quotient : quotient | 1) * power
  }

  /// 10^0 to 10^19; 10^22 is the last that a Double holds exactly.
  private static let powersOfTen: [UInt64] = {
    var powers: [UInt64] = [1]
    for _ in 0..<19 { powers.append((powers.last ?? 1) &* 10) }
    return powers
  }()

  /// The smallest units of a decimal number, if they surely fit and none is cut off.
  static func units(_ bytes: UnsafeBufferPointer<UInt8>, places: Int) -> Int64? {
    guard let number = decimal(bytes), number.places <= places,
      case let missing = places - number.places, missing <= 18
    else { return nil }
    let (units, overflow) = number.digits.multipliedReportingOverflow(by: powersOfTen[missing])
    guard !overflow, let units = Int64(exactly: units) else { return nil }
    return number.isNegative ? -units : units
  }
}
