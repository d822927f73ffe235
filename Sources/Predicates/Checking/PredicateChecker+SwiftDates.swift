import FlagModel
import SQLText

// Swift's own dates: `Date.now`, `Date(timeIntervalSinceNow: -3600)`, `taken.timeIntervalSinceNow`.
// What is a number of seconds to Swift by its name is one here; a bare number beside a date is not.

extension PredicateChecker {
  /// The properties that say how many seconds have passed, and since when; nil is now.
  static let intervals: [String: Timestamp?] = [
    "timeIntervalSinceNow": nil, "timeIntervalSince1970": .beginning,
    "timeIntervalSinceReferenceDate": .reference,
  ]

  static let momentsOfSwift: Set<String> = ["now", "distantPast", "distantFuture"]

  /// `Date()`, `Date(timeIntervalSinceNow: -3600)`
  func date(
    _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    guard let argument = arguments.first else {
      return .literal(PredicateSyntax(.dotted("now"), at: syntax.place))
    }
    guard arguments.count == 1, let label = argument.label,
      let start = Self.intervals["t\(label.dropFirst())"], label.hasPrefix("timeInterval")
    else {
      throw Diagnostic(
        "'Date' is not supported with these arguments", at: syntax.place,
        hint: "timeIntervalSinceNow, timeIntervalSince1970 and timeIntervalSinceReferenceDate are")
    }
    let span = try microseconds(argument.value)
    guard let date = (start ?? now).adding(microseconds: span) else {
      throw Diagnostic("expected a date in the years 1 to 9999", at: syntax.place)
    }
    return .literal(PredicateSyntax(.date(date.text), at: syntax.place))
  }

  /// `taken.addingTimeInterval(3600)`, `taken.timeIntervalSince(.now)`; nil for another method.
  func dateMethod(
    _ name: String, of base: PredicateSyntax, _ arguments: [PredicateSyntax.Argument],
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    guard arguments.count == 1, let argument = arguments.first, argument.label == nil else {
      return nil
    }
    switch name {
    case "addingTimeInterval":
      let span = try microseconds(argument.value)
      let duration = PredicateSyntax(.duration("\(span)us"), at: argument.value.place)
      return try calculate(.add, base, duration, syntax)
    case "timeIntervalSince":
      let checked = try calculate(.subtract, base, argument.value, syntax)
      let span = try operand(of: checked, syntax)
      guard span.term.type == .duration else { return nil }
      return .operand(derived(span.term.inSeconds, "Double", syntax, origin: span.origin))
    default: return nil
    }
  }

  /// `taken.timeIntervalSinceNow`
  func interval(
    _ name: String, of operand: Operand, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    guard let start = Self.intervals[name],
      operand.type == .date || operand.term.type == .moment
    else {
      throw Diagnostic(
        "'\(operand.name)' (\(operand.declaredType)) has no '\(name)'", at: syntax.place)
    }
    let since = Term(
      .value(.integer((start ?? now).microseconds)), .moment, isOptional: false)
    let span = Term(
      .binary(.subtract, operand.term.asMoment, since), .duration,
      isOptional: operand.term.isOptional)
    return .operand(derived(span.inSeconds, "Double", syntax, origin: operand.origin))
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

extension Timestamp {
  /// The beginning of 1970.
  fileprivate static let beginning = Timestamp(microseconds: 0) ?? .earliest
  /// Swift's `Date.distantFuture`, the beginning of the year 4001.
  static let distantFuture = Timestamp(microseconds: 64_092_211_200_000_000) ?? .latest
}
