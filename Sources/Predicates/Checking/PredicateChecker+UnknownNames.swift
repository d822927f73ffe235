package import FlagModel
internal import PlainText
import SQLText

// Names that nothing has: what to say of them, and what to write instead.

extension PredicateChecker {
  /// The name in a literal that is one word without a point before it.
  func unknownName(_ literal: PredicateSyntax) -> NameSyntax? {
    switch literal.kind {
    case .name(let name): isMoment(name) ? nil : NameSyntax(name, at: literal.place)
    case .member(let base, let name):
      unknownName(base).map { NameSyntax("\($0.name).\(name)", at: literal.place) }
    case .binary(_, let left, let right): unknownName(left) ?? unknownName(right)
    default: nil
    }
  }

  /// `now` and `today`, where nothing else has these names.
  func isMoment(_ name: String) -> Bool { name == "now" || name == "today" }

  func unknown(_ name: NameSyntax) -> Diagnostic {
    if let foreign = foreignName(name) { return foreign }
    let unknown = innermost.unknownName(name.name, at: name.place)
    for frame in frames.reversed() {
      guard let variable = frame.variable, case .record(let path) = frame.subject,
        path.entity.names.contains(name.name)
      else { continue }
      return Diagnostic(
        unknown.message, at: name.place, hint: "did you mean $\(variable).\(name.name)?")
    }
    return unknown
  }

  func unknownName(
    _ name: String, of entity: Entity, at syntax: PredicateSyntax
  ) -> Diagnostic {
    let end = syntax.place.range.upperBound
    let length = name.split(separator: ".").last?.utf8.count ?? 0
    return entity.unknownName(
      name, at: SourcePlace(syntax.place.source, max(0, end - length)..<end))
  }

  /// What to write instead of methods and properties that Swift has and predicates have not.
  static let insteadOf: [String: String] = [
    "prefix": "hasPrefix('…') asks how a text begins",
    "suffix": "hasSuffix('…') asks how a text ends",
    "range": "contains('…') asks for a part of a text",
    "sorted": "min() and max() find the least and the greatest of values",
    "reduce": "reduce(0, +) adds values up",
    "rounded": "floor, ceil and trunc are", "round": "floor, ceil and trunc are",
    "localizedCompare": "compare and caseInsensitiveCompare are",
    "localizedStandardCompare": "compare and caseInsensitiveCompare are",
    "indices": "count says how many there are",
  ]

  /// The same of several records or values, where a name may mean another thing.
  static let insteadOfSome = insteadOf.merging(
    ["prefix", "suffix", "dropFirst", "dropLast"].map {
      ($0, "'first' and 'last' are, and a condition in brackets")
    }
  ) { $1 }

  /// Names of Swift's libraries that stand for no attribute.
  func foreignName(_ name: NameSyntax) -> Diagnostic? {
    let first = String(name.name.prefix { $0 != "." })
    guard let hint = Self.foreign[first] else { return nil }
    return Diagnostic("'\(first)' is not supported", at: name.place, hint: hint)
  }

  private static let foreign: [String: String] = [
    "Calendar": "year(…), month(…), day(…), weekday(…) and hour(…) are parts of a date, in UTC",
    "DateInterval": "a range of dates is, as in 2026-11-01..<2026-12-01",
    "Locale": "contains[cd] and its like pass over case and accents everywhere",
    "persistentModelID": "SELF is the key of a record", "objectID": "SELF is the key of a record",
  ]
}

extension Entity {
  /// What to say of a name that the entity does not have.
  package func unknownName(_ name: String, at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      "'\(name)' is not an attribute of \(self.name)", at: place,
      hint: nearestName(to: name, in: names).map { "did you mean \($0)?" }
        ?? "\(self.name) has \(listed(names))")
  }
}
