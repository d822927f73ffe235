/// The exact sum of 64-bit integers, which may exceed 64 bits. The low 32 bits and the high bits of
/// the numbers are summed separately.
struct ExactSum {
  private let high: Int64
  private let low: Int64
  private let count: Int64

  init(high: Int64, low: Int64, count: Int64) {
    self.high = high
    self.low = low
    self.count = count
  }

  /// The sum of numbers, each multiplied by its count.
  init(_ values: [(value: Int64, count: Int64)]) {
    high = values.reduce(0) { $0 + ($1.value >> 32) * $1.count }
    low = values.reduce(0) { $0 + ($1.value & 0xFFFF_FFFF) * $1.count }
    count = values.reduce(0) { $0 + $1.count }
  }

  /// The mean as a decimal number. The last `places` digits of the integers are decimal places. The
  /// mean has up to three more places, rounded. Trailing zeros are omitted, except in the first
  /// `kept` places. Nil beyond 2^31 values, because the parts may have overflowed.
  func mean(places: Int, keeping kept: Int) -> String? {
    guard count > 0, count < 1 << 31, low >= 0 else { return nil }
    let divisor = UInt64(count)
    let quotient = high >= 0 ? high / count : -((count - 1 - high) / count)
    let rest = (UInt64(high - quotient * count) << 32) + UInt64(low)
    let whole = (quotient << 32) &+ Int64(rest / divisor)
    let remainder = rest % divisor
    // The mean is whole + remainder / count, and whole is rounded down.
    let isNegative = whole < 0
    let isCarried = isNegative && remainder > 0
    var magnitude = whole.magnitude
    var fraction = remainder
    if isCarried {
      magnitude = (whole + 1).magnitude
      fraction = divisor - remainder
    }
    return Self.text(
      magnitude, fraction, of: divisor, isNegative, places: max(0, places), keeping: kept)
  }

  private static let extraPlaces = 3

  private static func text(
    _ magnitude: UInt64, _ fraction: UInt64, of divisor: UInt64, _ isNegative: Bool, places: Int,
    keeping kept: Int
  ) -> String {
    let thousandths = (fraction * 2_000 + divisor) / (2 * divisor)
    let (carried, overflows) = magnitude.addingReportingOverflow(thousandths / 1_000)
    let more = String(thousandths % 1_000)
    var digits = String(overflows ? magnitude : carried)
    digits += String(repeating: "0", count: extraPlaces - more.count) + more
    let fractionCount = places + extraPlaces
    let missing = fractionCount + 1 - digits.count
    if missing > 0 { digits = String(repeating: "0", count: missing) + digits }
    let point = digits.index(digits.endIndex, offsetBy: -fractionCount)
    var tail = digits[point...]
    while tail.count > kept, tail.last == "0" { tail.removeLast() }
    var text = String(digits[..<point])
    if !tail.isEmpty { text += ".\(tail)" }
    let isZero = !text.contains { $0 != "0" && $0 != "." }
    if isNegative, !isZero { text = "-\(text)" }
    return text
  }
}
