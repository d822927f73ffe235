import FlagModel
import SQLText

// Dates and lengths of time that were typed: `2026-11-20`, `now - 7d`.

extension PredicateChecker {
  /// The moment that is typed, `now` and `now - 7d` included; nil for what is no date.
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
      return ["now", "Date"].contains(name) ? now : nil
    case .binary(let binary, let left, let right) where binary == .add || binary == .subtract:
      guard let start = try date(left), let span = span(right) else { return nil }
      guard let more = binary == .add ? span : negated(span),
        let end = start.adding(microseconds: more)
      else {
        throw Diagnostic("expected a date in the years 1 to 9999", at: syntax.place)
      }
      return end
    default: return nil
    }
  }

  private func negated(_ number: Int64) -> Int64? { number == .min ? nil : -number }

  /// A length of time in microseconds; nil for what is none.
  func span(_ syntax: PredicateSyntax) -> Int64? {
    switch syntax.kind {
    case .duration(let text):
      return text.hasPrefix("-")
        ? TimeSpan.microseconds(of: String(text.dropFirst())).flatMap(negated)
        : TimeSpan.microseconds(of: text)
    case .argument(let text) where text.first?.isNumber == true: return span(plain(syntax))
    case .negative(let inner): return span(inner).flatMap(negated)
    case .binary(.add, let left, let right):
      guard let a = span(left), let b = span(right) else { return nil }
      let (sum, overflow) = a.addingReportingOverflow(b)
      return overflow ? nil : sum
    case .binary(.subtract, let left, let right):
      guard let a = span(left), let b = span(right) else { return nil }
      let (difference, overflow) = a.subtractingReportingOverflow(b)
      return overflow ? nil : difference
    default: return nil
    }
  }
}
