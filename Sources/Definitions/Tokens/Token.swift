import FlagModel

/// A token of a source in any language.
struct Token {
  enum Kind {
    case identifier
    case number
    case string
    case character
    case symbol
  }

  let kind: Kind
  /// The text of the token; a quoted text includes its quotes.
  let text: Name
  let place: TokenPlace
  let isSpaced: Bool
  let startsLine: Bool
  /// The list of macros from whose expansion the token comes, and which it must not call again; -1
  /// for none.
  var hidden: Int32 = -1

  /// The name without the `r#` of a raw identifier in Rust.
  var bareName: Name {
    if kind == .identifier, text.utf8.starts(with: "r#".utf8) {
      return Name(text.utf8.dropFirst(2))
    }
    return text
  }

  func isSymbol(_ symbol: Name) -> Bool { kind == .symbol && text == symbol }
  func isWord(_ word: Name) -> Bool { kind == .identifier && text == word }

  /// 1 for an opening bracket, -1 for a closing one, 0 for any other token.
  var nesting: Int {
    guard kind == .symbol else { return 0 }
    switch text {
    case "(", "[", "{": return 1
    case ")", "]", "}": return -1
    default: return 0
    }
  }
}

extension Sequence<Token> {
  /// The texts of the identifiers.
  var identifiers: [Name] {
    var names: [Name] = []
    for token in self where token.kind == .identifier { names.append(token.text) }
    return names
  }
}

/// The place of a token: the number of a file, and a byte range.
struct TokenPlace: Hashable {
  let file: Int32
  let start: Int32
  let end: Int32

  var range: Range<Int> { Int(start)..<Int(end) }
}

/// The tokens of a source, with the comments that describe them.
struct TokenList {
  var tokens: [Token] = []
  /// The comments above tokens, by the place of the token.
  var above: [TokenPlace: Comment] = [:]
  /// The comments after tokens on the same line.
  var behind: [TokenPlace: Comment] = [:]

  /// The comment above a word.
  func comment(above index: Int) -> Name? {
    guard index < tokens.count else { return nil }
    return above[tokens[index].place]?.text
  }

  /// The comment behind a word.
  func comment(behind index: Int) -> Name? {
    if index >= 0 && index < tokens.count { return behind[tokens[index].place]?.text }
    return nil
  }
}

/// A value that cannot be evaluated, with the place of the unknown part.
struct Unknowable: Error {
  let message: String
  var place: TokenPlace?
  /// True if the value is known, but its type cannot hold it.
  var exceedsType = false

  init(_ message: String, at place: TokenPlace? = nil) {
    self.message = message
    self.place = place
  }

  /// The reason for a value that its type cannot hold.
  static func excess(
    _ value: String, of type: IntegerType, in language: DefinitionLanguage, at place: TokenPlace?
  ) -> Unknowable {
    var reason = Unknowable("\(value) does not fit \(type.name(in: language))", at: place)
    reason.exceedsType = true
    return reason
  }
}
