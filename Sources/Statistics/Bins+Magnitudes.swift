import FlagModel

extension Bins {
  /// Bins between powers of ten, on both sides of zero, for numbers that linear bins would put
  /// nearly all into one. If there are few powers of ten, their multiples by 2 and 5 are edges too.
  /// Nil for values that are no numbers.
  init?(logarithmicFrom minimum: Value, to maximum: Value, of type: AttributeType) {
    switch (type, minimum, maximum) {
    case (.integer, .integer(let low), .integer(let high)):
      self.init(whole: low, high, of: Magnitudes(from: low, to: high)) { "\($0)" }
    case (.decimal(let places), .integer(let low), .integer(let high)):
      self.init(whole: low, high, of: Magnitudes(from: low, to: high)) {
        FixedPoint.text(of: $0, places: places)
      }
    case (.double, .real(let low), .real(let high)), (.float, .real(let low), .real(let high)):
      guard low.isFinite, high.isFinite else { return nil }
      let magnitudes = Magnitudes(from: low, to: high)
      let edges = magnitudes.edges(low, high) { Double("\($0)e\($1)") }
      self.init(low, high, edges, step: magnitudes.words, value: Value.real) { number in
        let text = AttributeType.double.text(of: .real(number))
        if text.hasSuffix(".0") { return String(text.dropLast(2)) }
        return text
      }
    default: return nil
    }
  }

  private init(
    whole low: Int64, _ high: Int64, of magnitudes: Magnitudes, text: (Int64) -> String
  ) {
    let edges = magnitudes.edges(low, high) { factor, exponent -> Int64? in
      guard (0...18).contains(exponent) else { return nil }
      let (edge, overflow) = factor.multipliedReportingOverflow(by: powerOfTen(exponent))
      if overflow { return nil }
      return edge
    }
    self.init(low, high, edges, step: magnitudes.words, value: Value.integer, text: text)
  }

  /// - Parameter all: the edges from at or below the smallest number to above the largest. If there
  ///   is no such edge, the number itself is the end.
  private init<Number: Comparable>(
    _ low: Number, _ high: Number, _ all: [Number], step: String, value: (Number) -> Value,
    text: (Number) -> String
  ) {
    let edges = all.filter { low < $0 && $0 <= high }
    let floor = all.last { $0 <= low } ?? low
    let end = all.first { $0 > high }
    self.init(
      edges: edges.map(value), ends: ([floor] + edges + [end ?? high]).map(text), step: step,
      maximum: value(high), includesUpper: end == nil)
  }
}

/// The powers of ten between which the numbers lie.
private struct Magnitudes {
  private let exponents: [Int]
  private let factors: [Int64]
  let words: String

  /// Numbers smaller by more powers of ten than this count as zero.
  private static let most = 8

  init(from low: Int64, to high: Int64) {
    var least = 0
    if low > 0 { least = Self.exponent(Double(low)) }
    let greatest = Self.exponent(Double(max(low.magnitude, high.magnitude)))
    self.init(least: least, greatest: greatest, sides: low < 0 ? 2 : 1)
  }

  init(from low: Double, to high: Double) {
    let greatest = Self.exponent(max(abs(low), abs(high)))
    // All numbers are on one side of zero.
    if low > 0 || high < 0 {
      let least = Self.exponent(min(abs(low), abs(high)))
      self.init(least: least, greatest: greatest, sides: 1)
    } else {
      self.init(least: greatest - Self.most, greatest: greatest, sides: low < 0 ? 2 : 1)
    }
  }

  private init(least: Int, greatest: Int, sides: Int) {
    let count = (greatest - least + 1) * sides
    let isFine = 3 * count <= Bins.most
    let step = isFine ? 1 : max(1, (count + Bins.most - 3) / (Bins.most - 2))
    exponents = Array(stride(from: least, through: greatest + step, by: step))
    factors = isFine ? [1, 2, 5] : [1]
    words =
      if isFine {
        "1, 2 and 5 times powers of ten"
      } else if step == 1 {
        "powers of ten"
      } else {
        "powers of 1e\(step)"
      }
  }

  /// The exponent of the power of ten at or below a number.
  private static func exponent(_ number: Double) -> Int {
    guard number > 0 else { return 0 }
    // Calculated from the digits, because a logarithm could be rounded up.
    var exponent = Int((Double(number.exponent) * 0.30103).rounded(.down)) - 1
    while let next = Double("1e\(exponent + 1)"), next <= number { exponent += 1 }
    return exponent
  }

  /// All edges in order, with zero if the numbers have both signs.
  func edges<Number: SignedNumeric & Comparable>(
    _ low: Number, _ high: Number, _ number: (Int64, Int) -> Number?
  ) -> [Number] {
    var positive: [Number] = []
    for exponent in exponents {
      for factor in factors {
        if let edge = number(factor, exponent) { positive.append(edge) }
      }
    }
    if low >= 0 { return [0] + positive }
    let negative = positive.reversed().map { -$0 }
    if high < 0 { return negative + [0] }
    return negative + [0] + positive
  }
}
