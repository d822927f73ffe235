import Foundation
import TestSupport
import Testing

@testable import FlagModel

@Suite struct DateReadingTests {
  @Test(arguments: [
    ("2026-11-20", "2026-11-20 00:00:00", "2026-11-20T00:00:00Z"),
    ("2026-11-20T10:30", "2026-11-20 10:30:00", "2026-11-20T10:30:00Z"),
    ("2026-11-20 10:30:05", "2026-11-20 10:30:05", "2026-11-20T10:30:05Z"),
    ("2026-11-20t10:30:05z", "2026-11-20 10:30:05", "2026-11-20T10:30:05Z"),
    ("2026-11-20 10:30:05 +0000", "2026-11-20 10:30:05", "2026-11-20T10:30:05Z"),
    ("2026-11-20T10:30:05.5", "2026-11-20 10:30:05.5", "2026-11-20T10:30:05.5Z"),
    ("2026-11-20T10:30:05.500", "2026-11-20 10:30:05.5", "2026-11-20T10:30:05.5Z"),
    ("2026-11-20T10:30:05.000001", "2026-11-20 10:30:05.000001", "2026-11-20T10:30:05.000001Z"),
    ("2026-11-20T10:30:05.123456000", "2026-11-20 10:30:05.123456", "2026-11-20T10:30:05.123456Z"),
    ("2026-11-20T10:30:05.000", "2026-11-20 10:30:05", "2026-11-20T10:30:05Z"),
    ("2026-11-20T00:30+02:00", "2026-11-19 22:30:00", "2026-11-19T22:30:00Z"),
    ("2026-11-20T23:30:00-0130", "2026-11-21 01:00:00", "2026-11-21T01:00:00Z"),
    ("2026-11-20T10:30-05", "2026-11-20 15:30:00", "2026-11-20T15:30:00Z"),
    ("0001-01-01", "0001-01-01 00:00:00", "0001-01-01T00:00:00Z"),
    ("9999-12-31T23:59:59.999999Z", "9999-12-31 23:59:59.999999", "9999-12-31T23:59:59.999999Z"),
    ("1969-12-31T23:59:59.999999Z", "1969-12-31 23:59:59.999999", "1969-12-31T23:59:59.999999Z"),
    ("2024-02-29", "2024-02-29 00:00:00", "2024-02-29T00:00:00Z"),
    ("2000-02-29", "2000-02-29 00:00:00", "2000-02-29T00:00:00Z"),
    (" 2026-11-20 ", "2026-11-20 00:00:00", "2026-11-20T00:00:00Z"),
  ])
  func dates(text: String, stored: String, shown: String) {
    expectReads(text, as: .date, .text(stored), shown: shown)
  }

  private static let shape = "expected a date such as 2026-11-20 or 2026-11-20T10:30:00Z, found "

  @Test(
    arguments: [
      ("", shape + "an empty text", nil),
      ("tomorrow", shape + "'tomorrow'", "write the date, as in 2026-11-20"),
      ("2026", shape + "'2026'", nil), ("1700000000", shape + "'1700000000'", nil),
      ("2026-11-20T", shape + "'2026-11-20T'", nil), ("2026-11-20Z", shape + "'2026-11-20Z'", nil),
      ("2026-11-20T10", shape + "'2026-11-20T10'", nil),
      ("2026-11-20T9:30", shape + "'2026-11-20T9:30'", nil),
      ("2026-11-20T10:30:", shape + "'2026-11-20T10:30:'", nil),
      ("2026-11-20T10:30:05.", shape + "'2026-11-20T10:30:05.'", nil),
      ("2026-11-20T10:30:05ZZ", shape + "'2026-11-20T10:30:05ZZ'", nil),
      ("2026-11-20T10:30 UTC", shape + "'2026-11-20T10:30 UTC'", nil),
      ("2026-11-20T10:30+2", shape + "'2026-11-20T10:30+2'", nil),
      ("٢٠٢٦-١١-٢٠", shape + "'٢٠٢٦-١١-٢٠'", nil),
      ("20.11.2026", shape + "'20.11.2026'", "write it as 2026-11-20"),
      ("11/20/2026", shape + "'11/20/2026'", "write it as 2026-11-20"),
      ("2026/11/20", shape + "'2026/11/20'", "write it as 2026-11-20"),
      ("2026-1-5", shape + "'2026-1-5'", "write it as 2026-01-05"),
      ("5.5.2026", shape + "'5.5.2026'", "write it as 2026-05-05"),
      ("03/04/2026", shape + "'03/04/2026'", "write year-month-day"),
      ("30/30/2026", shape + "'30/30/2026'", nil),
      ("2026-02-30", "expected a day from 1 to 28, found 30 in '2026-02-30'", nil),
      ("1900-02-29", "expected a day from 1 to 28, found 29 in '1900-02-29'", nil),
      ("2026-13-01", "expected a month from 1 to 12, found 13 in '2026-13-01'", nil),
      ("2026-00-01", "expected a month from 1 to 12, found 0 in '2026-00-01'", nil),
      ("2026-04-00", "expected a day from 1 to 30, found 0 in '2026-04-00'", nil),
      ("0000-01-01", "expected a year from 1 to 9999, found 0 in '0000-01-01'", nil),
      ("99999-01-01", "expected a year from 1 to 9999, found '99999-01-01'", nil),
      (
        "2026-11-20T24:00", "expected an hour from 0 to 23, found 24 in '2026-11-20T24:00'",
        "write 00:00 of the next day"
      ),
      ("2026-11-20T10:60", "expected a minute from 0 to 59, found 60 in '2026-11-20T10:60'", nil),
      (
        "2016-12-31T23:59:60Z",
        "expected a second from 0 to 59, found 60 in '2016-12-31T23:59:60Z'",
        "leap seconds are not supported: write 59"
      ),
      (
        "2026-11-20T10:30:05.1234567",
        "expected at most 6 digits of a second, found '2026-11-20T10:30:05.1234567'", nil
      ),
      (
        "2026-11-20T10:30+24:00",
        "expected the hours of a zone from 0 to 23, found 24 in '2026-11-20T10:30+24:00'", nil
      ),
      (
        "0001-01-01T00:00+02:00",
        "expected a time in the years 1 to 9999 in UTC, found '0001-01-01T00:00+02:00'", nil
      ),
      (
        "9999-12-31T23:59-02:00",
        "expected a time in the years 1 to 9999 in UTC, found '9999-12-31T23:59-02:00'", nil
      ),
      ("now", "expected a fixed date, found 'now'", nil),
    ] as [(String, String, String?)])
  func badDates(text: String, message: String, hint: String?) {
    expectRefuses(text, as: .date, message, hint: hint)
  }

