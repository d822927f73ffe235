import Engines
import FlagModel
import Queries
import TestSupport
import Testing

@testable import Databases
@testable import SQLText
@testable import Statistics

/// Percentiles, deviations, crowded histograms and lists of values, beside what Swift works out of all
/// the values.
@Suite("Distributions") struct DistributionTests {
  private static let text = """
    @Model final class Run {
      var whole: Int?
      var real: Double
      @Valid(places: 2) var money: Decimal
      var at: Date
      var text: String
      var tags: [Int] = []
    }
    """

  struct Kind: CustomTestStringConvertible {
    let testDescription: String
    let number: @Sendable (inout Dice) -> Int64
  }

  static let kinds = [
    Kind(testDescription: "few") { Int64($0.next() % 5) },
    Kind(testDescription: "alike") { 1_000_000_000_000 + Int64($0.next() % 1_000) },
    Kind(testDescription: "crowded") { $0.isLucky(300) ? Int64($0.next() % 5_000_000) : 3 },
    Kind(testDescription: "of both signs") { Int64($0.next() % 2_000) - 1_000 },
  ]

  // MARK: In statements

  private static func percentile(_ percent: Double, _ sorted: [Double]) -> Double {
    let place = percent * Double(sorted.count - 1) / 100
    let lower = sorted[Int(place)]
    return lower + (sorted[min(sorted.count - 1, Int(place) + 1)] - lower)
      * (place - place.rounded(.down))
  }

