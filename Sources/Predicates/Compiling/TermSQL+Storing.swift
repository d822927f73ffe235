import FlagModel
import SQLText

// Functions whose results are stored: without a result, they fail.

extension PredicateCompiler {
  /// A function whose result is stored; nil if it always has one.
  func storable(_ function: SQLFunction, _ arguments: [Term]) -> SQLText? {
    guard let first = arguments.first else { return nil }
    switch function {
    case .whole: return "\(.demanded(.truncated), of: value(first))"
    case .wholeOfText: return number(of: first, .integer(.int64))
    case .realOfText: return number(of: first, .double)
    case .ofNumber(let number): return storable(number, of: first)
    case .ofText(let text): return storable(text)
    case .ofDate(let date): return storable(date)
    case .microseconds where storing == .foreign:
      let date = value(first)
      return present("\(function, of: date)", date)
    default: return nil
    }
  }

  /// A function of a text. Like the two functions below, it lists all cases, so that the compiler asks
  /// for a new one.
  private func storable(_ function: TextFunction) -> SQLText? {
    switch function {
    case .length, .lowercased, .uppercased, .prefix, .part: nil
    }
  }

  private func storable(_ function: DateFunction) -> SQLText? {
    switch function {
    case .year, .quarter, .month, .week, .day, .quarterOfYear, .monthOfYear, .weekOfYear,
      .dayOfMonth, .weekday, .hour:
      nil
    }
  }

  private func storable(_ function: NumberFunction, of term: Term) -> SQLText? {
    switch function {
    case .abs:
      let number = value(term.withoutGuard)
      if term.type.isWhole { return "\(.demanded(.whole), of: magnitude(number))" }
      return nil
    case .sqrt, .ln, .log:
      let number = value(term)
      return present("\(.ofNumber(function), of: number)", number)
    case .exp: return "\(.demanded(.finite), of: "\(.ofNumber(function), of: value(term))")"
    case .floor, .ceiling, .trunc: return nil
    }
  }

  /// The absolute value. SQLite's own function fails for the smallest integer with another message.
  private func magnitude(_ number: SQLText) -> SQLText {
    "\(.choice, of: "\(number) < 0", "-\(number)", number)"
  }

  /// The whole text as a number.
  private func number(of text: Term, _ type: AttributeType) -> SQLText {
    let text = value(text)
    let conversion = ValueConversion(from: .string, to: type)
    return present("\(.converted(conversion), of: text)", text)
  }

  func present(_ result: SQLText, _ sources: SQLText...) -> SQLText {
    "\(.demanded(.present), of: [result] + sources)"
  }
}
