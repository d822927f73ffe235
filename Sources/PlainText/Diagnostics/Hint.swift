/// The correction that an error suggests, as data. `text` formats it.
package indirect enum Hint: Hashable, Sendable {
  /// The words that were probably meant, the most probable first, and a next step.
  case meant([String], then: String? = nil)
  /// Names to choose from, after an introduction: `BIOMarker has RAW, HRM`.
  case choice(String, [String])
  case words(String)
  case several([Hint])

  /// Combines hints; nil if there are none.
  package init?(_ hints: [Hint?]) {
    let hints = hints.compactMap(\.self)
    guard let first = hints.first else { return nil }
    self = hints.count == 1 ? first : .several(hints)
  }

  /// The most similar name in `names`, or else all of them after `lead`. Nil if there is neither.
  package static func name(
    for typed: String, in names: some Collection<String>, orAll lead: String? = nil
  ) -> Hint? {
    // Canonically equivalent texts, which Swift's `==` treats as equal.
    if let same = names.first(where: { $0 == typed && Name($0) != Name(typed) }) {
      return .meant([same], then: "it looks the same, but its accents are encoded differently")
    }
    if let near = nearestName(to: typed, in: names) { return .meant([near]) }
    guard let lead, !names.isEmpty else { return nil }
    return .choice(lead, Array(names))
  }

  package static func name(
    for typed: Name, in names: some Collection<Name>, orAll lead: String? = nil
  ) -> Hint? {
    name(for: typed.text, in: names.map(\.text), orAll: lead)
  }

  /// The hint for a foreign file whose tables have changed since it was adopted.
  package static func refresh(of path: String) -> Hint {
    "\(quotedCommand("flagdb", "adopt", path, "--refresh")) takes the tables as they are now"
  }

  /// The hint on one line, without the word `hint`.
  package var text: String {
    switch self {
    case .meant(let names, let then): didYouMean(names) + (then.map { " \($0)" } ?? "")
    case .choice("", let names): listed(names)
    case .choice(let lead, let names): "\(lead) \(listed(names))"
    case .words(let words): words
    case .several(let hints): hints.map(\.text).joined(separator: "; ")
    }
  }

  /// The suggested words, the most probable first.
  package var suggestions: [String] {
    switch self {
    case .meant(let names, _): names
    case .choice, .words: []
    case .several(let hints): hints.flatMap(\.suggestions)
    }
  }

  /// The hint as a line at the end of an error; empty for nil.
  package static func line(_ hint: Hint?) -> String {
    hint.map { "hint: \(shownInPart($0.text))\n" } ?? ""
  }
}

extension Hint: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self = .words(text) }
}
