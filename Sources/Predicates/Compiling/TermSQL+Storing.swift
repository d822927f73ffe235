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
    case .ofNumber(.abs):
      let number = value(first.withoutGuard)
      return first.type.isWhole ? "\(.demanded(.whole), of: magnitude(number))" : nil
    case .ofNumber(.sqrt), .ofNumber(.ln), .ofNumber(.log):
      let number = value(first)
      return present("\(function, of: number)", number)
    case .ofNumber(.exp): return "\(.demanded(.finite), of: "\(function, of: value(first))")"
    case .microseconds where storing == .ofOthers:
      let date = value(first)
      return present("\(function, of: date)", date)
    default: return nil
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
