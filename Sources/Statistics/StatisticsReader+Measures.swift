import Databases
import Engines
import FlagModel
import Queries
import QueryPlanning
import SQLText

/// Histograms, means and medians.
extension StatisticsReader {
  /// The bins of one measure, and the number of values in each.
  private struct Counted {
    let bins: Bins
    var counts: [Int64]

    /// True if one of several bins has nearly all values.
    var isCrowded: Bool {
      let all = counts.reduce(0, +)
      return counts.count > 1 && (counts.max() ?? 0) >= all - all / 100
    }
  }

  /// Counts the bins of all measures in one scan, and finds each percentile within its bin.
  mutating func histograms(of measures: [Measure]) throws -> [MeasureStatistics] {
    var counted = measures.map { measure in
      Bins(from: value(.minimum(measure)), to: value(.maximum(measure)), of: measure.type)
        .map { Counted(bins: $0, counts: [count(of: measure)]) }
    }
    try announce(measures, counted.map { $0?.bins })
    // A single bin needs no counting.
    try count(measures, &counted) { !$0.bins.edges.isEmpty }
    // A second scan with logarithmic bins, for crowded histograms.
    var curved = zip(measures, counted).map { measure, straight -> Counted? in
      guard let straight, straight.isCrowded || hasFewRecords else { return nil }
      return logarithmicBins(of: measure).map { Counted(bins: $0, counts: []) }
    }
    try count(measures, &curved) { !$0.bins.edges.isEmpty }
    for (index, curved) in curved.enumerated() where counted[index]?.isCrowded == true {
      if let curved, !curved.isCrowded { counted[index] = curved }
    }
    if database.connection.isRemote, !hasFewRecords {
      var questions: [SQLText] = []
      for (measure, counted) in zip(measures, counted) {
        for percentile in percentiles(of: measure) {
          guard let search = search(for: percentile, measure, counted) else { continue }
          questions.append(search.sql(in: reading))
        }
      }
      try database.translated { try database.connection.ask(questions) }
    }
    return try zip(measures, counted).map { try statistics(of: $0, $1) }
  }

  private func logarithmicBins(of measure: Measure) -> Bins? {
    Bins(logarithmicFrom: value(.minimum(measure)), to: value(.maximum(measure)), of: measure.type)
  }

  /// True if a server sorts all values in less time than a round trip takes. Then percentiles are not searched in
  /// one bin, so that their questions need no counts.
  private var hasFewRecords: Bool {
    database.connection.isRemote && count(.records) <= Self.fewRecords
  }

  private static let fewRecords: Int64 = 10_000

  /// Asks a server all questions about a few records in one round trip: on the bins, also the logarithmic ones that
  /// may be needed, and on the percentiles.
  private func announce(_ measures: [Measure], _ straight: [Bins?]) throws {
    guard hasFewRecords, measures.count <= Self.mostBinnings else { return }
    var questions: [SQLText] = []
    for bins in [straight, measures.map(logarithmicBins)] {
      let binnings = zip(measures, bins).compactMap { measure, bins in
        bins.map { StatisticsQuery.Binning(measure, edges: $0.edges) }
      }.filter { !$0.edges.isEmpty }
      if !binnings.isEmpty { questions.append(reading.binNumbers(binnings)) }
    }
    for measure in measures {
      questions += percentiles(of: measure).compactMap {
        search(for: $0, measure, nil)?.sql(in: reading)
      }
    }
    try database.translated { try database.connection.ask(questions) }
  }

  /// The percentiles of a measure that are shown.
  private func percentiles(of measure: Measure) -> [Int64] {
    measure.type == .date ? [50] : [50, 95]
  }

  /// Counts the bins of the selected measures in one scan.
  private mutating func count(
    _ measures: [Measure], _ counted: inout [Counted?], where isOpen: (Counted) -> Bool
  ) throws {
    let open = counted.indices.filter { counted[$0].map(isOpen) ?? false }
    for part in open.chunks(of: Self.mostBinnings) {
      let counts = try countBins(
        part.map { .init(measures[$0], edges: counted[$0]?.bins.edges ?? []) })
      for (index, counts) in zip(part, counts) { counted[index]?.counts = counts }
    }
  }

