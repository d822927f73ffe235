import FlagModel
import Queries
import TestSupport
import Testing

@testable import Databases
@testable import SQLText
@testable import Statistics

/// Flags and cases over groups, beside what Swift counts of the same records.
@Suite("Flags over time") struct SeriesTests {
  private static let text = """
    \(optionSet("Mark", ["a": "1", "b": "2", "top": "1 << 63"]))
    enum Level: Int { case low = 1, high = 9 }
    @Model final class Item {
      var marks: Mark?
      var level: Level
      var isDone: Bool
      var at: Date?
      var kind: String
    }
    """

  private struct Item {
    let marks: UInt64?
    let level: Int
    let isDone: Bool
    /// Days after the first of October 2025.
    let day: Int?
    let kind: String

    /// `2025-10-14`
    var date: String? {
      day.flatMap { day in
        let start = try? Timestamp("2025-10-01")
        return start?.adding(microseconds: Int64(day) * 86_400_000_000)?.storedText
      }
    }
  }

  private static func items(_ dice: inout Dice) -> [Item] {
    (0..<400).map { _ in
      // No record of the months between February and May.
      let day = dice.isLucky(2) ? Int(dice.next() % 120) : 240 + Int(dice.next() % 400)
      return Item(
        marks: dice.isLucky(9)
          ? nil : dice.one(of: [0, 1, 2, 3, 1 << 63, 1 << 63 | 1, 0x40, day > 240 ? 2 : 0]),
        level: dice.one(of: [1, 9]), isDone: dice.isLucky(2), day: dice.isLucky(20) ? nil : day,
        kind: dice.one(of: ["", "x", "é"]))
    }
  }

  private static func series(
    _ items: [Item], _ name: Name, by group: String, where condition: String = ""
  ) throws -> SeriesStatistics {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase("items.db", text)
    let plain = try scratch.plain("items.db")
    try plain.run("BEGIN")
    for item in items {
      try plain.run(
        """
        INSERT INTO Item (marks, level, isDone, at, kind) VALUES (\
        \(item.marks.map { "\(Int64(bitPattern: $0))" } ?? "NULL"), \(item.level), \
        \(item.isDone ? 1 : 0), \(item.date.map { "'\($0)'" } ?? "NULL"), '\(item.kind)')
        """)
    }
    try plain.run("COMMIT")
    let entity = try #require(database.schema.entity(named: "Item"))
    let attribute = try #require(entity.attribute(named: name))
    let query = try AnswerRequest(groups: [SourceText(group)]).series(
      of: attribute, entity, in: database.schema, now: testNow)
    return try database.read { try DatabaseStatistics(database).series(query) }
  }

  @Test(arguments: 1...3) func areThoseOfEachRecord(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let items = Self.items(&dice)
    let found = try Self.series(items, "marks", by: "month(at)")
    let months = Dictionary(grouping: items.filter { $0.day != nil }) {
      String($0.date?.prefix(7) ?? "")
    }
    #expect(found.periods.filter { $0.records > 0 }.map(\.text) == months.keys.sorted())
    #expect(found.unplaced == Int64(items.count { $0.day == nil }))
    #expect(found.lines.map(\.name) == ["a", "b", "0x40", "top"])
    #expect(found.lines.map(\.isDeclared) == [true, true, false, true])
    for (place, period) in found.periods.enumerated() {
      let records = months[period.text] ?? []
      #expect(period.records == Int64(records.count))
      for (line, mask) in zip(found.lines, [1, 2, 0x40, 1 << 63] as [UInt64]) {
        let holders = records.count { $0.marks.map { $0 & mask != 0 } ?? false }
        #expect(line.counts[place] == Int64(holders), "\(line.name) in \(period.text)")
      }
      #expect(found.empty?.counts[place] == Int64(records.count { $0.marks == 0 }))
    }
  }

  /// A month without records is a gap between others, by every stretch of the calendar.
  @Test(arguments: [
    ("month(at)", ["2025-10", "2025-11", "2025-12", "2026-01", "2026-02"]),
    ("quarter(at)", ["2025-Q4", "2026-Q1"]), ("year(at)", ["2025", "2026"]),
    (
      "week(at)",
      [
        "2025-W40", "2025-W41", "2025-W42", "2025-W43", "2025-W44", "2025-W45", "2025-W46",
        "2025-W47", "2025-W48", "2025-W49", "2025-W50", "2025-W51", "2025-W52", "2026-W01",
        "2026-W02",
        "2026-W03", "2026-W04", "2026-W05", "2026-W06", "2026-W07",
      ]
    ),
    ("kind", ["", "x"]), ("at != nil", ["true"]), ("weekday(at)", ["3", "4"]),
  ])
  func haveGaps(_ group: String, _ periods: [String]) throws {
    let items = [
      Item(marks: 1, level: 1, isDone: true, day: 0, kind: "x"),
      Item(marks: 0, level: 1, isDone: true, day: 134, kind: ""),
    ]
    let found = try Self.series(items, "marks", by: group)
    #expect(found.periods.map(\.text) == periods)
    #expect(found.records == 2)
    let line = try #require(found.lines.first)
    #expect(line.count == 1)
    if group == "month(at)" { #expect((line.first, line.last) == (0, 0)) }
  }

  @Test func casesAndTruthValuesToo() throws {
    var dice = Dice(seed: 5)
    let items = Self.items(&dice)
    let levels = try Self.series(items, "level", by: "isDone")
    #expect(levels.lines.map(\.name) == ["low", "high"] && levels.empty == nil)
    #expect(levels.periods.map(\.text) == ["false", "true"])
    #expect(
      levels.lines.map(\.counts)
        == [1, 9].map { level in
          [false, true].map { isDone in
            Int64(items.count { $0.level == level && $0.isDone == isDone })
          }
        })
    let done = try Self.series(items, "isDone", by: "each(marks)")
    #expect(done.lines.map(\.name) == ["true", "false"])
  }

  /// The step that chance explains least is not the greatest, where that is of few records.
  @Test(
    arguments: [
      ([10, 10], [0, 10], 1), ([10, 0, 10], [0, 0, 10], 2), ([100, 100, 1], [10, 60, 1], 1),
      ([100, 100], [50, 50], nil), ([5], [5], nil), ([0, 9], [0, 9], nil), ([9, 9], [9, 9], nil),
      ([50, 50, 50], [50, 10, 0], 1),
    ] as [([Int64], [Int64], Int?)])
  func changedMost(_ records: [Int64], _ counts: [Int64], _ period: Int?) throws {
    let schema = try model(Self.text)
    let attribute = try #require(schema.entity(named: "Item")?.attribute(named: "marks"))
    let line = SeriesStatistics.Line(name: "a", bit: 0, isDeclared: true, counts: counts)
    let series = SeriesStatistics(
      attribute: attribute, periods: records.map { .init(text: "", records: $0) }, lines: [line],
      empty: nil, unplaced: 0)
    let change = series.change(of: line)
    #expect(change?.period == period)
    if let change, let period {
      #expect(change.to == Double(counts[period]) / Double(records[period]))
    }
  }

  /// A date that is far from all others makes no ten thousand gaps.
  @Test func farDatesMakeNoGaps() throws {
    let items = [-700_000, 0, 1].map {
      Item(marks: 1, level: 1, isDone: true, day: $0, kind: "")
    }
    let found = try Self.series(items, "marks", by: "day(at)")
    #expect(found.periods.map(\.text) == ["0109-03-20", "2025-10-01", "2025-10-02"])
  }
}
