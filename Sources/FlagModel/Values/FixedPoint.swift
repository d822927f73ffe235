import PlainText

/// A `Decimal` in its stored form: an integer of its smallest unit, 10^-places, so that comparisons
/// and sums are exact.
package enum FixedPoint {
  /// The decimal places if the model does not state them.
  package static let defaultPlaces = 6
  /// With more, a 64-bit integer would have no digit before the point.
  package static let maximalPlaces = 18

  /// Parses exactly: a digit beyond the decimal places is refused unless it is zero.
  package static func units(from text: some StringProtocol, places: Int) throws(ValueError)
    -> Int64
  {
    let places = bounded(places)
    guard let number = DecimalDigits(text.trimmed.utf8) else { throw malformed(text) }
    guard number.places <= places else {
      let most = if places == 0 { "no" } else { "at most \(places)" }
      throw ValueError.expected("\(most) digits after the point", found: text)
    }
    guard let units = number.units(places: places) else { throw tooLarge(text, places: places) }
    return units
  }

  private static func malformed(_ text: some StringProtocol) -> ValueError {
    let hint: Hint? =
      if NumberText.isDecimalNotation(text.trimmed.utf8) {
        "write it without an exponent"
      } else {
        NumberText.numberRepair(text)
      }
    return ValueError.expected("a decimal number", found: text, hint: hint)
  }

  private static func tooLarge(_ text: some StringProtocol, places: Int) -> ValueError {
    ValueError.expected(
      "a decimal number from \(Self.text(of: .min, places: places)) to "
        + Self.text(of: .max, places: places), found: text)
  }

  package static func text(of units: Int64, places: Int) -> String {
    var bytes: [UInt8] = []
    appendText(of: units, places: places, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the number of decimal places that the model states; without a statement, it omits
  /// trailing zeros.
  package static func appendText(of units: Int64, places: Int, to bytes: inout [UInt8]) {
    let places = bounded(places)
    if units < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, fraction) = units.magnitude.quotientAndRemainder(
      dividingBy: UInt64(powerOfTen(places)))
    appendDecimal(whole, to: &bytes)
    let isTrimmed = places == defaultPlaces
    if places == 0 || (isTrimmed && fraction == 0) { return }
    bytes.append(UInt8(ascii: "."))
    appendDigits(Int(fraction), count: places, to: &bytes)
    while isTrimmed, bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
  }

  package static func bounded(_ places: Int) -> Int { min(max(places, 0), maximalPlaces) }
}