  /// A number of binnings well below SQLite's limits for columns and bindings.
  private static let mostBinnings = 100

  private mutating func countBins(_ binnings: [StatisticsQuery.Binning]) throws -> [[Int64]] {
    if let counts = try fromPages({ try $0.bins(reading, binnings) }) {
      note { $0.binNumbers(binnings) }
      return counts
    }
    // One flat array for the bins of all columns is faster than an array of arrays.
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
    let minimum = value(.minimum(measure))
    let maximum = value(.maximum(measure))
    func percentile(_ percent: Int64) throws -> String? {
      let values =
        if let search = search(for: percent, measure, counted) {
          try self.values(of: search)
        } else {
          [minimum].filter { $0 != .null }
        }
      return Self.value(at: Rank(percent, of: count), between: values, of: measure.type)
    }
    let text = { (value: Value) in value == .null ? nil : measure.type.text(of: value) }
    return MeasureStatistics(
      quantity: measure.statisticsQuantity, isNumeric: measure.type != .date, count: count,
      minimum: text(minimum), maximum: text(maximum), mean: mean(of: measure, count),
      median: try percentile(50),
      percentile95: measure.type == .date ? nil : try percentile(95),
      deviation: deviation(of: measure), step: counted?.bins.step,
      bins: zip(counted?.bins.labels ?? [], counted?.counts ?? []).map {
        .init(label: $0.text, lower: $0.lower, upper: $0.upper, count: $1)
      })
  }

  // MARK: Percentiles

  /// The search for the value at a rank, and for the next value if the rank lies between two. Only the bin with the
  /// rank is sorted.
  private struct Search {
    let measure: Measure
    let lower: Value?
    let upper: Value?
    let offset: Int64
    let limit: Int64

    func sql(in query: StatisticsQuery) -> SQLText {
      query.sorted(measure, from: lower, below: upper, offset: offset, limit: limit)
    }
  }

  /// The search for a percentile; nil if all values are equal, or if there are none.
  private func search(for percent: Int64, _ measure: Measure, _ counted: Counted?) -> Search? {
    let count = count(of: measure)
    if count == 0 || value(.minimum(measure)) == value(.maximum(measure)) { return nil }
    let rank = Rank(percent, of: count)
    var before: Int64 = 0
    var bin = 0
    let counted = hasFewRecords ? nil : counted
    let counts = counted?.counts ?? [count]
    while bin < counts.count - 1, before + counts[bin] <= rank.index {
      before += counts[bin]
      bin += 1
    }
    let edges = counted?.bins.edges ?? []
    // The second value may be the first one of a later bin.
    let isSplit = rank.isBetween && before + counts[bin] == rank.index + 1
    return Search(
      measure: measure, lower: bin > 0 ? edges[bin - 1] : nil,
      upper: bin < edges.count && !isSplit ? edges[bin] : nil, offset: rank.index - before,
      limit: rank.isBetween ? 2 : 1)
  }

  private mutating func values(of search: Search) throws -> [Value] {
    let sorted = try fromPages {
      try $0.sorted(
        reading, search.measure, from: search.lower, below: search.upper, offset: search.offset,
        limit: search.limit)
    }
    if let sorted {
      note { search.sql(in: $0) }
      return sorted
    }
    let rows = try rows { search.sql(in: $0) }
    return try rows.all { rows.value(at: 0) }
  }

  private static func value(
    at rank: Rank, between values: [Value], of type: AttributeType
  ) -> String? {
    guard let first = values.first, let last = values.last else { return nil }
    switch (first, last, type) {
    case (.integer(let a), .integer(let b), _):
      return rank.sum(a, b).mean(places: type.places, keeping: type.keptPlaces)
    case (.real(let a), .real(let b), _):
      let part = Double(rank.hundredths) / 100
      var value = a + (b - a) * part
      if !(b - a).isFinite { value = a * (1 - part) + b * part }
      return type.text(of: .real(rounded(value)))
    case (.text(let a), .text(let b), .date):
      guard let a = try? Timestamp(a), let b = try? Timestamp(b) else { return nil }
      let (quotient, rest) = (b.microseconds - a.microseconds).quotientAndRemainder(dividingBy: 100)
      return a.adding(microseconds: quotient * rank.hundredths + rest * rank.hundredths / 100)?.text
    default: return nil
    }
  }

