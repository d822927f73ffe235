package import FlagModel

/// What may stand at a place of a predicate.
package struct PredicateCompletion: Hashable, Sendable {
  /// The bytes before the place, a word that was begun, which a candidate takes the place of.
  package let range: Range<Int>
  package let candidates: [Candidate]
}

extension Entity {
  /// What may stand at a byte of an expression on its records, or of a list of them. What comes
  /// after the place is not looked at, and what is wrong before it is passed over as well as can be.
  package func completions(
    of text: String, at offset: Int, in schema: Schema, for use: ExpressionUse = .condition
  ) -> PredicateCompletion {
    let end = min(max(0, offset), text.utf8.count)
    let typed = SourceText(name: nil, utf8: Array(text.utf8.prefix(end)))
    let pieces = use.isList ? typed.pieces : [0..<end]
    let start = pieces.last.map { self.start(of: $0, in: typed, for: use) } ?? 0
    guard let unfinished = UnfinishedWord(Array(typed.utf8[start...])), !unfinished.isClosed else {
      return PredicateCompletion(range: end..<end, candidates: [])
    }
    var walk = PlaceWalk(self, in: schema, for: use)
    walk.pass(unfinished.tokens)
    let given = Set(
      pieces.dropLast().map {
        Array(typed.utf8[self.start(of: $0, in: typed, for: use)..<$0.upperBound])
      })
    // The names in a list stand for themselves, even where they are words of the language.
    let quotes = !use.isList || !unfinished.tokens.isEmpty
    let offers = walk.candidates.filter {
      unfinished.begins($0) && !(unfinished.tokens.isEmpty && given.contains(Array($0.text.utf8)))
    }
    return PredicateCompletion(
      range: start + unfinished.start..<end,
      candidates: offers.map { unfinished.spelled($0, inQuotesIfNeeded: quotes) })
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

/// The brackets that close those which a text leaves open, as a completion must: `)` for `max(score`.
/// None for what is no beginning of an expression.
package func closingBrackets(of text: String) -> String {
  guard let tokens = try? PredicateLexer.lex(SourceText(text)) else { return "" }
  var closing: [String] = []
  for token in tokens where token.kind == .symbol {
    switch token.text {
    case "(": closing.append(")")
    case "[": closing.append("]")
    case "{": closing.append(" }")
    case ")", "]", "}": _ = closing.popLast()
    default: break
    }
  }
  return closing.reversed().joined()
}

/// The tokens before a place, and the word that was begun there.
struct UnfinishedWord {
  private(set) var tokens: [PredicateToken]
  private(set) var start: Int
  private var typed = ""
  private var isQuoted = false

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

  /// Whether a bracket closes right before the place: a blank or a point comes next.
  var isClosed: Bool {
    guard let last = tokens.last, last.kind == .symbol, last.range.upperBound == start else {
      return false
    }
    return [")", "]", "}"].contains(last.text)
  }

  /// Keywords may be written in capitals as well.
  func begins(_ candidate: PlaceWalk.Offer) -> Bool {
    if candidate.isOnDemand, typed.isEmpty { return false }
    if candidate.isName { return candidate.text.utf8.starts(with: typed.utf8) }
    return !isQuoted
      && [typed, typed.lowercased()].contains { candidate.text.utf8.starts(with: $0.utf8) }
  }

  /// As it is typed: in backquotes where it would be taken for something else.
  func spelled(_ offer: PlaceWalk.Offer, inQuotesIfNeeded: Bool) -> Candidate {
    let before = tokens.last.flatMap { $0.kind == .symbol ? $0.text : nil }
    let isPlain = CompletedName.mayBeBare(
      offer.text, isMember: before == ".", isIndex: before == "[")
    let needsQuotes =
      offer.isName && !offer.text.hasPrefix("$") && (isQuoted || inQuotesIfNeeded && !isPlain)
    return Candidate(needsQuotes ? "`\(offer.text)`" : offer.text, about: offer.about)
  }
}
