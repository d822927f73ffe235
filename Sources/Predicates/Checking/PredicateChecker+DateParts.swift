import FlagModel
import SQLText

// Parts of dates: `year(taken)`, `month(taken)`, `hour(taken)`, all in UTC.

extension PredicateChecker {
  func datePart(
    _ part: DateFunction, _ function: Callable, _ argument: PredicateSyntax,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let checked = try check(operand: argument)
    if case .literal(let literal) = checked, let unit = part.unit, let date = try date(literal) {
      return .operand(constant(unit, of: date, syntax))
    }
    let operand = try operand(of: checked, argument)
    guard operand.type == .date else {
      throw Diagnostic(
        "'\(text(of: syntax))': '\(operand.name)' (\(operand.declaredType)) is no date of a record",
        at: argument.place)
    }
    return .operand(value(.ofDate(part), function, of: operand, syntax))
  }

  private func constant(
    _ unit: CalendarUnit, of date: Timestamp, _ syntax: PredicateSyntax
  ) -> Operand {
    let text = unit.text(of: date)
    if unit == .year {
      let year = Term.constant(.integer(Int64(text) ?? 0), .integer(.int))
      return derived(year, "Int", syntax, origin: root)
    }
    let term = Term(.value(.text(text)), .calendar(unit), isOptional: false)
    return derived(term, unit.rawValue, syntax, origin: root)
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
    throw Diagnostic(
      "'\(operand.name)' is a \(unit.rawValue): expected one such as \(unit.example), "
        + "found \(words(of: literal))",
      at: literal.place, hint: "\(unit.recurring)(…) is the number that comes again")
  }

  /// `year(taken) = 2026` asks whether the date lies between two others, which an index can answer.
  func compareDatePart(_ term: Term, _ comparison: Comparison, _ value: Value) -> Predicate? {
    // Of a group the part may be known, and the date not.
    guard !answer.hasGroups,
      case .function(.ofDate(let part), let dates) = term.kind, let date = dates.first,
      let range = part.unit?.range(of: value)
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
