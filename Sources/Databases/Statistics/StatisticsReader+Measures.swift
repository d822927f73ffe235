import FlagModel
import Queries

/// Histograms, means and medians.
extension StatisticsReader {
  /// The bins of one measure and how many values fell into each.
  private struct Counted {
    let bins: Bins
    var counts: [Int64]
  }

  /// Counts the bins of all measures in one scan, and looks up each median within its bin.
  mutating func histograms(of measures: [Measure]) throws -> [MeasureStatistics] {
    var counted = measures.map { measure in
      Bins(from: value(.minimum(measure)), to: value(.maximum(measure)), of: measure.type)
        .map { Counted(bins: $0, counts: [count(of: measure)]) }
    }
    // What lies in one bin needs no counting.
    let open = counted.indices.filter { counted[$0]?.bins.edges.isEmpty == false }
    for start in stride(from: 0, to: open.count, by: Self.mostBinnings) {
      let part = open[start..<min(start + Self.mostBinnings, open.count)]
      let counts = try countBins(
        part.map { .init(measures[$0], edges: counted[$0]?.bins.edges ?? []) })
      for (index, counts) in zip(part, counts) { counted[index]?.counts = counts }
    }
    return try zip(measures, counted).map { try statistics(of: $0, $1) }
  }

  /// As many as fit SQLite's limits for columns and bindings with room to spare.
  private static let mostBinnings = 100

  private mutating func countBins(_ binnings: [StatisticsQuery.Binning]) throws -> [[Int64]] {
    // The bins of all columns stand in one list, which is quicker than a list of lists.
    let ends = binnings.reduce(into: []) { $0.append(($0.last ?? 0) + $1.edges.count + 1) }
    var counts = [Int64](repeating: 0, count: ends.last ?? 0)
    let rows = try rows { $0.binNumbers(binnings) }
    while try rows.next() {
      var start = 0
      for (column, end) in ends.enumerated() {
        if let bin = rows.integer(at: column), (0..<Int64(end - start)).contains(bin) {
          counts[start + Int(bin)] += 1
        }
        start = end
      }
    }
    return zip([0] + ends, ends).map { Array(counts[$0..<$1]) }
  }

  private mutating func statistics(
    of measure: Measure, _ counted: Counted?
  ) throws -> MeasureStatistics {
    let count = count(of: measure)
    let (minimum, maximum) = (value(.minimum(measure)), value(.maximum(measure)))
    let middle =
      count == 0 || minimum == maximum
      ? [minimum].filter { $0 != .null } : try middleValues(of: measure, count, counted)
    let text = { (value: Value) in value == .null ? nil : measure.type.text(of: value) }
    return MeasureStatistics(
      quantity: measure.statisticsQuantity, isNumeric: measure.type != .date, count: count,
      minimum: text(minimum), maximum: text(maximum), mean: mean(of: measure, count),
      median: Self.median(middle, of: measure.type), step: counted?.bins.step,
      bins: zip(counted?.bins.labels ?? [], counted?.counts ?? []).map {
        .init(label: $0.text, lower: $0.lower, upper: $0.upper, count: $1)
      })
  }

  // MARK: Middle

  /// The value in the middle, or the two: only the bin that holds it is sorted.
  private mutating func middleValues(
    of measure: Measure, _ count: Int64, _ counted: Counted?
  ) throws -> [Value] {
    let first = (count - 1) / 2
    let isEven = count % 2 == 0
    var before: Int64 = 0
    var bin = 0
    let counts = counted?.counts ?? [count]
    while bin < counts.count - 1, before + counts[bin] <= first {
      before += counts[bin]
      bin += 1
    }
    let edges = counted?.bins.edges ?? []
    // The second of two may be the first of a later bin.
    let isSplit = isEven && before + counts[bin] == first + 1
    let lower = bin > 0 ? edges[bin - 1] : nil
    let upper = bin < edges.count && !isSplit ? edges[bin] : nil
    let offset = first - before
    let rows = try rows {
      $0.sorted(measure, from: lower, below: upper, offset: offset, limit: isEven ? 2 : 1)
    }
    return try rows.all { rows.value(at: 0) }
  }