  private static func deviation(_ numbers: [Double]) -> Double {
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(numbers.count - 1)).squareRoot()
  }

  @Test(arguments: kinds, 1...4) func areThoseOfAllValues(_ kind: Kind, seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let numbers = (0..<[1, 2, 300, 2_001][Int(seed) - 1]).map { _ in kind.number(&dice) }
    let scratch = try Scratch()
    let connection = try scratch.makeDatabase().connection
    let values = numbers.map { "(\($0))" }.joined(separator: ", ")
    let sorted = numbers.map(Double.init).sorted()
    for percent in [0, 1, 37.5, 50, 95, 100] {
      let found = try value(
        "flagdb_percentile(column1, \(percent))", "\(values), (NULL)", connection)
      guard case .real(let found) = found else { throw Diagnostic("no number") }
      #expect(abs(found - Self.percentile(percent, sorted)) <= abs(found) * 1e-12, "\(percent)")
    }
    let deviation = try value("flagdb_stddev(column1)", "\(values), (NULL)", connection)
    if numbers.count == 1 {
      #expect(deviation == .null)
    } else if case .real(let found) = deviation {
      #expect(abs(found - Self.deviation(sorted)) <= 1e-6 * max(1, found))
    } else {
      Issue.record("no deviation")
    }
  }

  @Test(
    arguments: [
      (
        "flagdb_percentile(column1, 50)", "('2026-11-20 10:00:00'), ('2026-11-20 10:00:01')",
        .text("2026-11-20 10:00:00.5")
      ),
      (
        "flagdb_percentile(column1, 100)",
        "('9999-12-31 23:59:59.999999'), ('0001-01-01 00:00:00')",
        .text("9999-12-31 23:59:59.999999")
      ),
      ("flagdb_percentile(column1, 50)", "(NULL)", .null),
      ("flagdb_percentile(column1, 50)", "(1), ('no date')", .null),
      ("flagdb_percentile(column1, 50)", "(1), ('2026-11-20 10:00:00')", .null),
      ("flagdb_percentile(column1, 50)", "(9e999), (-9e999), (3)", .real(3)),
      ("flagdb_percentile(column1, 50)", "(-1.7e308), (1.7e308)", .real(0)),
      ("flagdb_percentile(column1, 50)", "(9223372036854775807)", .real(0x1p63)),
      ("flagdb_stddev(column1)", "(NULL)", .null), ("flagdb_stddev(column1)", "(2)", .null),
      ("flagdb_stddev(column1)", "(1e15), (1000000000000001), (1000000000000002)", .real(1)),
    ] as [(String, String, Value)])
  func ofHardValues(_ call: String, _ values: String, _ answer: Value) throws {
    let scratch = try Scratch()
    #expect(try value(call, values, scratch.makeDatabase().connection) == answer)
  }

  /// The value of an aggregate of a column of values.
  private func value(
    _ call: String, _ values: String, _ connection: any Connection
  ) throws -> Value {
    let statement = try connection.prepare(
      SQLStatement(text: "SELECT \(call) FROM (VALUES \(values))"))
    #expect(try statement.step())
    return statement.value(at: 0)
  }

  // MARK: In statistics

  private func statistics(
    of rows: [(Int64?, Double, Int64, String, String, Int)], _ name: Name
  ) throws -> PropertyStatistics {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase("runs.db", Self.text)
    let plain = try scratch.plain("runs.db")
    try plain.run("BEGIN")
    for row in rows {
      let tags = (0..<row.5).map { "\($0)" }.joined(separator: ",")
      try plain.run(
        """
        INSERT INTO Run (whole, real, money, at, text, tags) VALUES \
        (\(row.0.map { "\($0)" } ?? "NULL"), \(row.1), \(row.2), '\(row.3)', '\(row.4)', '[\(tags)]')
        """)
    }
    try plain.run("COMMIT")
    let entity = try #require(database.schema.entity(named: "Run"))
    let attribute = try #require(entity.attribute(named: name))
    return try database.read {
      let found = try DatabaseStatistics(database).statistics(
        of: [.attribute(attribute)], StatisticsQuery(entity), StatisticsLimit(top: 5))
      return try #require(found.properties.first)
    }
  }

  private func measure(
    _ name: Name, _ rows: [(Int64?, Double, Int64, String, String, Int)]
  ) throws -> MeasureStatistics {
    guard case .measure(let measure) = try statistics(of: rows, name).detail else {
      throw Diagnostic("no measure")
    }
    return measure
  }

  private func rows(_ numbers: [Int64]) -> [(Int64?, Double, Int64, String, String, Int)] {
    numbers.map { ($0, Double($0) / 4, $0, "2026-11-20 10:00:00", "t\($0)", Int($0.magnitude % 4)) }
  }

  @Test(arguments: kinds) func haveThemToo(_ kind: Kind) throws {
    var dice = Dice(seed: 11)
    let numbers = (0..<1_000).map { _ in kind.number(&dice) }
    let sorted = numbers.map(Double.init).sorted()
    let places: [(Name, Double)] = [("whole", 1), ("real", 4), ("money", 100)]
    for (name, unit) in places {
      let measure = try measure(name, rows(numbers))
      for (text, expected) in [
        (measure.median, Self.percentile(50, sorted)),
        (measure.percentile95, Self.percentile(95, sorted)),
        (measure.deviation, Self.deviation(sorted)),
      ] {
        let found = try #require(text.flatMap(Double.init))
        #expect(abs(found - expected / unit) <= max(1, abs(found)) * 1e-6, "\(name) \(text ?? "")")
      }
      #expect(measure.bins.reduce(0) { $0 + $1.count } == 1_000)
    }
    let elements = try measure("tags", rows(numbers))
    let counts = numbers.map { Double($0.magnitude % 4) }.sorted()
    #expect(elements.median.flatMap(Double.init) == Self.percentile(50, counts))
    #expect(elements.deviation != nil)
  }

  /// A thousand small numbers and one that is great: a straight histogram would show two bars.
  @Test func crowdedBinsAreSplitByMagnitude() throws {
    let crowded = try measure("whole", rows(Array(0..<1_000) + [10_000_000]))
    #expect(crowded.step == "by powers of ten")
    #expect(crowded.bins.map(\.label).prefix(3) == ["0..<1", "1..<10", "10..<100"])
    #expect(crowded.bins.map(\.count) == [1, 9, 90, 900, 0, 0, 0, 1])
    let straight = try measure("whole", rows(Array(0..<1_000)))
    #expect(straight.step == "by 100")
    // All the same but one: no bins tell more.
    let lonely = try measure("whole", rows([Int64](repeating: 0, count: 500) + [1_000]))
    #expect(lonely.bins.count(where: { $0.count > 0 }) == 2)
  }

  @Test(
    arguments: [
      (0..<20, "each in one record", 0), (0..<4, "none", 4),
    ] as [(Range<Int64>, String, Int)])
  func textsThatAreNearlyUniqueHaveNoList(
    _ numbers: Range<Int64>, _ uniqueness: String, _ count: Int
  ) throws {
    #expect(try values(Array(numbers)) == (uniqueness, count))
  }

  @Test func textsThatOccurOftenHaveAList() throws {
    #expect(try values(Array(0..<1_000) + [1, 2, 3]) == ("nearly unique", 0))
    #expect(try values(Array(0..<1_000) + [Int64](repeating: 7, count: 20)) == ("none", 5))
    #expect(try values((0..<1_000).map { $0 / 2 }) == ("none", 5))
  }

  private func values(_ numbers: [Int64]) throws -> (String, Int) {
    guard case .values(let values) = try statistics(of: rows(numbers), "text").detail else {
      throw Diagnostic("no values")
    }
    let shown = values.rows.reduce(0) { $0 + $1.count }
    #expect(values.omittedRecords == Int64(numbers.count) - shown)
    return (values.uniqueness.rawValue, values.rows.count)
  }
}
