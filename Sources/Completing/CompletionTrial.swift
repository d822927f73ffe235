import FlagModel
import Predicates

/// Tries each offer: the parser and the checker must accept it, possibly with more text after it.
/// See Documentation/Decisions/completion-tries-each-candidate.md.
struct CompletionTrial {
  private let typed: TypedPredicate
  /// The results for kinds of values that were already tried.
  private var kinds: [CompletionOffer.Kind: Bool] = [:]

  init(_ typed: TypedPredicate) { self.typed = typed }

  func accepts(_ addition: String) -> Bool { typed.accepts(addition) }

  /// True if an offer, or a text that begins with it, is accepted.
  mutating func isAccepted(_ offer: CompletionOffer) -> Bool {
    if isWhole(offer) { return true }
    let text = typed.spelled(offer)
    if offer.endings().contains(where: { isAccepted(text + $0.text, $0.kind) }) { return true }
    return offer.mayLead && typed.adding("\(text) ")?.mayGoOn(steps: 2) ?? false
  }

  /// True if an offer is accepted without more text.
  mutating func isWhole(_ offer: CompletionOffer) -> Bool {
    isAccepted(typed.spelled(offer), offer.kind)
  }

  private mutating func isAccepted(_ text: String, _ kind: CompletionOffer.Kind?) -> Bool {
    guard let kind else { return typed.accepts(text) }
    if let isAccepted = kinds[kind] { return isAccepted }
    let isAccepted = typed.accepts(text)
    kinds[kind] = isAccepted
    return isAccepted
  }
}

extension TypedPredicate {
  /// True if the text can be completed with at most this number of further words.
  fileprivate func mayGoOn(steps: Int) -> Bool {
    let place = PredicateEnd(self)
    if place.isRefused { return accepts(".orderedSame") }
    if Self.literals.contains(where: accepts) { return true }
    var trial = CompletionTrial(self)
    var kinds: Set<CompletionOffer.Kind> = []
    return place.offers().joined().contains { offer in
      if let kind = offer.kind, !kinds.insert(kind).inserted { return false }
      if offer.mayLead, steps == 1 { return false }
      if trial.isWhole(offer) { return true }
      return offer.mayLead && adding("\(offer.text) ")?.mayGoOn(steps: steps - 1) ?? false
    }
  }

  private static let literals = ["1", "'a'", "true", "nil", "now", "7d", "[]", "'2026-11'"]

  func isAfter(_ symbol: String) -> Bool {
    tokens.last?.kind == .symbol && tokens.last?.text == symbol
  }

  /// The text of an offer, in backquotes if it would otherwise have another meaning.
  func spelled(_ offer: CompletionOffer, isQuoted: Bool = false) -> String {
    guard offer.isName else { return offer.text }
    let quoted = "`\(offer.text)`"
    guard offer.text.isIdentifier, !isQuoted else { return quoted }
    guard PredicatePrinter.reserved.contains(Name(offer.text.lowercased())) else {
      return offer.text
    }
    let isSame = ["", " == nil", " has a"].allSatisfy { more in
      adding(offer.text + more)?.syntax == adding(quoted + more)?.syntax
    }
    if isSame { return offer.text }
    return quoted
  }
}
