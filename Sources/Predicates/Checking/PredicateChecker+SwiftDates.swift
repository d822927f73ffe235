import FlagModel
import SQLText

// Swift's own dates: `Date.now`, `Date(timeIntervalSinceNow: -3600)`, `taken.timeIntervalSinceNow`.
// What is a number of seconds to Swift by its name is one here; a bare number beside a date is not.

extension PredicateChecker {
  /// `Date(timeIntervalSinceNow: -3600)`; nil is now.
  func date(
    since start: Timestamp?, _ seconds: PredicateSyntax, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let span = try microseconds(seconds)
    guard let date = (start ?? now).adding(microseconds: span) else {
      throw Diagnostic("expected a date in the years 1 to 9999", at: syntax.place)
    }
    return .literal(PredicateSyntax(.date(date.text), at: syntax.place))
  }

  /// `taken.addingTimeInterval(3600)`, `taken.timeIntervalSince(.now)`; nil for another method.
  func dateMethod(
    _ method: Callable, of base: PredicateSyntax, _ argument: PredicateSyntax.Argument,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    guard argument.label == nil else { return nil }
    switch method.meaning {
    case .addingSeconds:
      let span = try microseconds(argument.value)
      let duration = PredicateSyntax(.duration("\(span)us"), at: argument.value.place)
      return try calculate(.add, base, duration, syntax)
    default:
      let checked = try calculate(.subtract, base, argument.value, syntax)
      let span = try operand(of: checked, syntax)
      guard span.term.type == .duration else { return nil }
      return .operand(derived(span.term.inSeconds, "Double", syntax, origin: span.origin))
    }
  }

  /// `taken.timeIntervalSinceNow`: the seconds from a moment; nil is now.
  func seconds(
    since start: Timestamp?, _ operand: Operand, _ syntax: PredicateSyntax
  ) -> Operand {
    let since = Term(
      .value(.integer((start ?? now).microseconds)), .moment, isOptional: false)
    let span = Term(
      .binary(.subtract, operand.term.asMoment, since), .duration,
      isOptional: operand.term.isOptional)
    return derived(span.inSeconds, "Double", syntax, origin: operand.origin)
  }

  /// A number of seconds that is typed, in microseconds.
  private func microseconds(_ syntax: PredicateSyntax) throws(Diagnostic) -> Int64 {
    guard case .literal(let literal) = try check(operand: syntax),
      case .number(let text) = plain(literal).kind, let seconds = Double(text),
      let span = Int64(exactly: (seconds * 1_000_000).rounded())
    else {
      throw Diagnostic(
        "expected a number of seconds, found '\(text(of: syntax))'", at: syntax.place)
    }
    return span
  }

  // MARK: Numbers without a unit

  /// `now + 5`: what stands beside a date must say what it counts. Swift would take seconds; who
  /// thinks of days must not get them.
  func requireUnit(_ binary: Operator, _ span: PredicateSyntax) throws(Diagnostic) {
    guard binary == .add || binary == .subtract, case .number(let text) = span.kind else { return }
    let digits = text.hasPrefix("-") ? String(text.dropFirst()) : text
    throw Diagnostic(
      "a time needs a unit, found '\(text)'", at: span.place,
      hint: "write \(digits)d for days, \(digits)s for seconds; others are w, h, min, ms and us")
  }
}
