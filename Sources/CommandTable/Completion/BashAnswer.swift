import PlainText

/// The candidates as bash inserts or lists them. Each replaces the part of the word that bash
/// replaces, within the open quote.
/// See Documentation/Decisions/bash-gets-candidates-in-quotes.md.
struct BashAnswer {
  /// The use of the candidates in bash, from `COMP_TYPE`.
  enum Kind: Hashable {
    /// Inserts the common prefix, and can list the candidates.
    case common
    /// Only lists the candidates.
    case list
    /// Inserts one candidate after the other at the same place.
    case inTurn
    /// Inserts all candidates.
    case all
    /// Unknown, because bash 3.2 does not set `COMP_TYPE`.
    case unknown

    init(_ type: String) {
      switch type {
      case "9", "33", "64": self = .common
      case "63": self = .list
      case "37": self = .inTurn
      case "": self = .unknown
      default: self = .all
      }
    }
  }

  private let offers: CompletionOffers
  private let word: BashWord
  /// The part of the word that bash does not replace.
  private let kept: BashWord
  private let kind: Kind

  /// Nil if there is nothing to offer, because the word cannot be determined.
  init?(_ offers: CompletionOffers, to word: BashWord, piece: String, breaks: String, kind: Kind) {
    let piece = Self.replaced(of: piece, breaks)
    guard word.raw.utf8.suffix(piece.utf8.count).elementsEqual(piece.utf8) else { return nil }
    kept = BashWord(String(word.raw.unicodeScalars.dropLast(piece.unicodeScalars.count)))
    self.offers = offers
    self.word = word
    self.kind = kind
  }

  /// The part that readline replaces. A caller such as `sudo` passes a word as bash splits it: with
  /// its open quote, or only a part.
  private static func replaced(of piece: String, _ breaks: String) -> String {
    let quotes = "'\"\\".unicodeScalars
    let cuts = breaks.unicodeScalars.filter { !quotes.contains($0) }
    if piece.unicodeScalars.allSatisfy(cuts.contains) { return "" }
    guard let first = piece.unicodeScalars.first, first == "'" || first == "\"",
      !BashWord(piece).isOutsideQuotes
    else { return piece }
    let rest = piece.unicodeScalars.dropFirst()
    if rest.contains(first) { return piece }
    return String(rest)
  }

  var text: String {
    let files = fileLines
    if word.isExpanded { return CommandTable.text(files) }
    let texts = candidates
    let isContinued = texts.count == 1 && CompletionOffers.isContinued(offers.candidates[0].name)
    let isOpen = isContinued || offers.candidates.contains { CompletionOffers.isContinued($0.name) }
    var lines: [String] = []
    if isOpen { lines.append("nospace") }
    for text in inserted(texts, isContinued: isContinued) {
      lines.append("candidate \(afterQuote(text))")
    }
    return CommandTable.text(lines + files)
  }

  // MARK: Candidates

  /// The replacement texts, each within the quote that is open before it.
  private var candidates: [String] {
    offers.candidates.compactMap { candidate in
      let whole = offers.place.head + candidate.name
      guard whole.utf8.starts(with: kept.plain.utf8) else { return nil }
      let rest = String(decoding: whole.utf8.dropFirst(kept.plain.utf8.count), as: UTF8.self)
      return BashWord.quoted(rest, in: kept.quote)
    }.filter(mayBeInserted)
  }

  /// True if a candidate can be inserted. readline removes the open quote when it inserts all
  /// candidates, and bash 3.2 does not report this.
  private func mayBeInserted(_ text: String) -> Bool {
    switch kind {
    case .common, .list, .inTurn: true
    case .all: kept.quote == .none
    case .unknown: kept.quote == .none || Self.isHarmless(text)
    }
  }

  /// True if bash would expand or run nothing in an unquoted text.
  private static func isHarmless(_ text: String) -> Bool {
    !text.unicodeScalars.contains { "$`;&|<>'\"\\!".unicodeScalars.contains($0) }
  }

  private func inserted(_ texts: [String], isContinued: Bool) -> [String] {
    if texts.count == 1 {
      // readline closes a quote after a single candidate, but not after one of two. It also closes
      // none if the same character already follows, even an escaped one.
      if !isContinued { return [texts[0] + BashWord.closing(kept.quote)] }
      let waits = kept.quote != .none && kind != .inTurn
      return waits ? [texts[0], texts[0] + "…"] : texts
    }
    switch kind {
    case .common: return texts + ending(of: texts)
    case .list: return shortened(texts)
    case .all, .inTurn, .unknown: return texts
    }
  }

  /// Adds the open quote, because readline also replaces it by a text that begins with the same
  /// character.
  private func afterQuote(_ text: String) -> String {
    let mark = BashWord.closing(kept.quote)
    let isEaten = !mark.isEmpty && kept.ends(with: mark) && text.utf8.starts(with: mark.utf8)
    if isEaten { return mark + text }
    return text
  }

  /// Adds the common prefix as another candidate, if bash would cut it within an escape.
  private func ending(of texts: [String]) -> [String] {
    let common = commonPrefix(of: texts)
    var end = BashWord(kept.raw + common)
    if !end.isBroken, end.quote == kept.quote { return [] }
    var scalars = common.unicodeScalars
    while end.isBroken || end.quote != kept.quote, scalars.popLast() != nil {
      end = BashWord(kept.raw + String(scalars))
    }
    return [String(scalars)]
  }

  /// Removes the elements that all candidates of a list share.
  private func shortened(_ texts: [String]) -> [String] {
    guard offers.isAsked else { return texts }
    let common = commonPrefix(of: texts).unicodeScalars
    guard let comma = common.lastIndex(of: ",") else { return texts }
    let count = common.distance(from: common.startIndex, to: comma) + 1
    return texts.map { String($0.unicodeScalars.dropFirst(count)) }
  }

  // MARK: Files

  /// The lines with which bash finds files itself: the word, and the text to add to or remove from
  /// a name.
  private var fileLines: [String] {
    let head = offers.place.head
    guard let paths = offers.paths, word.raw.utf8.starts(with: head.utf8),
      !word.raw.unicodeScalars.contains("\n")
    else { return [] }
    let keeps = kept.plain.utf8.count - head.utf8.count
    var lines = ["word \(Substring(word.raw.utf8.dropFirst(head.utf8.count)))"]
    if keeps < 0 { lines.append("head \(Substring(head.utf8.suffix(-keeps)))") }
    if keeps > 0 { lines.append("strip \(Substring(kept.plain.utf8.suffix(keeps)))") }
    switch paths {
    case .files(let extensions):
      return lines + extensions.map { "extension \($0)" } + ["files"]
    case .directories: return lines + ["directories"]
    }
  }
}
