import FlagModel
import SQLText

// Literal dates and time spans: `2026-11-20`, `now - 7d`.

extension Literals {
  /// The date of a literal, including `now` and `now - 7d`; nil for anything else.
  func date(_ syntax: PredicateSyntax) throws(Diagnostic) -> Timestamp? {
    switch syntax.kind {
    case .date(let text):
      do {
        return try Timestamp(text)
      } catch {
        throw Diagnostic(error.message, at: syntax.place, hint: error.hint)
      }
    case .argument:
      let plain = plain(syntax)
      if case .argument = plain.kind { return nil }
      return try date(plain)
    case .name("now"): return now
    case .dotted(let name):
      guard case .moment(let moment)? = Language.constant(named: name.text)?.meaning else {
        return nil
      }
      return moment ?? now
    case .name("today"): return now.startOfDay
    case .call(nil, let name, let arguments) where arguments.isEmpty:
      if ["now", "Date"].contains(name) { return now }
      return nil
    case .binary(let binary, let left, let right) where binary == .add || binary == .subtract:
      guard let start = try date(left), let span = span(right) else { return nil }
      let more: Int64? = if binary == .add { span } else { negated(span) }
      guard let more, let end = start.adding(microseconds: more) else {
        throw Diagnostic("expected a date in the years 1 to 9999", at: syntax.place)
      }
      return end
    default: return nil
    }
  }

  private func negated(_ number: Int64) -> Int64? { number == .min ? nil : -number }

  /// A time span in microseconds; nil for anything else.
  func span(_ syntax: PredicateSyntax) -> Int64? {
    switch syntax.kind {
    case .duration(let text):
      if text.hasPrefix("-") {
        return TimeSpan.microseconds(of: String(text.dropFirst())).flatMap(negated)
      }
      return TimeSpan.microseconds(of: text)
    case .argument(let text) where text.first?.isNumber == true: return span(plain(syntax))
    case .negative(let inner): return span(inner).flatMap(negated)
    case .binary(.add, let left, let right):
      guard let a = span(left), let b = span(right) else { return nil }
      let (sum, overflow) = a.addingReportingOverflow(b)
      if overflow { return nil }
      return sum
    case .binary(.subtract, let left, let right):
      guard let a = span(left), let b = span(right) else { return nil }
      let (difference, overflow) = a.subtractingReportingOverflow(b)
      if overflow { return nil }
      return difference
    default: return nil
    }
  }

  func constant(_ unit: CalendarUnit, of date: Timestamp, _ syntax: PredicateSyntax) -> Operand {
    let text = unit.text(of: date)
    if unit == .year {
      let year = Term.constant(.integer(Int64(text) ?? 0), .integer(.int))
      return derived(year, "Int", syntax, origin: root)
    }
    let term = Term(.value(.text(text)), .calendar(unit), isOptional: false)
    return derived(term, unit.rawValue, syntax, origin: root)
  }

  /// The value for a literal beside a calendar unit: the text of the unit, or a date within it.
  func calendarText(
    _ literal: PredicateSyntax, _ unit: CalendarUnit, _ operand: Operand
  ) throws(Diagnostic) -> Value {
    switch literal.kind {
    case .text(let text), .argument(let text):
      if unit.start(of: text) != nil { return .text(text) }
    default:
      if let date = try date(literal) { return .text(unit.text(of: date)) }
    }
    throw Diagnostic(
      "'\(operand.name)' is a \(unit.rawValue): expected one such as \(unit.example), "
        + "found \(words(of: literal))",
      at: literal.place, hint: "\(unit.recurring)(…) is the recurring number")
  }

  // MARK: Numbers without a unit

  /// Throws for `now + 5`, because the unit is missing. Swift would use seconds, but the user may
  /// mean days.
  /// See Documentation/Decisions/numbers-beside-dates-need-a-unit.md.
  func requireUnit(_ binary: Operator, _ span: PredicateSyntax) throws(Diagnostic) {
    guard binary == .add || binary == .subtract, case .number(let text) = span.kind else { return }
    let digits = text.drop { $0 == "-" }
    throw Diagnostic(
      "a time needs a unit, found '\(text)'", at: span.place,
      hint: "write \(digits)d for days, \(digits)s for seconds; others are w, h, min, ms and us")
  }

  // MARK: Seconds in Swift's API

  /// `Date(timeIntervalSinceNow: -3600)`; nil for now.
  func date(
    since start: Timestamp?, _ seconds: Side, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let span = try microseconds(seconds)
    guard let date = (start ?? now).adding(microseconds: span) else {
      throw Diagnostic("expected a date in the years 1 to 9999", at: syntax.place)
    }
    return .literal(PredicateSyntax(.date(date.text), at: syntax.place))
  }

  /// A literal number of seconds, in microseconds.
  func microseconds(_ side: Side) throws(Diagnostic) -> Int64 {
    guard let literal = side.literal,
      case .number(let text) = plain(literal).kind, let seconds = Double(text),
      let span = Int64(exactly: (seconds * 1_000_000).rounded())
    else {
      throw Diagnostic(
        "expected a number of seconds, found '\(text(of: side.syntax))'", at: side.syntax.place)
    }
    return span
  }
}
