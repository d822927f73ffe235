/// Seconds as a decimal: `3600`, `0.5`.
package func secondsText(_ micros: Int64) -> String {
  FixedPoint.withoutZeros(FixedPoint.text(of: micros, places: 6))
}

/// A time relative to each insert, for people: `now`, `now + 3600 seconds`.
package func momentText(after micros: Int64) -> String {
  if micros == 0 { return "now" }
  let sign = if micros < 0 { "-" } else { "+" }
  return "now \(sign) \(secondsText(abs(micros))) seconds"
}

extension FixedPoint {
  /// A decimal without trailing zeros and without an unnecessary point.
  package static func withoutZeros(_ decimal: String) -> String {
    guard decimal.contains(".") else { return decimal }
    var kept = decimal
    while kept.last == "0" { kept.removeLast() }
    if kept.last == "." { kept.removeLast() }
    return kept
  }
}
