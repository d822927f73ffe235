import FlagModel
import SQLText

// Functions of values that are stored: where they have no answer, they fail.

extension PredicateCompiler {
  /// A function whose answer is to be stored; nil if it always has one.
  func storable(_ function: SQLFunction, _ arguments: [Term]) -> SQLText? {
    guard let first = arguments.first else { return nil }
    switch function {
    case .whole: return "\(.demanded(.truncated), of: value(first))"
    case .wholeOfText: return number(of: first, .integer(.int64))
    case .realOfText: return number(of: first, .double)
    case .ofNumber(let number): return storable(number, of: first)
    case .microseconds where storing == .ofOthers:
      let date = value(first)
      return present("\(function, of: date)", date)
    default: return nil
    }
  }

  /// A function of a number whose answer is to be stored; nil if it always has one. Every function is
  /// listed, so that a new one does not compile before it is decided here.
  private func storable(_ function: NumberFunction, of term: Term) -> SQLText? {
    switch function {
    case .abs:
      let number = value(term.withoutGuard)
      return term.type.isWhole ? "\(.demanded(.whole), of: magnitude(number))" : nil
    case .sqrt, .ln, .log:
      let number = value(term)
      return present("\(.ofNumber(function), of: number)", number)
    case .exp: return "\(.demanded(.finite), of: "\(.ofNumber(function), of: value(term))")"
    case .floor, .ceiling, .trunc: return nil
    }
  }

  /// SQLite's own function fails on the least number, in other words than ours.
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
