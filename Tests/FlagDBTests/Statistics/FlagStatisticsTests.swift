import FlagModel
import Testing

@testable import FlagDB

@Suite("Statistics of flags")
struct FlagStatisticsTests {
  private static let set = FlagSet(
    name: "BIOMarker", rawType: .int64,
    flags: [
      Flag(name: "RAW", mask: 1), Flag(name: "HRM", mask: 2), Flag(name: "PLX", mask: 4),
      Flag(name: "TOP", mask: 1 << 63), Flag(name: "UNUSED", mask: 8),
    ], combinations: [Flag(name: "vitals", mask: 6)])

  private let flags = FlagStatistics(
    set, stored: [(0, 10), (1, 20), (6, 5), (7, 3), (0x41, 2), (.min, 1)])

  @Test("count each flag, and what it is alone")
  func members() {
    #expect(flags.records == 41)
    #expect(flags.empty == 10)
    #expect(flags.members.map(\.name) == ["RAW", "HRM", "PLX", "UNUSED", "0x40", "TOP"])
    #expect(flags.members.map(\.bit) == [0, 1, 2, 3, 6, 63])
    #expect(flags.members.map(\.count) == [25, 8, 8, 0, 2, 1])
    #expect(flags.members.map(\.alone) == [20, 0, 0, 0, 0, 1])
    #expect(flags.members.filter { !$0.isDeclared }.map(\.name) == ["0x40"])
    #expect(flags.undeclared == 2)
  }

  @Test("count what comes together, and how much more often than by chance")
  func pairs() {
    let pair = flags.pair(1, 2)
    #expect(pair.count == 8)
    #expect(pair.lift == 8 * 41 / 64.0)
    #expect(flags.pair(0, 3).lift == nil)
    // Five flags that occur.
    #expect(flags.pairs.count == 10)
  }

  @Test("name the pairs of which one never comes alone")
  func implications() {
    let words = flags.implications.map {
      "\($0.flag.name) \($0.isMutual ? "=" : ">") \($0.implied.name)"
    }
    #expect(words == ["0x40 > RAW", "HRM = PLX"])
  }

  @Test("a flag that every record has is implied by none")
  func universal() {
    let flags = FlagStatistics(Self.set, stored: [(1, 5), (3, 2)])
    #expect(flags.implications.isEmpty)
  }

  @Test("two stored numbers may mean the same flags")
  func narrow() {
    let set = FlagSet(
      name: "Narrow", rawType: .int8, flags: [Flag(name: "h", mask: 0x80)])
    let flags = FlagStatistics(set, stored: [(-128, 3), (128, 4)])
    #expect(flags.combinations == [.init(mask: 0x80, count: 7)])
    #expect(flags.members.map(\.count) == [7])
  }

  @Test("of no record at all")
  func nothing() {
    let flags = FlagStatistics(Self.set, stored: [])
    #expect(flags.records == 0)
    #expect(flags.pairs.isEmpty)
    #expect(flags.implications.isEmpty)
    #expect(flags.members.count == 5)
  }

  // MARK: Ranking

  @Test("the most frequent combinations come first, and what is left out is counted")
  func exact() {
    let ranking = CombinationRanking(flags, .exact, StatisticsLimit(top: 3))
    #expect(ranking.rows.map(\.mask) == [1, 0, 6])
    #expect(ranking.rows.map(\.count) == [20, 10, 5])
    #expect(ranking.omitted == 3)
    #expect(ranking.omittedRecords == 6)
  }

  @Test(
    "a minimum is a number or a share",
    arguments: [
      (.records(5), 3), (.records(6), 2), (.share(0.12), 3), (.share(0.5), 0), (.records(0), 6),
    ] as [(StatisticsLimit.Minimum, Int)])
  func minimum(minimum: StatisticsLimit.Minimum, rows: Int) {
    let ranking = CombinationRanking(flags, .exact, StatisticsLimit(top: 100, minimum: minimum))
    #expect(ranking.rows.count == rows)
    #expect(ranking.rows.count + ranking.omitted == 6)
    #expect(ranking.rows.reduce(0) { $0 + $1.count } + ranking.omittedRecords == 41)
  }

  @Test("at least: every record that has all of the flags counts")
  func atLeast() {
    let ranking = CombinationRanking(flags, .atLeast, StatisticsLimit(top: 100))
    let counts = Dictionary(ranking.rows.map { ($0.mask, $0.count) }) { first, _ in first }
    #expect(counts == [0: 41, 1: 25, 6: 8, 7: 3, 0x41: 2, 1 << 63: 1])
    #expect(ranking.rows.map(\.count) == ranking.rows.map(\.count).sorted(by: >))
    #expect(ranking.ranked == 6)
  }

  @Test("comparing very many combinations is bounded, and it is known")
  func bounded() {
    let many = FlagStatistics(Self.set, stored: (0..<100_000).map { ($0, 1 + $0 % 7) })
    let ranking = CombinationRanking(many, .atLeast, StatisticsLimit(top: 5))
    #expect(ranking.rows.count == 5)
    #expect(ranking.ranked < 1_000)
    #expect(ranking.ranked >= 5)
  }

  @Test("no row at all where none is asked for")
  func none() {
    let ranking = CombinationRanking(flags, .exact, StatisticsLimit(top: 0))
    #expect(ranking.rows.isEmpty)
    #expect(ranking.omittedRecords == 41)
  }
}