  private static func median(_ middle: [Value], of type: AttributeType) -> String? {
    guard let first = middle.first, let last = middle.last else { return nil }
    switch (first, last, type) {
    case (.integer(let a), .integer(let b), _):
      return ExactSum([a, b]).mean(places: type.places, keeping: type.keptPlaces)
    case (.real(let a), .real(let b), _):
      let sum = a + b
      return type.text(of: .real(rounded(sum.isFinite ? sum / 2 : a / 2 + b / 2)))
    case (.text(let a), .text(let b), .date):
      guard let a = try? Timestamp(a), let b = try? Timestamp(b) else { return nil }
      return a.adding(microseconds: (b.microseconds - a.microseconds) / 2)?.text
    default: return nil
    }
  }

  // MARK: Mean

  private func mean(of measure: Measure, _ count: Int64) -> String? {
    if measure.isWhole {
      guard case .integer(let high) = value(.highSum(measure)),
        case .integer(let low) = value(.lowSum(measure))
      else { return nil }
      return ExactSum(high: high, low: low, count: count)
        .mean(places: measure.type.places, keeping: measure.type.keptPlaces)
    }
    guard case .real(let mean) = value(.mean(measure)), mean.isFinite else { return nil }
    if measure.type != .date { return AttributeType.double.text(of: .real(Self.rounded(mean))) }
    // SQLite counts moments to the millisecond; what is beyond it is noise.
    let milliseconds = (mean * 86_400_000).rounded()
    guard abs(milliseconds) < 1e15 else { return nil }
    return Timestamp(microseconds: Int64(milliseconds) * 1_000)?.text
  }

  /// To ten digits: those that follow depend on the order of the records.
  private static func rounded(_ number: Double) -> Double {
    guard number != 0, number.isFinite else { return number }
    let places = 9 - Int((Double(number.exponent) * 0.30103).rounded(.down))
    // Read as a decimal number, since a quotient would bring new digits.
    guard let scale = Double("1e\(places)"), abs(number * scale) < 1e11,
      let rounded = Double("\(Int64((number * scale).rounded()))e\(-places)"),
      abs(rounded - number) <= abs(number) * 1e-9
    else { return number }
    return rounded
  }
}

extension MeasureStatistics {
  /// The statistics of how many others each record has, from counts in ascending order.
  init(ofOthers counts: [(value: Int64, count: Int64)]) {
    let total = counts.reduce(0) { $0 + $1.count }
    let type = AttributeType.integer(.int)
    let bins = counts.last.flatMap {
      Bins(from: .integer(counts[0].value), to: .integer($0.value), of: type)
    }
    var binCounts = [Int64](repeating: 0, count: bins?.labels.count ?? 0)
    for (value, count) in counts {
      let bin = bins?.edges.firstIndex { $0.isAbove(value) } ?? binCounts.count - 1
      binCounts[bin] += count
    }
    func nth(_ wanted: Int64) -> Int64 {
      var before: Int64 = 0
      for (value, count) in counts {
        before += count
        if before > wanted { return value }
      }
      return 0
    }
    let sum = ExactSum(
      high: 0, low: counts.reduce(0) { $0 &+ $1.value &* $1.count }, count: total)
    self.init(
      quantity: .others, isNumeric: true, count: total,
      minimum: (counts.first?.value).map { String($0) },
      maximum: (counts.last?.value).map { String($0) },
      mean: sum.mean(places: 0, keeping: 0),
      median: total == 0
        ? nil : ExactSum([nth((total - 1) / 2), nth(total / 2)]).mean(places: 0, keeping: 0),
      step: bins?.step,
      bins: zip(bins?.labels ?? [], binCounts).map {
        Bin(label: $0.text, lower: $0.lower, upper: $0.upper, count: $1)
      })
  }
}

extension Value {
  fileprivate func isAbove(_ number: Int64) -> Bool {
    if case .integer(let edge) = self { edge > number } else { false }
  }
}

extension Measure {
  fileprivate var statisticsQuantity: MeasureStatistics.Quantity {
    switch quantity {
    case .value: .value
    case .elements: .elements
    case .bytes: .bytes
    }
  }
}

extension AttributeType {
  fileprivate var places: Int {
    if case .decimal(let places) = self { places } else { 0 }
  }

  /// The places that are written even where they are zeros, as with money.
  fileprivate var keptPlaces: Int {
    places == FixedPoint.defaultPlaces ? 0 : places
  }
}
