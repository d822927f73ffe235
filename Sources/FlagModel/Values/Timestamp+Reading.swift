import PlainText

extension Timestamp {
  /// Parses `2026-11-20`, `2026-11-20T10:30` or `2026-11-20 10:30:00.25`, with `Z` or an offset
  /// such as `+02:00` after a time. Without an offset, it is UTC.
  package init(_ text: some StringProtocol) throws(ValueError) {
    var reader = TimestampReader(text)
    self = try reader.read()
  }
}

/// ```
/// timestamp = date [ ("T" | " ") time [ [" "] zone ] ]
/// date      = yyyy "-" mm "-" dd
/// time      = hh ":" mm [ ":" ss [ "." fraction ] ]
/// zone      = "Z" | ("+" | "-") hh [ [":"] mm ]
/// ```
private struct TimestampReader {
  private let text: Substring
  private var cursor: ByteCursor

  init(_ text: some StringProtocol) {
    self.text = text.trimmed
    cursor = ByteCursor(Array(self.text.utf8))
  }

  mutating func read() throws(ValueError) -> Timestamp {
    let date = try parseDate()
    var microseconds = Int64(date.daysSince1970) * Timestamp.microsecondsOfDay
    if !cursor.isAtEnd {
      guard cursor.accept("T") || cursor.accept(" ") || cursor.accept("t") else {
        throw malformed
      }
      microseconds += try parseTime()
      microseconds -= try parseZone()
    }
    guard let timestamp = Timestamp(microseconds: microseconds) else {
      throw ValueError("expected a time in the years 1 to 9999 in UTC, found '\(text)'")
    }
    return timestamp
  }

  private mutating func parseDate() throws(ValueError) -> CivilDate {
    let year = try parseDigits(4)
    guard cursor.accept("-") else {
      if hasLongYear { throw ValueError.expected("a year from 1 to 9999", found: text) }
      throw malformed
    }
    let month = try parseDigits(2)
    guard cursor.accept("-") else { throw malformed }
    let day = try parseDigits(2)
    // Swift writes `Date.distantPast` with this date.
    let isDistantPast = year == 0 && month == 12 && day == 30
    if !isDistantPast { try check("a year", year, in: 1...9999) }
    try check("a month", month, in: 1...12)
    try check("a day", day, in: 1...CivilDate.daysInMonth(month, of: year))
    return CivilDate(year: year, month: month, day: day)
  }

  /// True if there are too many digits for a year before the first `-`.
  private var hasLongYear: Bool {
    let digits = cursor.bytes.prefix { digit($0) != nil }.count
    return cursor.bytes.dropFirst(digits).first == UInt8(ascii: "-")
  }

  /// The microseconds since midnight.
  private mutating func parseTime() throws(ValueError) -> Int64 {
    let hour = try parseDigits(2)
    guard cursor.accept(":") else { throw malformed }
    let minute = try parseDigits(2)
    let second = cursor.accept(":") ? try parseDigits(2) : 0
    let fraction = cursor.accept(".") ? try parseFraction() : 0
    let midnight: Hint? = hour == 24 ? "write 00:00 of the next day" : nil
    let leap: Hint? = if second == 60 { "leap seconds are not supported: write 59" } else { nil }
    try check("an hour", hour, in: 0...23, hint: midnight)
    try check("a minute", minute, in: 0...59)
    try check("a second", second, in: 0...59, hint: leap)
    return Int64((hour * 60 + minute) * 60 + second) * 1_000_000 + fraction
  }

  private mutating func parseFraction() throws(ValueError) -> Int64 {
    let digits = cursor.takeDigits()
    if digits.isEmpty { throw malformed }
    guard digits.dropFirst(6).allSatisfy({ $0 == UInt8(ascii: "0") }) else {
      throw ValueError.expected("at most 6 digits of a second", found: text)
    }
    var microseconds: Int64 = 0
    for index in 0..<6 {
      let byte =
        if index < digits.count { digits[digits.startIndex + index] } else { UInt8(ascii: "0") }
      microseconds = microseconds * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return microseconds
  }

  /// The offset from UTC in microseconds.
  private mutating func parseZone() throws(ValueError) -> Int64 {
    if cursor.isAtEnd { return 0 }
    _ = cursor.accept(" ")
    if cursor.accept("Z") || cursor.accept("z"), cursor.isAtEnd { return 0 }
    let isBehind = cursor.peek() == "-"
    guard cursor.accept("+") || cursor.accept("-") else { throw malformed }
    let hour = try parseDigits(2)
    let hasMinutes = cursor.accept(":") || !cursor.isAtEnd
    let minute = hasMinutes ? try parseDigits(2) : 0
    guard cursor.isAtEnd else { throw malformed }
    try check("the hours of a zone", hour, in: 0...23)
    try check("the minutes of a zone", minute, in: 0...59)
    let offset = Int64(hour * 60 + minute) * 60_000_000
    if isBehind { return -offset }
    return offset
  }

  private mutating func parseDigits(_ count: Int) throws(ValueError) -> Int {
    guard let number = cursor.acceptDigits(count) else { throw malformed }
    return number
  }

  private func check(
    _ what: String, _ number: Int, in range: ClosedRange<Int>, hint: Hint? = nil
  ) throws(ValueError) {
    guard !range.contains(number) else { return }
    throw ValueError(
      "expected \(what) from \(range.lowerBound) to \(range.upperBound), "
        + "found \(number) in \(ValueError.quoted(text))", hint: hint)
  }

  private var malformed: ValueError {
    ValueError.expected(
      "a date such as 2026-11-20 or 2026-11-20T10:30:00Z", found: text, hint: repair)
  }

  /// A suggestion in ISO 8601 for a local format such as `20.11.2026` or `11/20/2026`, if it is
  /// unambiguous.
  private var repair: Hint? {
    if ["yesterday", "tomorrow", "today"].contains(text.lowercased()) {
      return "write the date, as in 2026-11-20"
    }
    let parts = text.split(omittingEmptySubsequences: false) { "./-".contains($0) }
    let numbers = parts.compactMap { Int($0) }
    guard parts.count == 3, numbers.count == 3 else { return nil }
    let first = numbers[0]
    let second = numbers[1]
    let third = numbers[2]
    let readings = [(first, second, third), (third, second, first), (third, first, second)]
    let days = Set(
      readings.compactMap { (year, month, day) in
        CivilDate(checkedYear: year, month: month, day: day)
      })
    guard let day = days.first, days.count == 1 else {
      if days.isEmpty { return nil }
      return "write year-month-day"
    }
    return "write it as \(Timestamp(startOf: day).text.prefix(10))"
  }
}

extension CivilDate {
  /// Nil for a day that does not exist, or whose year does not have four digits.
  fileprivate init?(checkedYear year: Int, month: Int, day: Int) {
    guard (1000...9999).contains(year), (1...12).contains(month),
      (1...CivilDate.daysInMonth(month, of: year)).contains(day)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension ByteCursor {
  /// Reads a number with exactly this count of digits; returns nil, and reads nothing, if there are
  /// fewer.
  fileprivate mutating func acceptDigits(_ count: Int) -> Int? {
    guard at + count <= end else { return nil }
    var number = 0
    for byte in bytes[at..<at + count] {
      guard let digit = digit(byte) else { return nil }
      number = number * 10 + Int(digit)
    }
    at += count
    return number
  }

  /// Reads all digits from the current position.
  fileprivate mutating func takeDigits() -> ArraySlice<UInt8> {
    let digits = rest.prefix { digit($0) != nil }
    at += digits.count
    return digits
  }
}
