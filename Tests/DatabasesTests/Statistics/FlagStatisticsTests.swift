import FlagModel
import TestSupport
import Testing

@testable import Databases
@testable import Statistics

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

  @Test(
    "name the flags that never come without others, once",
    arguments: [
      ([0: 10, 1: 20, 6: 5, 7: 3, 0x41: 2, .min: 1], ["HRM = PLX"], ["0x40 > RAW"]),
      // Each of a row of flags implies the next, and so all that follow.
      (
        [0b1111: 1, 0b1110: 1, 0b1100: 1, 0b1000: 1, 0: 1], [],
        ["RAW > HRM", "HRM > PLX", "PLX > UNUSED"]
      ),
      // Two ways lead from one flag to another.
      (
        [0b1111: 1, 0b1010: 1, 0b1100: 1, 0: 1], [],
        ["RAW > HRM", "RAW > PLX", "HRM > UNUSED", "PLX > UNUSED"]
      ),
      // Three that are always together, and one that implies them.
      ([0b0111: 4, 0b1111: 2, 0: 1], ["RAW = HRM = PLX"], ["UNUSED > RAW"]),
      // The same number of records, but others.
      ([0b01: 3, 0b10: 3], [], []),
    ] as [([Int64: Int64], [String], [String])])
  func implications(stored: [Int64: Int64], inseparable: [String], implied: [String]) {
    let flags = FlagStatistics(Self.set, stored: stored.map { ($0, $1) })
    #expect(flags.inseparable.map { $0.map(\.name).joined(separator: " = ") } == inseparable)
    #expect(flags.implications.map { "\($0.flag.name) > \($0.implied.name)" } == implied)
  }

  /// All other facts follow from those that are told, and none of these from the rest.
  @Test("nothing is left out that does not follow", arguments: 0..<50)
  func nothingIsLost(seed: UInt64) {
    var dice = Dice(seed: seed)
    let stored = (0..<dice.one(of: [2, 4, 8])).map { _ in
      (Int64(dice.next() & dice.next() & 0x3F), Int64(1 + dice.next() % 3))
    }
    let flags = FlagStatistics(Self.set, stored: stored)
    var told = flags.implications.map { [$0.flag.bit, $0.implied.bit] }
    for company in flags.inseparable {
      told += zip(company, company.dropFirst()).flatMap { [[$0.bit, $1.bit], [$1.bit, $0.bit]] }
    }
    let some = flags.members.filter { $0.count > 0 && $0.count < flags.records }
    for flag in some {
      for other in some where other.bit != flag.bit {
        let holds = flags.combinations.allSatisfy {
          $0.mask & flag.mask == 0 || $0.mask & other.mask != 0
        }
        #expect(Self.follows(flag.bit, other.bit, from: told) == holds)
      }
    }
    for fact in told {
      #expect(!Self.follows(fact[0], fact[1], from: told.filter { $0 != fact }), "\(told)")
    }
  }

  private static func follows(_ flag: Int, _ other: Int, from facts: [[Int]]) -> Bool {
    var reached: Set<Int> = [flag]
    for _ in facts { for fact in facts where reached.contains(fact[0]) { reached.insert(fact[1]) } }
    return reached.contains(other)
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
  }

  @Test(
    "at least: all that are asked for are counted, however many", arguments: [1, 5, 700, 5_000])
  func many(top: Int) {
    var dice = Dice(seed: 7)
    let stored = (0..<3_000).map { _ in
      (Int64(dice.next() & dice.next() & 0xFFFF), Int64(1 + dice.next() % 9))
    }
    let flags = FlagStatistics(Self.set, stored: stored)
    let ranking = CombinationRanking(flags, .atLeast, StatisticsLimit(top: top))
    let expected = flags.combinations.map { one in
      let count = flags.combinations.reduce(0) { sum, other in
        sum + (other.mask & one.mask == one.mask ? other.count : 0)
      }
      return FlagStatistics.Combination(mask: one.mask, count: count)
    }
    .sorted { ($1.count, $0.mask) < ($0.count, $1.mask) }
    #expect(ranking.rows == Array(expected.prefix(top)))
    #expect(ranking.rows.count + ranking.omitted == expected.count)
  }

  @Test("no row at all where none is asked for")
  func none() {
    let ranking = CombinationRanking(flags, .exact, StatisticsLimit(top: 0))
    #expect(ranking.rows.isEmpty)
    #expect(ranking.omittedRecords == 41)
  }
}
