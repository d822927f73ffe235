package import FlagModel
import Predicates

/// The completion candidates at an offset of a predicate.
///
/// This module knows what may follow in an incomplete predicate or SQL statement. No app needs it.
package struct PredicateCompletion: Hashable, Sendable {
  /// The typed bytes that a candidate replaces.
  package let range: Range<Int>
  package let candidates: [Candidate]
}

extension Entity {
  /// The candidates at an offset of an expression or a list of expressions. Text after the offset
  /// is ignored, and complete conditions before it may be invalid.
  package func completions(
    of text: String, at offset: Int, in schema: Schema, for use: ExpressionUse = .condition
  ) -> PredicateCompletion {
    let end = min(max(0, offset), text.utf8.count)
    let typed = SourceText(name: nil, utf8: Array(text.utf8.prefix(end)))
    let pieces = use.isList ? typed.pieces : [0..<end]
    let start = pieces.last.map { self.start(of: $0, in: typed, for: use) } ?? 0
    guard let word = UnfinishedWord(Array(typed.utf8[start...])), !word.isClosed else {
      return PredicateCompletion(range: end..<end, candidates: [])
    }
    let entries = pieces.dropLast().map {
      Array(typed.utf8[self.start(of: $0, in: typed, for: use)..<$0.upperBound])
    }
    let place = TypedPredicate(
      entity: self, schema: schema, use: use, text: Array(typed.utf8[start..<start + word.start]),
      tokens: TypedPredicate.pruned(word.tokens))
    return PredicateCompletion(
      range: start + word.start..<end, candidates: place.candidates(for: word, given: Set(entries)))
  }

  /// The start of a list item, after spaces and the hyphen of a sort key.
  private func start(of piece: Range<Int>, in text: SourceText, for use: ExpressionUse) -> Int {
    guard use.isList else { return piece.lowerBound }
    let blanks = UInt8(ascii: " ")
    let hyphen = UInt8(ascii: "-")
    return piece.first { text.utf8[$0] != blanks && !(use == .order && text.utf8[$0] == hyphen) }
      ?? piece.upperBound
  }
}

/// The tokens before the offset, and the typed prefix of the next word.
struct UnfinishedWord {
  private(set) var tokens: [PredicateToken]
  private(set) var start: Int
  private(set) var typed = ""
  private(set) var isQuoted = false

  /// Nil if no completion is possible: within a text, a number, or after an invalid token.
  init?(_ bytes: [UInt8]) {
    let source = SourceText(name: nil, utf8: bytes)
    start = bytes.count
    do {
      tokens = Array(try PredicateLexer.lex(source).dropLast())
    } catch {
      // A single backquote or dollar sign at the end.
      guard let place = error.place?.range.lowerBound, bytes.indices.contains(place),
        bytes[place] == UInt8(ascii: "`") || (bytes[place] == 36 && place == bytes.count - 1),
        let before = try? PredicateLexer.lex(SourceText(name: nil, utf8: Array(bytes[..<place])))
      else { return nil }
      tokens = Array(before.dropLast())
      isQuoted = bytes[place] == UInt8(ascii: "`")
      start = place
      let first = if isQuoted { place + 1 } else { place }
      typed = source.text(first..<bytes.count)
      return
    }
    guard let last = tokens.last, last.range.upperBound == bytes.count else { return }
    switch last.kind {
    case .word, .variable:
      if last.isQuotedName { return nil }
      typed = source.text(last.range)
      start = last.range.lowerBound
      tokens.removeLast()
    case .number, .duration, .date, .string: return nil
    case .symbol, .end: break
    }
  }

  /// True if a bracket closes just before the offset, so that a space or a dot is next.
  var isClosed: Bool {
    guard let last = tokens.last else { return false }
    return last.nesting < 0 && last.range.upperBound == start
  }

  /// True if an offer begins with the prefix. Keywords ignore case.
  func begins(_ offer: CompletionOffer) -> Bool {
    if offer.isOnDemand, typed.isEmpty { return false }
    if offer.isName { return offer.text.utf8.starts(with: typed.utf8) }
    return !isQuoted
      && [typed, typed.lowercased()].contains { offer.text.utf8.starts(with: $0.utf8) }
  }
}

extension TypedPredicate {
  /// The candidates for a word, without items that the list already contains.
  func candidates(for word: UnfinishedWord, given: Set<[UInt8]>) -> [Candidate] {
    let place = PredicateEnd(self)
    var trial = CompletionTrial(self)
    // In a list, a name takes precedence over a keyword.
    let isWholeOfList = use.isList && tokens.isEmpty
    var offers: [CompletionOffer] = []
    if isWholeOfList {
      offers = entity.candidates(withExpressions: true).map { CompletionOffer($0) }
        .filter { word.begins($0) && !given.contains(Array($0.text.utf8)) }
    } else {
      offers = place.alias(beginning: word.typed)
      for group in place.offers() where offers.isEmpty || word.typed.isEmpty {
        offers += group.filter { word.begins($0) && trial.isAccepted($0) }
      }
    }
    if offers.isEmpty && !word.isQuoted || word.typed.isEmpty {
      offers += place.functions(beginning: word.typed, trial)
    }
    return offers.map { offer in
      if isWholeOfList, !word.isQuoted { return Candidate(offer.text, about: offer.about) }
      return Candidate(spelled(offer, isQuoted: word.isQuoted), about: offer.about)
    }
  }
}
