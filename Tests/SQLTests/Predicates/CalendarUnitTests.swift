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
    (.year, "26"),
  ])
  func areNoOtherTexts(_ unit: CalendarUnit, _ text: String) {
    #expect(unit.start(of: text) == nil)
  }

  /// No date begins the stretch after the last.
  @Test(arguments: [
    (CalendarUnit.year, "9999"), (.quarter, "9999-Q4"), (.month, "9999-12"), (.day, "9999-12-31"),
  ])
  func endWithTheCalendar(_ unit: CalendarUnit, _ text: String) {
    #expect(unit.start(of: text) != nil)
    #expect(unit.range(of: .text(text)) == nil)
  }
}
