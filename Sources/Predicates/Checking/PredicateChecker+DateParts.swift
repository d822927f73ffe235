import FlagModel
import SQLText

// Parts of dates: `year(taken)`, `month(taken)`, `hour(taken)`, all in UTC.

extension PredicateChecker {
  /// The functions of a date. A month and a day are those of the calendar, 2026-11 and 2026-11-20;
  /// what comes again every year, month, week or day is a number.
  static let dateParts: [String: SQLFunction] = [
    "year": .year, "month": .month, "day": .day, "monthofyear": .monthOfYear,
    "dayofmonth": .dayOfMonth, "weekday": .weekday, "hour": .hour,
  ]

  func datePart(
    _ function: SQLFunction, _ argument: PredicateSyntax, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let unit = CalendarUnit(function)
    let checked = try check(operand: argument)
    if case .literal(let literal) = checked, let unit, let date = try date(literal) {
      return .operand(constant(unit, of: date, syntax))
    }
    let operand = try operand(of: checked, argument)
    guard operand.type == .date else {
      throw Diagnostic(
        "'\(text(of: syntax))': '\(operand.name)' (\(operand.declaredType)) is no date of a record",
        at: argument.place)
    }
    let type: TermType =
      unit.map { $0 == .year ? .value(.integer(.int)) : .calendar($0) } ?? .value(.integer(.int))
    let term = Term(
      .function(function, [operand.term]), type, isOptional: operand.term.isOptional)
    return .operand(derived(term, Self.name(of: type), syntax, origin: operand.origin))
  }

  private static func name(of type: TermType) -> String {
    if case .calendar(let unit) = type { unit.rawValue } else { "Int" }
  }

  private func constant(
    _ unit: CalendarUnit, of date: Timestamp, _ syntax: PredicateSyntax
  ) -> Operand {
    let text = unit.text(of: date)
    let term: Term
    if unit == .year {
      term = .constant(.integer(Int64(text) ?? 0), .integer(.int))
    } else {
      term = Term(.value(.text(text)), .calendar(unit), isOptional: false)
    }
    return derived(term, Self.name(of: term.type), syntax, origin: root)
  }

  /// What was typed beside a month or a day: its text, or a date within it.
  func calendarText(
    _ literal: PredicateSyntax, _ unit: CalendarUnit, _ operand: Operand
  ) throws(Diagnostic) -> Value {
    switch literal.kind {
    case .text(let text), .argument(let text):
      if unit.start(of: text) != nil { return .text(text) }
    default:
      if let date = try date(literal) { return .text(unit.text(of: date)) }
    }
    let example = unit == .month ? "'2026-11'" : "2026-11-20"
    let recurring = unit == .month ? "monthOfYear" : "dayOfMonth"
    throw Diagnostic(
      "'\(operand.name)' is a \(unit.rawValue): expected one such as \(example), "
        + "found \(words(of: literal))",
      at: literal.place, hint: "\(recurring)(…) is the number that comes again")
  }

  /// `year(taken) = 2026` asks whether the date lies between two others, which an index can answer.
  func compareDatePart(_ term: Term, _ comparison: Comparison, _ value: Value) -> Predicate? {
    // Of a group the part may be known, and the date not.
    guard !answer.hasGroups,
      case .function(let function, let dates) = term.kind, let date = dates.first,
      let unit = CalendarUnit(function), let range = unit.range(of: value)
    else { return nil }
    let start = Value.text(range.start.storedText)
    let end = Value.text(range.end.storedText)
    let isWithin = Predicate.test(date, .isBetween(start, end, includesUpper: false))
    switch comparison {
    case .equal: return isWithin
    case .unequal: return .not(isWithin)
    case .less: return .test(date, .compare(.less, start))
    case .lessOrEqual: return .test(date, .compare(.less, end))
    case .greater: return .test(date, .compare(.greaterOrEqual, end))
    case .greaterOrEqual: return .test(date, .compare(.greaterOrEqual, start))
    }
  }
}

extension CalendarUnit {
  init?(_ function: SQLFunction) {
    switch function {
    case .year: self = .year
    case .month: self = .month
    case .day: self = .day
    default: return nil
    }
  }

  /// How many characters of a date's text it is.
  private var length: Int {
    switch self {
    case .year: 4
    case .month: 7
    case .day: 10
    }
  }

  func text(of date: Timestamp) -> String { String(date.storedText.prefix(length)) }

  /// The beginning of a year, month or day; nil for what is none.
  func start(of text: String) -> Timestamp? {
    guard text.utf8.count == length,
      let start = try? Timestamp("\(text)\("-01-01".suffix(10 - length))"),
      self.text(of: start).utf8.elementsEqual(text.utf8)
    else { return nil }
    return start
  }

  /// From the beginning of a year, month or day to that of the next one, where there is one.
  func range(of text: String) -> (start: Timestamp, end: Timestamp)? {
    guard let start = start(of: text) else { return nil }
    // Every year, month and day ends within 366, 31 and 1 days.
    let day: Int64 = 86_400_000_000
    let most: Int64 = self == .year ? 366 : self == .month ? 31 : 1
    // The next one is never so short that it would be over too.
    guard let within = start.adding(microseconds: most * day),
      let end = self.start(of: self.text(of: within))
    else { return nil }
    return (start, end)
  }

  func range(of value: Value) -> (start: Timestamp, end: Timestamp)? {
    switch value {
    case .text(let text): return range(of: text)
    case .integer(let year) where self == .year && (1...9998).contains(year):
      let digits = String(year)
      return range(of: String(repeating: "0", count: 4 - digits.utf8.count) + digits)
    default: return nil
    }
  }
}
