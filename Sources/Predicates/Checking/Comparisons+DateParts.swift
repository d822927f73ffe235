import FlagModel
import SQLText

// Parts of dates: `year(taken)`, `month(taken)`, `hour(taken)`, all in UTC.

extension Comparisons {
  /// Converts `year(taken) = 2026` to a range of dates, which an index can answer.
  func compareDatePart(_ term: Term, _ comparison: Comparison, _ value: Value) -> Predicate? {
    // In a group, the part may be known but not the date.
    guard !environment.answer.hasGroups,
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
