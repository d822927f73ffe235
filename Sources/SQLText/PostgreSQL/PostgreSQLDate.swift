import FlagModel

/// Dates, which are texts.
extension PostgreSQLDialect {
  func ofDate(_ function: DateFunction, _ date: SQLText) -> SQLText {
    switch function {
    case .year: "left(\(date), 4)::bigint"
    case .quarter: "to_char((\(date))::timestamp, 'YYYY-\"Q\"Q')"
    case .month: "left(\(date), 7)"
    case .week: "to_char((\(date))::timestamp, 'IYYY-\"W\"IW')"
    case .day: "left(\(date), 10)"
    case .quarterOfYear: "extract(quarter FROM (\(date))::timestamp)::bigint"
    case .monthOfYear: "extract(month FROM (\(date))::timestamp)::bigint"
    case .weekOfYear: "extract(week FROM (\(date))::timestamp)::bigint"
    case .dayOfMonth: "extract(day FROM (\(date))::timestamp)::bigint"
    case .weekday: "extract(isodow FROM (\(date))::timestamp)::bigint"
    case .hour: "extract(hour FROM (\(date))::timestamp)::bigint"
    }
  }

  /// So many microseconds from now, as our text.
  func moment(after micros: Int64) -> SQLText {
    let span: SQLText = micros == 0 ? "" : " + \(interval("\(literal: micros)"))"
    return Self.text(of: "statement_timestamp() AT TIME ZONE 'UTC'\(span)")
  }

  func date(ofMicroseconds micros: SQLText) -> SQLText {
    textWithinYears(of: "timestamp '1970-01-01' + \(interval(micros))")
  }

  func later(_ date: SQLText, by micros: SQLText) -> SQLText {
    textWithinYears(of: "(\(date))::timestamp + \(interval(micros))")
  }

  /// Fails beyond the years that our texts can say: the server would leave out that a year is before Christ.
  private func textWithinYears(of moment: SQLText) -> SQLText {
    """
    CASE WHEN \(moment) >= '0001-01-01' AND \(moment) < '10000-01-01' THEN \(Self.text(of: moment)) \
    WHEN \(moment) IS NOT NULL \
    THEN \(failure("the date is beyond the years 1 to 9999", moment))::text END
    """
  }

  private func interval(_ micros: SQLText) -> SQLText { "(\(micros)) * interval '1 microsecond'" }

  /// Without zeros at its end, so that equal moments have equal texts.
  private static func text(of moment: SQLText) -> SQLText {
    "rtrim(rtrim(to_char(\(moment), 'YYYY-MM-DD HH24:MI:SS.US'), '0'), '.')"
  }

  /// The server reads a day that is none as an error, which refuses it as well.
  func isDate(_ text: SQLText) -> SQLText {
    """
    CASE WHEN \(text) ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?$' \
    THEN to_char(left(\(text), 19)::timestamp, 'YYYY-MM-DD HH24:MI:SS') = left(\(text), 19) \
    AND \(text) >= '0001' ELSE \(text) IS NULL END
    """
  }
}