  /// The standard deviation of numbers. For dates it would be meaningless.
  private func deviation(of measure: Measure) -> String? {
    guard measure.type != .date, case .real(let deviation) = value(.deviation(measure)),
      deviation.isFinite
    else { return nil }
    let unit = Double(powerOfTen(measure.type.places))
    return AttributeType.double.text(of: .real(Self.rounded(deviation / unit)))
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
    // SQLite's dates have milliseconds, so the digits beyond are noise.
    let milliseconds = (mean * 86_400_000).rounded()
    guard abs(milliseconds) < 1e15 else { return nil }
    return Timestamp(microseconds: Int64(milliseconds) * 1_000)?.text
  }

  /// Rounds to ten digits, because the further digits depend on the order of the records.
  static func rounded(_ number: Double) -> Double {
    guard number != 0, number.isFinite else { return number }
    let places = 9 - Int((Double(number.exponent) * 0.30103).rounded(.down))
    // Parsed as a decimal number, because a division would add digits.
    guard let scale = Double("1e\(places)"), abs(number * scale) < 1e11,
      let rounded = Double("\(Int64((number * scale).rounded()))e\(-places)"),
      abs(rounded - number) <= abs(number) * 1e-9
    else { return number }
    return rounded
  }
}

extension MeasureStatistics {
  /// The statistics of the number of related records, from counts in ascending order.
  init(ofRelated counts: [(value: Int64, count: Int64)]) {
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
    func percentile(_ percent: Int64) -> String? {
      let rank = Rank(percent, of: total)
      if total == 0 { return nil }
      let lower = nth(rank.index)
      let upper = rank.isBetween ? nth(rank.index + 1) : lower
      return rank.sum(lower, upper).mean(places: 0, keeping: 0)
    }
    let sum = ExactSum(high: 0, low: counts.reduce(0) { $0 &+ $1.value &* $1.count }, count: total)
    self.init(
      quantity: .others, isNumeric: true, count: total,
      minimum: (counts.first?.value).map { String($0) },
      maximum: (counts.last?.value).map { String($0) },
      mean: sum.mean(places: 0, keeping: 0),
      median: percentile(50), percentile95: percentile(95),
      deviation: Self.deviation(of: counts, total),
      step: bins?.step,
      bins: zip(bins?.labels ?? [], binCounts).map {
        Bin(label: $0.text, lower: $0.lower, upper: $0.upper, count: $1)
      })
  }

  private static func deviation(
    of counts: [(value: Int64, count: Int64)], _ total: Int64
  ) -> String? {
    guard total > 1 else { return nil }
    let mean = counts.reduce(0) { $0 + Double($1.value) * Double($1.count) } / Double(total)
    let squares = counts.reduce(0) {
      $0 + (Double($1.value) - mean) * (Double($1.value) - mean) * Double($1.count)
    }
    let deviation = (squares / Double(total - 1)).squareRoot()
    return AttributeType.double.text(of: .real(StatisticsReader.rounded(deviation)))
  }
}

/// The rank of a percentile in sorted values: at one value, or some hundredths of the way to the
/// next.
private struct Rank {
  let index: Int64
  let hundredths: Int64

  init(_ percent: Int64, of count: Int64) {
    let place = (max(0, count - 1) * percent).quotientAndRemainder(dividingBy: 100)
    index = place.quotient
    hundredths = place.remainder
  }

  var isBetween: Bool { hundredths > 0 }

  /// The sum of a hundred weighted parts of two numbers, whose mean is the percentile.
  func sum(_ a: Int64, _ b: Int64) -> ExactSum {
    ExactSum([(a, 100 - hundredths), (b, hundredths)])
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
  fileprivate var places: Int { if case .decimal(let places) = self { places } else { 0 } }

  /// The decimal places that are always shown, as for money.
  fileprivate var keptPlaces: Int { places == FixedPoint.defaultPlaces ? 0 : places }
}