  @Test func nowAndTodayComeFromTheCaller() throws {
    let now = try Timestamp("2026-11-20T10:30:05.25Z")
    let type = AttributeType.date
    #expect(try type.value(from: "now", now: now) == .text("2026-11-20 10:30:05.25"))
    #expect(try type.value(from: "Today", now: now) == .text("2026-11-20 00:00:00"))
    let old = try Timestamp("1969-12-31T23:00:00Z")
    #expect(try type.value(from: "today", now: old) == .text("1969-12-31 00:00:00"))
  }

  @Test(
    "the dates that Swift has names for",
    arguments: [
      ("Date.distantPast", "0001-01-01 00:00:00"), (".distantPast", "0001-01-01 00:00:00"),
      ("0000-12-30T00:00:00Z", "0001-01-01 00:00:00"),
      ("0000-12-30 00:00:00 +0000", "0001-01-01 00:00:00"),
      ("Date.distantFuture", "4001-01-01 00:00:00"),
    ])
  func namesOfSwift(text: String, stored: String) throws {
    #expect(try AttributeType.date.value(from: text) == .text(stored))
  }

  @Test("the number of Date.distantPast is a date in every form, and Apple's keeps it")
  func distantPast() {
    let number = Value.real(-63_114_076_800)
    #expect(NumberedDates.reference.moment(of: number) == .earliest)
    #expect(NumberedDates.epoch.moment(of: .integer(-62_135_769_600)) == .earliest)
    #expect(NumberedDates.epoch.moment(of: .integer(-62_135_769_601)) == nil)
    #expect(NumberedDates.reference.value(of: .earliest) == .integer(-63_114_076_800))
    let interval = NumberedDates.reference.interval(of: .earliest)
    #expect(interval?.lower == number && interval?.upper == .real((-63_114_076_800.0).nextUp))
  }

  @Test func momentsBeyondTheCalendarAreNone() {
    #expect(Timestamp(microseconds: .max) == nil)
    #expect(Timestamp(microseconds: .min) == nil)
    #expect(Timestamp.latest.adding(microseconds: 1) == nil)
    #expect(Timestamp.earliest.adding(microseconds: -1) == nil)
    #expect(Timestamp.latest.adding(microseconds: .max) == nil)
    #expect(Timestamp.latest.adding(microseconds: -1)?.text == "9999-12-31T23:59:59.999998Z")
    #expect(Timestamp.earliest.text == "0001-01-01T00:00:00Z")
    #expect(Timestamp.earliest.startOfDay == Timestamp.earliest)
  }

  /// 37 is prime to the lengths of weeks, months and years, so that each of their days comes.
  @Test func daysAreThoseOfFoundation() throws {
    // Before October 1582 Foundation writes the Julian calendar, which ISO 8601 does not.
    for day in stride(from: -141_427, through: 2_932_896, by: 37) {
      let moment = try #require(Timestamp(microseconds: Int64(day) * 86_400_000_000))
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      #expect(moment.text == date.formatted(.iso8601))
      #expect(try Timestamp(moment.text) == moment)
    }
  }

  /// Counts through ten thousand years by hand.
  @Test func everyDayFollowsTheOneBefore() {
    var (year, month, day) = (1, 1, 1)
    var mistakes = 0
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for number in -719_162...2_932_896 {
      let date = CivilDate(year: year, month: month, day: day)
      if date.daysSince1970 != number || CivilDate(daysSince1970: number) != date { mistakes += 1 }
      let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
      day += 1
      if day > lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect(mistakes == 0)
    #expect((year, month, day) == (10_000, 1, 1))
  }

  @Test func storedTextsSortAsMomentsDo() throws {
    var source = RandomSource()
    var moments: [Timestamp] = []
    for _ in 0..<2000 {
      let moment = source.moment()
      moments.append(moment)
      let near = Int64.random(in: -3_000_000...3_000_000, using: &source)
      if let near = moment.adding(microseconds: near) { moments.append(near) }
      if let second = Timestamp(microseconds: moment.microseconds / 1_000_000 * 1_000_000) {
        moments.append(second)
      }
    }
    let byText = moments.sorted {
      Array($0.storedText.utf8).lexicographicallyPrecedes(Array($1.storedText.utf8))
    }
    #expect(byText == moments.sorted(), "seed \(source.seed)")
    #expect(Set(moments.map(\.storedText)).count == Set(moments).count, "seed \(source.seed)")
  }
}
