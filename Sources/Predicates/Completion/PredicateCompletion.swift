package import FlagModel

/// The candidates at a place of a predicate.
package struct PredicateCompletion: Hashable, Sendable {
  /// The bytes before the place, a word that was begun, which a candidate takes the place of.
  package let range: Range<Int>
  package let candidates: [Candidate]
}

extension Entity {
  /// The candidates at a byte of an expression on the entity's records, or of a list of them. Text
  /// after the place is not looked at, and whole conditions before it may be wrong.
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
    let given = pieces.dropLast().map {
      Array(typed.utf8[self.start(of: $0, in: typed, for: use)..<$0.upperBound])
    }
    let place = TypedPredicate(
      entity: self, schema: schema, use: use, text: Array(typed.utf8[start..<start + word.start]),
      tokens: TypedPredicate.pruned(word.tokens))
    return PredicateCompletion(
      range: start + word.start..<end, candidates: place.candidates(for: word, given: Set(given)))
  }

  /// Where one thing of a list begins, after blanks and the hyphen of an order.
  private func start(of piece: Range<Int>, in text: SourceText, for use: ExpressionUse) -> Int {
    guard use.isList else { return piece.lowerBound }
    let blanks = UInt8(ascii: " ")
    let hyphen = UInt8(ascii: "-")
    return piece.first { text.utf8[$0] != blanks && !(use == .order && text.utf8[$0] == hyphen) }
      ?? piece.upperBound
  }
}

/// The tokens before a place, and the word that was begun there.
struct UnfinishedWord {
  private(set) var tokens: [PredicateToken]
  private(set) var start: Int
  private(set) var typed = ""
  private(set) var isQuoted = false

  /// Nil where nothing can be offered: within a text, a number, or after what is no token.
  init?(_ bytes: [UInt8]) {
    let source = SourceText(name: nil, utf8: bytes)
    start = bytes.count
    do {
      tokens = Array(try PredicateLexer.lex(source).dropLast())
    } catch {
      // A backquote or a dollar sign that nothing follows yet.
      guard let place = error.place?.range.lowerBound, bytes.indices.contains(place),
        bytes[place] == UInt8(ascii: "`") || (bytes[place] == 36 && place == bytes.count - 1),
        let before = try? PredicateLexer.lex(SourceText(name: nil, utf8: Array(bytes[..<place])))
      else { return nil }
      tokens = Array(before.dropLast())
      isQuoted = bytes[place] == UInt8(ascii: "`")
      start = place
      typed = source.text(isQuoted ? place + 1..<bytes.count : place..<bytes.count)
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

  /// True if a bracket closes right before the place: a blank or a point comes next.
  var isClosed: Bool {
    guard let last = tokens.last, last.kind == .symbol, last.range.upperBound == start else {
      return false
    }
    return [")", "]", "}"].contains(last.text)
  }

  /// True if an offer begins with the word. Keywords may be written in capitals as well.
  func begins(_ offer: CompletionOffer) -> Bool {
    if offer.isOnDemand, typed.isEmpty { return false }
    if offer.isName { return offer.text.utf8.starts(with: typed.utf8) }
    return !isQuoted
      && [typed, typed.lowercased()].contains { offer.text.utf8.starts(with: $0.utf8) }
  }
}

extension TypedPredicate {
  /// The candidates for a word, without the things of a list that are given already.
  func candidates(for word: UnfinishedWord, given: Set<[UInt8]>) -> [Candidate] {
    let place = CompletionPlace(self)
    var trial = CompletionTrial(self)
    // The names in a list stand for themselves, even where they are words of the language.
    let isWholeOfList = use.isList && tokens.isEmpty
    var found: [CompletionOffer] = []
    if isWholeOfList {
      found = entity.candidates(withExpressions: true).map { CompletionOffer($0) }
        .filter { word.begins($0) && !given.contains(Array($0.text.utf8)) }
    } else {
      found = place.alias(beginning: word.typed)
      for offers in place.offers() where found.isEmpty || word.typed.isEmpty {
        found += offers.filter { word.begins($0) && trial.isAccepted($0) }
      }
    }
    if found.isEmpty && !word.isQuoted || word.typed.isEmpty {
      found += place.functions(beginning: word.typed, trial)
    }
    return found.map { offer in
      let isPlain = isWholeOfList && !word.isQuoted
      return Candidate(
        isPlain ? offer.text : spelled(offer, isQuoted: word.isQuoted), about: offer.about)
    }
  }
}
