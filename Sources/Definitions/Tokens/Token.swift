import FlagModel

/// One word of a source, in any language.
struct Token {
  enum Kind {
    case identifier
    case number
    case string
    case character
    case symbol
  }

  let kind: Kind
  /// The letters of the word; of a text in quotes with the quotes.
  let text: Name
  let place: TokenPlace
  let isSpaced: Bool
  let startsLine: Bool
  /// The macros whose text the word is part of, which it does not call again; -1 for none.
  var hidden: Int32 = -1

  func isSymbol(_ symbol: Name) -> Bool { kind == .symbol && text == symbol }
  func isWord(_ word: Name) -> Bool { kind == .identifier && text == word }
}

/// The place of a word: a file of the reading and its bytes.
struct TokenPlace: Hashable {
  let file: Int32
  let start: Int32
  let end: Int32

  var range: Range<Int> { Int(start)..<Int(end) }
}

/// A source cut into words, with the comments that say what they are.
struct TokenList {
  var tokens: [Token] = []
  /// The comments that stand above a word, by the place of the word.
  var above: [TokenPlace: Name] = [:]
  /// The comments that stand behind a word on its line.
  var behind: [TokenPlace: Name] = [:]

  /// The comment above a word.
  func comment(above index: Int) -> Name? {
    index < tokens.count ? above[tokens[index].place] : nil
  }

  /// The comment behind a word.
  func comment(behind index: Int) -> Name? {
    index >= 0 && index < tokens.count ? behind[tokens[index].place] : nil
  }
}

/// A value that cannot be evaluated, with the place of what is not known.
struct Unknowable: Error {
  let message: String
  var place: TokenPlace?

  init(_ message: String, at place: TokenPlace? = nil) {
    self.message = message
    self.place = place
  }
}
