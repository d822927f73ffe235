/// A number with all its decimal digits, without the zeros that do not change its value.
package struct DecimalNumber: Hashable, Sendable {
  private let isNegative: Bool
  /// The digits from the first to the last that is not zero; empty for zero.
  private let digits: [UInt8]
  /// The power of ten of the last digit.
  private let exponent: Int

  /// Parses `-12.50` and `1.25e+22`; nil for another text, and for `inf` and `nan`.
  package init?(_ text: String) {
    let parts = text.utf8.split(omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
    guard parts.count <= 2, var number = parts.first else { return nil }
    let sign = number.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { number.removeFirst() }
    let point = number.firstIndex(of: UInt8(ascii: ".")) ?? number.endIndex
    let places = number[point...].dropFirst()
    var digits = Array(number[..<point]) + places
    guard !digits.isEmpty, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }),
      let power = parts.count == 1 ? 0 : Int32(Substring(parts[1]))
    else { return nil }
    var zeros = 0
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      zeros += 1
    }
    self.digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
    exponent = self.digits.isEmpty ? 0 : Int(power) - places.count + zeros
    isNegative = !self.digits.isEmpty && sign == UInt8(ascii: "-")
  }

  /// True if the text of a Double has all digits of the number in a text, or if the text is not a
  /// number.
  package static func fitsDouble(_ text: String) -> Bool {
    guard let number = DecimalNumber(text), let double = Double(text) else { return true }
    return DecimalNumber("\(double)") == number
  }
}

extension DecimalNumber: Comparable {
  package static func < (one: DecimalNumber, other: DecimalNumber) -> Bool {
    if one.isNegative != other.isNegative { return one.isNegative }
    if one.isNegative { return other.isCloserToZero(than: one) }
    return one.isCloserToZero(than: other)
  }

  private func isCloserToZero(than other: DecimalNumber) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    let (place, otherPlace) = (digits.count + exponent, other.digits.count + other.exponent)
    if place != otherPlace { return place < otherPlace }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
