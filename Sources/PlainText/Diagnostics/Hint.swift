/// The repair that an error offers. It is data, and `text` is the one place that words it.
package indirect enum Hint: Hashable, Sendable {
  /// The words that were probably meant, the likeliest first, and the next step after that.
  case meant([String], then: String? = nil)
  /// Names to choose from, behind what they are: `BIOMarker has RAW, HRM`.
  case choice(String, [String])
  case words(String)
  case several([Hint])

  /// Nil if there are none.
  package init?(_ hints: [Hint?]) {
    let hints = hints.compactMap(\.self)
    guard let first = hints.first else { return nil }
    self = hints.count == 1 ? first : .several(hints)
  }

  /// The one of `names` that was probably meant by `typed`; if none is like it, all of them behind
  /// `lead`. Nil if there is nothing to offer.
  package static func name(
    for typed: String, in names: some Collection<String>, orAll lead: String? = nil
  ) -> Hint? {
    // Canonically equivalent, as Swift's `==` of texts has it.
    if let same = names.first(where: { $0 == typed && Name($0) != Name(typed) }) {
      return .meant([same], then: "it looks the same, but its accents are encoded differently")
    }
    if let near = nearestName(to: typed, in: names) { return .meant([near]) }
    return lead.flatMap { names.isEmpty ? nil : .choice($0, Array(names)) }
  }

  package static func name(
    for typed: Name, in names: some Collection<Name>, orAll lead: String? = nil
  ) -> Hint? {
    name(for: typed.text, in: names.map(\.text), orAll: lead)
  }

  /// For a file of others that has lost what it was adopted with.
  package static func refresh(of path: String) -> Hint {
    "\(quotedCommand("flagdb", "adopt", path, "--refresh")) takes the tables as they are now"
  }

  /// In one line, without the word `hint`.
  package var text: String {
    switch self {
    case .meant(let names, let then): didYouMean(names) + (then.map { " \($0)" } ?? "")
    case .choice(let lead, let names): lead.isEmpty ? listed(names) : "\(lead) \(listed(names))"
    case .words(let words): words
    case .several(let hints): hints.map(\.text).joined(separator: "; ")
    }
  }

  /// The texts of which one was probably meant, the likeliest first.
  package var suggestions: [String] {
    switch self {
    case .meant(let names, _): names
    case .choice, .words: []
    case .several(let hints): hints.flatMap(\.suggestions)
    }
  }

  /// On a line of its own, as errors end; nothing if there is none.
  package static func line(_ hint: Hint?) -> String {
    hint.map { "hint: \(shownInPart($0.text))\n" } ?? ""
  }
}

extension Hint: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self = .words(text) }
}
