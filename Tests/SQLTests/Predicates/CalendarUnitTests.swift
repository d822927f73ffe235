import FlagModel
import Testing

@testable import SQLText

/// The stretches of the calendar: their texts, and the dates within which they lie.
@Suite struct CalendarUnitTests {
  @Test(arguments: [
    (CalendarUnit.year, "2024", "2024-01-01", "2025-01-01"),
    (.quarter, "2026-Q1", "2026-01-01", "2026-04-01"),
    (.quarter, "2024-Q2", "2024-04-01", "2024-07-01"),
    (.quarter, "2026-Q3", "2026-07-01", "2026-10-01"),
    (.quarter, "0001-Q4", "0001-10-01", "0002-01-01"),
    (.month, "2024-02", "2024-02-01", "2024-03-01"),
    (.month, "2026-12", "2026-12-01", "2027-01-01"),
    (.day, "2024-02-29", "2024-02-29", "2024-03-01"),
    (.week, "2026-W47", "2026-11-16", "2026-11-23"),
    (.week, "2020-W53", "2020-12-28", "2021-01-04"),
    (.week, "2025-W01", "2024-12-30", "2025-01-06"),
    (.week, "0001-W01", "0001-01-01", "0001-01-08"),
  ])
  func lieWithinDates(_ unit: CalendarUnit, _ text: String, _ start: String, _ end: String) throws {
    let range = try #require(unit.range(of: .text(text)))
    #expect(range.start == (try Timestamp(start)))
    #expect(range.end == (try Timestamp(end)))
    let last = try #require(range.end.adding(microseconds: -1))
    #expect(unit.text(of: range.start) == text && unit.text(of: last) == text)
    #expect(unit.text(of: range.end) != text)
  }

  @Test(arguments: [
    (CalendarUnit.quarter, "2026-Q0"), (.quarter, "2026-Q5"), (.quarter, "2026-q4"),
    (.quarter, "2026-04"), (.quarter, "2026-Q14"), (.quarter, "Q4"), (.quarter, ""),
    (.month, "2026-13"), (.month, "2026-11-20"), (.day, "2026-02-29"), (.day, "today"),
    (.year, "26"), (.week, "2026-W00"), (.week, "2025-W53"), (.week, "2026-W7"), (.week, "2026-47"),
    (.week, "2026-W054"), (.week, ""),
  ])
  func areNoOtherTexts(_ unit: CalendarUnit, _ text: String) {
    #expect(unit.start(of: text) == nil)
  }

  /// No date begins the stretch after the last.
  @Test(arguments: [
    (CalendarUnit.year, "9999"), (.quarter, "9999-Q4"), (.month, "9999-12"), (.day, "9999-12-31"),
    (.week, "9999-W52"),
  ])
  func endWithTheCalendar(_ unit: CalendarUnit, _ text: String) {
    #expect(unit.start(of: text) != nil)
    #expect(unit.range(of: .text(text)) == nil)
  }

  /// Weeks as ISO 8601 counts them, where the year ends within one: in Swift and in SQL.
  @Test(arguments: [
    ("0001-01-01", "0001-W01"), ("1969-12-28", "1969-W52"), ("1970-01-01", "1970-W01"),
    ("2004-02-29", "2004-W09"), ("2008-12-28", "2008-W52"), ("2008-12-29", "2009-W01"),
    ("2009-12-31", "2009-W53"), ("2010-01-03", "2009-W53"), ("2010-01-04", "2010-W01"),
    ("2016-01-03", "2015-W53"), ("2021-01-03", "2020-W53"), ("2021-01-04", "2021-W01"),
    ("2024-12-30", "2025-W01"), ("2026-12-31", "2026-W53"), ("2027-01-03", "2026-W53"),
    ("9999-12-31", "9999-W52"),
  ])
  func weeksBeginOnMonday(_ day: String, _ week: String) throws {
    #expect(CalendarUnit.week.text(of: try Timestamp("\(day)T23:59:59.999999Z")) == week)
    let date: SQLText = "'\(.written("\(day) 23:59:59.999999"))'"
    let asked = try MemoryDatabase().run(
      "SELECT \(.ofDate(.week), of: date), \(.ofDate(.weekOfYear), of: date)")
    #expect(asked == [[.text(week), .integer(Int64(week.suffix(2)) ?? 0)]])
  }

  /// Every day belongs to the week of the day before, but Mondays.
  @Test func weeksHaveSevenDays() throws {
    var day = try Timestamp("1999-12-27")
    while day < (try Timestamp("2030-12-30")) {
      let week = CalendarUnit.week.text(of: day)
      for days in 0..<Int64(7) {
        let within = try #require(day.adding(microseconds: days * 86_400_000_000))
        #expect(CalendarUnit.week.text(of: within) == week)
      }
      #expect(CalendarUnit.week.start(of: week) == day)
      day = try #require(day.adding(microseconds: 7 * 86_400_000_000))
      #expect(CalendarUnit.week.text(of: day) != week)
    }
  }
}
