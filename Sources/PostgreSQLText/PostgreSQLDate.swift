import FlagModel
import SQLText

/// Dates, which are stored as timestamps with a time zone. Every operation that depends on a time
/// zone names UTC, because sessions of other programs use the views and default values too.
extension PostgreSQLDialect {
  func ofDate(_ function: DateFunction, _ date: SQLText) -> SQLText {
    switch function {
    case .year: part("year", of: date)
    case .quarter: Self.period(of: date, "YYYY-\"Q\"Q")
    case .month: Self.period(of: date, "YYYY-MM")
    case .week: Self.period(of: date, "IYYY-\"W\"IW")
    case .day: Self.period(of: date, "YYYY-MM-DD")
    case .quarterOfYear: part("quarter", of: date)
    case .monthOfYear: part("month", of: date)
    case .weekOfYear: part("week", of: date)
    case .dayOfMonth: part("day", of: date)
    case .weekday: part("isodow", of: date)
    case .hour: part("hour", of: date)
    }
  }

  private func part(_ name: StaticString, of date: SQLText) -> SQLText {
    "\(Self.finite("extract(\(keyword: name) FROM \(Self.inUTC(date)))"))::bigint"
  }

  /// A number of a date; NULL for the date `infinity` of a foreign column.
  private static func finite(_ number: SQLText) -> SQLText {
    "nullif(nullif(\(number), 'Infinity'), '-Infinity')"
  }

  private static func inUTC(_ date: SQLText) -> SQLText { "(\(date)) AT TIME ZONE 'UTC'" }

  private static func text(of date: SQLText, _ pattern: StaticString) -> SQLText {
    "(to_char(\(inUTC(date)), '\(keyword: pattern)') COLLATE \"C\")"
  }

  /// A month or day by its text. Other programs also store dates before the year 1: `0044-03 BC`.
  private static func period(of date: SQLText, _ pattern: StaticString) -> SQLText {
    "(rtrim(to_char(\(inUTC(date)), '\(keyword: pattern) AD'), ' AD') COLLATE \"C\")"
  }

  /// The text in the form of a file: without trailing zeros, so that equal times have equal texts.
  func text(of date: SQLText) -> SQLText {
    "rtrim(rtrim(\(Self.text(of: date, "YYYY-MM-DD HH24:MI:SS.US")), '0'), '.')"
  }

  /// A time relative to now, rounded to milliseconds like in files.
  func moment(after micros: Int64) -> SQLText {
    let now: SQLText = "date_trunc('milliseconds', statement_timestamp())"
    if micros == 0 { return now }
    return "\(now) + \(literal: micros) * interval '1 microsecond'"
  }

  // MARK: Calculations

  func microseconds(of date: SQLText) -> SQLText {
    "(\(Self.finite("extract(epoch FROM \(date))")) * 1000000)::bigint"
  }

  /// Fails for years that a date cannot have.
  func date(ofMicroseconds micros: SQLText) -> SQLText {
    let (first, last) = (Timestamp.earliest.microseconds, Timestamp.latest.microseconds)
    return """
      CASE WHEN (\(micros)) BETWEEN \(literal: first) AND \(literal: last) THEN \(Self.moment(micros)) \
      WHEN (\(micros)) IS NOT NULL \
      THEN to_timestamp(\(failure("the date is beyond the years 1 to 9999", micros))) END
      """
  }

  /// Adds whole hours and the remainder separately. An interval is multiplied by a real number,
  /// which has fewer digits than the microseconds since 1970.
  private static func moment(_ micros: SQLText) -> SQLText {
    """
    timestamptz '1970-01-01 00:00:00+00' \
    + div((\(micros))::numeric, 3600000000) * interval '1 hour' \
    + mod((\(micros))::numeric, 3600000000) * interval '1 microsecond'
    """
  }

  /// A percentile of times, interpolated between two if necessary. The server builds the array
  /// once, however often it is used.
  func percentile(ofDates date: SQLText, _ percent: SQLText) -> SQLText {
    let dates: SQLText = "(array_agg(\(date) ORDER BY \(date)) FILTER (WHERE \(date) IS NOT NULL))"
    let place: SQLText = "(\(percent) * (count(\(date)) - 1) / 100)"
    let (lower, upper) = (
      "\(dates)[floor(\(place))::int + 1]" as SQLText,
      "\(dates)[ceil(\(place))::int + 1]" as SQLText
    )
    let between: SQLText = "(extract(epoch FROM \(upper) - \(lower)) * 1000000)::double precision"
    return """
      \(lower) + trunc(\(between) * (\(place) - floor(\(place)))) * interval '1 microsecond'
      """
  }

  // MARK: Columns

  /// Checks the years of a date.
  func isDate(_ date: SQLText) -> SQLText {
    """
    \(date) >= timestamptz '0001-01-01 00:00:00+00' \
    AND \(date) < timestamptz '10000-01-01 00:00:00+00'
    """
  }
}
