package import FlagModel

/// A function of a date, which each dialect implements. Dates are in UTC.
/// See Documentation/Decisions/month-includes-the-year.md.
package enum DateFunction: Hashable, Sendable {
  /// The calendar unit of a date: a number for a year, a text for the others.
  case year, quarter, month, week, day
  /// A recurring number: 1 to 4, 1 to 12, 1 to 53, 1 to 31, 1 for Monday to 7, 0 to 23.
  case quarterOfYear, monthOfYear, weekOfYear, dayOfMonth, weekday, hour

  /// The calendar unit of the result; nil for a recurring number.
  package var unit: CalendarUnit? {
    switch self {
    case .year: .year
    case .quarter: .quarter
    case .month: .month
    case .week: .week
    case .day: .day
    case .quarterOfYear, .monthOfYear, .weekOfYear, .dayOfMonth, .weekday, .hour: nil
    }
  }
}

extension Language {
  static let dates: [Callable] = [
    of("year", .year, gives: .whole, "the year"),
    of("quarter", .quarter, gives: .calendar(.quarter), "the quarter, such as '2026-Q4'"),
    of("month", .month, gives: .calendar(.month), "the month, such as '2026-11'"),
    of(
      "week", .week, gives: .calendar(.week), "the week from Monday, such as '2026-W47'",
      not: "isoweek yearweek"),
    of("day", .day, gives: .calendar(.day), "the day, such as 2026-11-20"),
    of("quarterOfYear", .quarterOfYear, gives: .whole, "1 to 4", not: "quarterNumber"),
    of("monthOfYear", .monthOfYear, gives: .whole, "1 to 12", not: "monthNumber"),
    of("weekOfYear", .weekOfYear, gives: .whole, "1 to 53", not: "weekNumber weekofyear"),
    of("dayOfMonth", .dayOfMonth, gives: .whole, "1 to 31", not: "mday"),
    of(
      "weekday", .weekday, gives: .whole, "1 for Monday to 7 for Sunday",
      not: "dayOfWeek isodow dow"),
    of("hour", .hour, gives: .whole, "0 to 23", not: "hours"),
    .function(
      "now date", gives: .type(.date), .moment(nil), "the moment in which the command began",
      not: "getdate sysdate current_timestamp"),
    .function(
      "today", gives: .type(.date), .today, "the first moment of that day",
      not: "curdate current_date"),
  ]

  private static func of(
    _ name: String, _ function: DateFunction, gives: Callable.Result, _ about: String,
    not others: String = ""
  ) -> Callable {
    .function(name, .value(.date), gives: gives, .value(.ofDate(function)), about, not: others)
  }
}

/// A calendar unit.
package enum CalendarUnit: String, Hashable, Sendable {
  case year, quarter, month, week, day

  /// The date function for the unit.
  package var function: DateFunction {
    switch self {
    case .year: .year
    case .quarter: .quarter
    case .month: .month
    case .week: .week
    case .day: .day
    }
  }

  /// An example for users.
  package var example: String {
    switch self {
    case .year: "2026"
    case .quarter: "'2026-Q4'"
    case .month: "'2026-11'"
    case .week: "'2026-W47'"
    case .day: "2026-11-20"
    }
  }

  /// The date function with the recurring number.
  package var recurring: String {
    switch self {
    case .quarter: "quarterOfYear"
    case .year, .month: "monthOfYear"
    case .week: "weekOfYear"
    case .day: "dayOfMonth"
    }
  }

  /// The maximum number of days of a unit.
  private var days: Int64 {
    switch self {
    case .year: 366
    case .quarter: 92
    case .month: 31
    case .week: 7
    case .day: 1
    }
  }

  /// The unit of a date, as the date functions write it.
  package func text(of date: Timestamp) -> String {
    let text = date.storedText
    switch self {
    case .year: return String(text.prefix(4))
    case .quarter:
      let month = Int(text.dropFirst(5).prefix(2)) ?? 1
      return "\(text.prefix(4))-Q\((month + 2) / 3)"
    case .month: return String(text.prefix(7))
    case .week:
      let week = date.week
      return "\(Self.digits(week.year, 4))-W\(Self.digits(week.number, 2))"
    case .day: return String(text.prefix(10))
    }
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }

  /// The first instant of a unit, from its text.
  private func firstMoment(of text: String) -> Timestamp? {
    switch self {
    case .year: return try? Timestamp("\(text)-01-01")
    case .quarter:
      let months = ["1": "01", "2": "04", "3": "07", "4": "10"]
      return try? Timestamp("\(text.prefix(4))-\(months[String(text.suffix(1))] ?? "")-01")
    case .month: return try? Timestamp("\(text)-01")
    case .week:
      guard let year = Int(text.prefix(4)), let week = Int(text.suffix(2)) else { return nil }
      return Timestamp(startOfWeek: week, of: year)
    case .day: return try? Timestamp(text)
    }
  }

  /// The next unit, as the date functions write it; nil after the last.
  package func next(after value: Value) -> Value? {
    range(of: value).map { range in
      let text = self.text(of: range.end)
      if self == .year { return .integer(Int64(text) ?? 0) }
      return .text(text)
    }
  }

  /// The first instant of a unit; nil for the text of another unit.
  package func start(of text: String) -> Timestamp? {
    guard let start = firstMoment(of: text), self.text(of: start).utf8.elementsEqual(text.utf8)
    else { return nil }
    return start
  }

  /// The range from the first instant of the unit to that of the next one; nil if the next one is
  /// beyond the years of dates.
  package func range(of value: Value) -> (start: Timestamp, end: Timestamp)? {
    let text: String
    switch value {
    case .text(let other): text = other
    case .integer(let year) where self == .year && (1...9998).contains(year):
      text = String(String(10_000 + year).dropFirst())
    default: return nil
    }
    // The maximum length leads into the next unit, because a unit is never shorter by more than the
    // length of the next.
    guard let start = start(of: text),
      let within = start.adding(microseconds: days * 86_400_000_000),
      let end = self.start(of: self.text(of: within))
    else { return nil }
    return (start, end)
  }
}
