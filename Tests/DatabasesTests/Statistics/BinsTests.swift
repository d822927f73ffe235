import FlagModel
import Testing

@testable import Databases
@testable import Statistics

@Suite("Bins of histograms")
struct BinsTests {
  /// The labels, after looking that the bins cover everything once and are few.
  private func labels(
    _ low: Value, _ high: Value, _ type: AttributeType,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let bins = try #require(Bins(from: low, to: high, of: type), sourceLocation: sourceLocation)
    #expect(bins.labels.count == bins.edges.count + 1, sourceLocation: sourceLocation)
    #expect(bins.labels.count <= Bins.most + 2, sourceLocation: sourceLocation)
    for (first, second) in zip(bins.edges, bins.edges.dropFirst()) {
      #expect(isLess(first, second), sourceLocation: sourceLocation)
    }
    for edge in bins.edges {
      #expect(isLess(low, edge) && !isLess(high, edge), sourceLocation: sourceLocation)
    }
    for (first, second) in zip(bins.labels, bins.labels.dropFirst()) {
      #expect(first.upper == second.lower, sourceLocation: sourceLocation)
    }
    return bins.labels.map(\.text)
  }

  private func isLess(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): a < b
    case (.real(let a), .real(let b)): a < b
    case (.text(let a), .text(let b)): a < b
    default: false
    }
  }

  @Test(
    "of whole numbers",
    arguments: [
      (0, 0, ["0"]), (3, 5, ["3", "4", "5"]), (-2, 1, ["-2", "-1", "0", "1"]),
      (
        -7, 14,
        [
          "-8..<-6", "-6..<-4", "-4..<-2", "-2..<0", "0..<2", "2..<4", "4..<6", "6..<8", "8..<10",
          "10..<12", "12...14",
        ]
      ),
      (
        100, 700,
        [
          "100..<150", "150..<200", "200..<250", "250..<300", "300..<350", "350..<400",
          "400..<450", "450..<500", "500..<550", "550..<600", "600..<650", "650...700",
        ]
      ),
    ] as [(Int64, Int64, [String])])
  func whole(low: Int64, high: Int64, expected: [String]) throws {
    #expect(try labels(.integer(low), .integer(high), .integer(.int)) == expected)
  }

  @Test(
    "at the ends of 64 bits",
    arguments: [
      (.min, .max), (.min, .min), (.max, .max), (.max - 1, .max), (.min, .min + 1), (.min, 0),
      (0, .max), (.max - 100, .max), (.min, .min + 100),
    ] as [(Int64, Int64)])
  func extremes(low: Int64, high: Int64) throws {
    let labels = try labels(.integer(low), .integer(high), .integer(.int))
    #expect(!labels.isEmpty)
    if high == .max, low < .max - 20 { #expect(labels.last?.hasSuffix("...\(Int64.max)") == true) }
  }

  @Test("of any whole numbers")
  func anyWhole() throws {
    var generator = Seeded(state: 7)
    for _ in 0..<2_000 {
      let shift = Int64.random(in: 0...62, using: &generator)
      let ends = (0..<2).map { _ in Int64.random(in: .min ... .max, using: &generator) >> shift }
      _ = try labels(
        .integer(ends.min() ?? 0), .integer(ends.max() ?? 0), .integer(.int))
    }
  }

  @Test("of decimals, with their places")
  func decimals() throws {
    let labels = try labels(.integer(800), .integer(1250), .decimal(places: 2))
    #expect(labels.first == "8.00..<8.50")
    #expect(labels.last == "12.00...12.50")
  }

  @Test(
    "of numbers that are not whole",
    arguments: [
      (0.05, 0.3, "0.04..<0.06", "0.28...0.30"), (47.5, 95, "45..<50", "90...95"),
      (-1, 1, "-1.0..<-0.8", "0.8...1.0"), (1e20, 2e20, "10e19..<11e19", "19e19...20e19"),
      (0.1, 0.7, "0.10..<0.15", "0.65...0.70"),
    ] as [(Double, Double, String, String)])
  func reals(low: Double, high: Double, first: String, last: String) throws {
    let labels = try labels(.real(low), .real(high), .double)
    #expect(labels.first == first)
    #expect(labels.last == last)
  }

  @Test(
    "of numbers that no round edge divides",
    arguments: [
      (1, 1), (1, 1.0000000000000002), (-1.7976931348623157e308, 1.7976931348623157e308),
      (0, .leastNonzeroMagnitude), (1e16, 1e16 + 2),
      (-.leastNonzeroMagnitude, .leastNonzeroMagnitude), (0, 1.7976931348623157e308),
      (2.2250738585072014e-308, 2.3e-308),
    ] as [(Double, Double)])
  func hardReals(low: Double, high: Double) throws {
    #expect(try !labels(.real(low), .real(high), .double).isEmpty)
  }

  @Test("of any numbers")
  func anyReals() throws {
    var generator = Seeded(state: 11)
    for _ in 0..<2_000 {
      let ends = (0..<2).map { _ in
        let number = Double(bitPattern: UInt64.random(in: .min ... .max, using: &generator))
        return number.isFinite ? number : 1
      }
      _ = try labels(.real(ends.min() ?? 0), .real(ends.max() ?? 0), .double)
    }
  }

  @Test("of what is not a number of the type there are none")
  func unreadable() {
    #expect(Bins(from: .null, to: .null, of: .integer(.int)) == nil)
    #expect(Bins(from: .real(-.infinity), to: .real(1), of: .double) == nil)
    #expect(Bins(from: .text("yesterday"), to: .text("2026-11-20"), of: .date) == nil)
    #expect(Bins(from: .text("a"), to: .text("b"), of: .string) == nil)
  }

  @Test(
    "of dates are those of a calendar",
    arguments: [
      ("2026-11-20 10:30:00", "2026-11-20 10:30:00", "by microsecond", "2026-11-20 10:30:00"),
      ("2026-11-20 10:30:01", "2026-11-20 10:30:09", "by second", "2026-11-20 10:30:01"),
      ("2026-11-20 10:30:01", "2026-11-20 10:44:09", "by minute", "2026-11-20 10:30"),
      ("2026-11-20 10:30:01", "2026-11-21 18:44:09", "by 3 hours", "2026-11-20 09:00"),
      ("2026-11-20 10:30:01", "2026-12-01 18:44:09", "by day", "2026-11-20"),
      ("2026-11-20 10:30:01", "2027-01-11 18:44:09", "by week", "2026-11-16"),
      ("2026-11-20 10:30:01", "2027-10-11 18:44:09", "by month", "2026-11"),
      ("2026-11-20 10:30:01", "2029-10-11 18:44:09", "by quarter", "2026-10"),
      ("2026-11-20 10:30:01", "2039-10-11 18:44:09", "by year", "2026"),
      ("1969-11-20 10:30:01", "2026-10-11 18:44:09", "by 5 years", "1965"),
      ("0001-01-01 00:00:00", "9999-12-31 23:59:59.999999", "by 1000 years", "0001"),
    ])
  func dates(low: String, high: String, step: String, first: String) throws {
    #expect(try labels(.text(low), .text(high), .date).first == first)
    #expect(Bins(from: .text(low), to: .text(high), of: .date)?.step == step)
  }

  @Test("of any dates")
  func anyDates() throws {
    var generator = Seeded(state: 13)
    let all = Timestamp.earliest.microseconds...Timestamp.latest.microseconds
    for _ in 0..<2_000 {
      let first = Int64.random(in: all, using: &generator)
      let length =
        Int64.random(in: 0...(Int64.max >> 1), using: &generator)
        >> Int64.random(in: 5...60, using: &generator)
      let second = min(all.upperBound, first + min(length, all.upperBound - first))
      let low = try #require(Timestamp(microseconds: first))
      let high = try #require(Timestamp(microseconds: second))
      let bins = try #require(
        Bins(from: .text(low.storedText), to: .text(high.storedText), of: .date))
      #expect(bins.labels.count <= Bins.most + 1, "\(low.text) to \(high.text)")
      _ = try labels(.text(low.storedText), .text(high.storedText), .date)
    }
  }

  // MARK: Between powers of ten

  @Test(
    "of numbers of very different size",
    arguments: [
      (
        .integer(0), .integer(1_000_000), .integer(.int),
        [
          "0..<1", "1..<10", "10..<100", "100..<1000", "1000..<10000", "10000..<100000",
          "100000...1000000",
        ]
      ),
      (
        .integer(3), .integer(2_500), .integer(.int),
        [
          "2..<5", "5..<10", "10..<20", "20..<50", "50..<100", "100..<200", "200..<500",
          "500..<1000", "1000..<2000", "2000..<5000",
        ]
      ),
      (
        .integer(-2_000), .integer(90), .integer(.int),
        [
          "-10000..<-1000", "-1000..<-100", "-100..<-10", "-10..<-1", "-1..<0", "0..<1", "1..<10",
          "10..<100",
        ]
      ),
      (.integer(.min), .integer(.max), .integer(.int), nil),
      (
        .integer(5), .integer(120_000), .decimal(places: 2),
        [
          "0.01..<0.10", "0.10..<1.00", "1.00..<10.00", "10.00..<100.00", "100.00..<1000.00",
          "1000.00..<10000.00",
        ]
      ),
      (
        .real(0.003), .real(0.9), .double,
        [
          "0.002..<0.005", "0.005..<0.01", "0.01..<0.02", "0.02..<0.05", "0.05..<0.1", "0.1..<0.2",
          "0.2..<0.5", "0.5..<1",
        ]
      ),
      (.real(0), .real(1e9), .double, nil), (.real(-1e300), .real(1e-300), .double, nil),
      (.real(-5), .real(-0.001), .double, nil), (.real(1e-300), .real(1.7e308), .double, nil),
    ] as [(Value, Value, AttributeType, [String]?)])
  func magnitudes(
    low: Value, high: Value, type: AttributeType, expected: [String]?
  ) throws {
    let bins = try #require(Bins(logarithmicFrom: low, to: high, of: type))
    #expect(bins.labels.count == bins.edges.count + 1 && bins.labels.count > 2)
    #expect(bins.labels.count <= Bins.most + 3, "\(bins.labels.map(\.text))")
    for (first, second) in zip(bins.edges, bins.edges.dropFirst()) {
      #expect(isLess(first, second))
    }
    for edge in bins.edges { #expect(isLess(low, edge) && !isLess(high, edge)) }
    if let expected { #expect(bins.labels.map(\.text) == expected) }
  }

  @Test func magnitudesAreOfNumbers() {
    let dates = (Value.text("2026-01-01 00:00:00"), Value.text("2027-01-01 00:00:00"))
    #expect(Bins(logarithmicFrom: dates.0, to: dates.1, of: .date) == nil)
    #expect(Bins(logarithmicFrom: .real(1), to: .real(.infinity), of: .double) == nil)
  }
}

/// Numbers that are the same in each run.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    var mixed = state
    mixed ^= mixed >> 33
    return mixed &* 0xFF51_AFD7_ED55_8CCD
  }
}
