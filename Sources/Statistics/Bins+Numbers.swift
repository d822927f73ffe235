import FlagModel

extension Bins {
  /// Bins with steps of 1, 2 or 5 times a power of ten, or one bin for each number if there are
  /// few.
  init(whole low: Int64, _ high: Int64, text: (Int64) -> String) {
    let step = Self.step(low, high)
    // Rounds towards zero, and then down for negative numbers, because the multiple below may
    // exceed 64 bits.
    let truncated = low - low % step
    let floor = truncated <= low ? truncated : Self.sum(truncated, -step)
    var edges: [Int64] = []
    var next = truncated > low ? truncated : Self.sum(truncated, step)
    while let edge = next, edge <= high {
      edges.append(edge)
      next = Self.sum(edge, step)
    }
    let ends = ([floor ?? low] + edges + [next ?? high]).map(text)
    if step == 1 {
      let labels = zip(ends, ends.dropFirst()).map { Label(text: $0, lower: $0, upper: $1) }
      self.init(edges: edges.map(Value.integer), labels: labels, step: nil)
    } else {
      self.init(
        edges: edges.map(Value.integer), ends: ends, step: text(step),
        maximum: .integer(high), includesUpper: next == nil)
    }
  }

  /// The smallest step of 1, 2 or 5 times a power of ten that gives few enough bins.
  private static func step(_ low: Int64, _ high: Int64) -> Int64 {
    let span = UInt64(bitPattern: high &- low)
    var power: Int64 = 1
    while true {
      for factor: Int64 in [1, 2, 5] where span / UInt64(power * factor) < UInt64(most - 1) {
        return power * factor
      }
      // 5 × 10^18 is the largest step in 64 bits, and makes four bins of the whole range.
      if power == 1_000_000_000_000_000_000 { return power * 5 }
      power *= 10
    }
  }

  private static func sum(_ a: Int64, _ b: Int64) -> Int64? {
    let (sum, overflow) = a.addingReportingOverflow(b)
    if overflow { return nil }
    return sum
  }

  /// The same steps for real numbers. Each edge is parsed as a decimal number, because a sum of
  /// inexact steps would drift.
  init(real low: Double, _ high: Double) {
    guard low < high, let scale = Scale(low, high) else {
      let lower = AttributeType.double.text(of: .real(low))
      let upper = AttributeType.double.text(of: .real(high))
      var text = lower
      if low != high { text += "...\(upper)" }
      let label = Label(text: text, lower: lower, upper: upper)
      self.init(edges: [], labels: [label], step: nil)
      return
    }
    var multiple = scale.multiple(below: low)
    var ends = [scale.text(multiple)]
    var edges: [Value] = []
    repeat {
      multiple += 1
      ends.append(scale.text(multiple))
      guard let edge = scale.value(multiple), edge <= high else { break }
      edges.append(.real(edge))
    } while edges.count < 2 * Self.most
    self.init(edges: edges, ends: ends, step: scale.text(1), maximum: .real(high))
  }
}

/// Multiples of 1, 2 or 5 times a power of ten.
private struct Scale {
  private let factor: Int64
  private let exponent: Int

  /// Nil if the numbers are so close that no round number lies between them.
  init?(_ low: Double, _ high: Double) {
    let step = high / Double(Bins.most - 1) - low / Double(Bins.most - 1)
    guard step > 0, step.isFinite else { return nil }
    // The exponent of the power of ten at or below the step, from its binary exponent.
    var exponent = Int((Double(step.exponent) * 0.30103).rounded(.down)) - 1
    while true {
      for factor: Int64 in [1, 2, 5] {
        guard let width = Double("\(factor)e\(exponent)"), width >= step else { continue }
        // Beyond 2^53, neighbouring multiples are no distinct Doubles.
        guard max(abs(low), abs(high)) / width < 9e15 else { return nil }
        self.factor = factor
        self.exponent = exponent
        return
      }
      if exponent > 308 { return nil }
      exponent += 1
    }
  }

  func multiple(below number: Double) -> Int64 {
    guard let width = value(1) else { return 0 }
    var multiple = Int64((number / width).rounded(.down))
    while let edge = value(multiple), edge > number { multiple -= 1 }
    return multiple
  }

  func value(_ multiple: Int64) -> Double? { Double("\(multiple * factor)e\(exponent)") }

  /// Plain digits for numbers of moderate size, and an exponent for others.
  func text(_ multiple: Int64) -> String {
    let digits = multiple * factor
    if digits == 0, !(-6 ... -1).contains(exponent) { return "0" }
    if (0...6).contains(exponent) {
      return String(digits) + String(repeating: "0", count: exponent)
    }
    if (-6 ... -1).contains(exponent) {
      return FixedPoint.text(of: digits, places: -exponent)
    }
    return "\(digits)e\(exponent)"
  }
}
