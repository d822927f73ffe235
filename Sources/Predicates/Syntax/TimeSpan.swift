/// A time span such as `7d`, in microseconds.
package enum TimeSpan {
  /// The microseconds of each unit.
  static let units: [String: Int64] = [
    "w": 604_800_000_000, "d": 86_400_000_000, "h": 3_600_000_000, "min": 60_000_000,
    "m": 60_000_000, "s": 1_000_000, "ms": 1_000, "us": 1,
  ]

  /// Nil if it exceeds 64 bits.
  static func microseconds(of text: String) -> Int64? {
    let digits = text.prefix { $0.isNumber || $0 == "." }
    guard let unit = units[String(text.dropFirst(digits.count))] else { return nil }
    if let whole = Int64(digits) {
      let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
      if overflow { return nil }
      return product
    }
    return Double(digits).flatMap { Int64(exactly: ($0 * Double(unit)).rounded()) }
  }

  /// The number in the largest unit that divides it.
  static func text(of microseconds: Int64) -> String {
    let names = ["w", "d", "h", "min", "s", "ms"]
    let unit = names.first { microseconds % (units[$0] ?? 1) == 0 } ?? "us"
    return "\(microseconds / (units[unit] ?? 1))\(unit)"
  }
}
