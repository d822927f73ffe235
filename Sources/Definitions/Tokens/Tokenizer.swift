import FlagModel

/// Splits a source into tokens. All languages share it; `LexicalStyle` contains the differences.
struct Tokenizer: ByteReading {
  let bytes: [UInt8]
  private let file: Int32
  private let style: LexicalStyle
  private(set) var at = 0
  private var list = TokenList()
  private var startsLine = true
  private var isSpaced = false
  private var pending: Comment?

  /// The maximum number of tokens.
  static let mostTokens = 4_000_000

  static func read(_ bytes: [UInt8], file: Int, _ language: DefinitionLanguage) -> TokenList {
    var tokenizer = Tokenizer(bytes, file, LexicalStyle(language))
    tokenizer.run()
    return tokenizer.list
  }

  private init(_ bytes: [UInt8], _ file: Int, _ style: LexicalStyle) {
    self.bytes = bytes
    self.file = Int32(file)
    self.style = style
  }

  private mutating func run() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    while at < bytes.count, list.tokens.count < Self.mostTokens {
      if skipSpace() { continue }
      if let comment = acceptComment() {
        note(comment)
      } else {
        addToken()
      }
    }
  }

  private mutating func skipSpace() -> Bool {
    switch byte() {
    case UInt8(ascii: "\n"):
      if startsLine { pending = nil }
      startsLine = true
      isSpaced = true
    case UInt8(ascii: "\\") where byte(1) == UInt8(ascii: "\n"):
      isSpaced = true
      at += 1
    case UInt8(ascii: "\\") where byte(1) == UInt8(ascii: "\r") && byte(2) == UInt8(ascii: "\n"):
      isSpaced = true
      at += 2
    case UInt8(ascii: " "), 0x09, 0x0B, 0x0C, 0x0D: isSpaced = true
    default: return false
    }
    at += 1
    return true
  }

  // MARK: Comments

  /// Skips a comment at the current position, and returns its range.
  private mutating func acceptComment() -> Range<Int>? {
    let start = at
    if style.lineComments.contains(where: isAt) {
      while at < bytes.count, byte() != UInt8(ascii: "\n") {
        let isContinued = style.continuesComments && byte() == UInt8(ascii: "\\")
        at += isContinued && byte(1) == UInt8(ascii: "\n") ? 2 : 1
      }
      at = min(at, bytes.count)
      return start..<at
    }
    guard style.hasBlockComments, isAt("/*") else { return nil }
    var comment = ByteCursor(bytes, within: at..<bytes.count)
    comment.skipBlockComment(nests: style.nestsComments)
    at = comment.at
    return start..<at
  }

  /// Stores a comment for the token before it on its line, or for the next one.
  private mutating func note(_ comment: Range<Int>) {
    isSpaced = true
    if !startsLine, let last = list.tokens.last?.place {
      if list.behind[last]?.text == nil { list.behind[last] = Comment(comment, in: bytes) }
    } else if style.describesByAnyComment || CommentText.isDocumentation(bytes[comment]) {
      if pending == nil { pending = Comment(comment, in: bytes) } else { pending?.add(comment) }
    }
    // The line break after a comment on its own line does not count as an empty line.
    if startsLine, byte() == UInt8(ascii: "\n") { at += 1 }
  }

  // MARK: Words

  private mutating func addToken() {
    let start = at
    let kind = passToken()
    let range = start..<max(at, start + 1)
    at = range.upperBound
    let place = TokenPlace(file: file, start: Int32(range.lowerBound), end: Int32(range.upperBound))
    if let comment = pending, startsLine { list.above[place] = comment }
    pending = nil
    let text = bytes[range].filter {
      $0 != UInt8(ascii: "`") || kind != .identifier || !style.hasBackquotedNames
    }
    list.tokens.append(
      Token(
        kind: kind, text: Name(text), place: place, isSpaced: isSpaced, startsLine: startsLine))
    startsLine = false
    isSpaced = false
  }

  private mutating func passToken() -> Token.Kind {
    let first = byte()
    switch first {
    case _ where Letters.isDigit(first):
      passNumber()
      return .number
    case _ where Letters.isStart(first): return passWord()
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return passQuoted(first)
    case UInt8(ascii: "@") where style.hasVerbatimNames && byte(1) == UInt8(ascii: "\""):
      at += 1
      passVerbatim()
      return .string
    default:
      let length = style.longSymbols.first(where: isAt)?.utf8CodeUnitCount ?? 1
      at += length
      return .symbol
    }
  }

  private mutating func passNumber() {
    while at < bytes.count {
      let isPart =
        Letters.isDigit(byte()) || Letters.isStart(byte())
        || byte() == UInt8(ascii: ".") && Letters.isDigit(byte(1))
        || byte() == UInt8(ascii: "'") && style.separatesByQuotes && Letters.isHexDigit(byte(1))
      guard isPart else { return }
      at += 1
    }
  }

  private mutating func passWord() -> Token.Kind {
    let start = at
    while at < bytes.count, Letters.isStart(byte()) || Letters.isDigit(byte()) { at += 1 }
    let isPrefix = at - start <= 3 && style.textPrefixes.contains(Name(bytes[start..<at]))
    if isPrefix, byte() == UInt8(ascii: "\"") || byte() == UInt8(ascii: "'") {
      if bytes[start..<at].contains(UInt8(ascii: "R")) && byte() == UInt8(ascii: "\"") {
        return passRawText()
      }
      return passQuoted(byte())
    }
    if style.hasRustQuotes, at - start <= 2,
      [UInt8(ascii: "\""), UInt8(ascii: "#")].contains(byte()),
      bytes[start..<at].last == UInt8(ascii: "r")
    {
      return passHashedText()
    }
    return .identifier
  }

  /// Skips `R"x(…)x"`.
  private mutating func passRawText() -> Token.Kind {
    let start = at + 1
    while at < bytes.count, byte() != UInt8(ascii: "("), at - start < 20 { at += 1 }
    let end = [UInt8(ascii: ")")] + bytes[min(start, at)..<at] + [UInt8(ascii: "\"")]
    while at < bytes.count, !bytes[at...].starts(with: end) { at += 1 }
    at = min(at + end.count, bytes.count)
    return .string
  }

  /// `r#"…"#`, or `r#name`.
  private mutating func passHashedText() -> Token.Kind {
    let start = at
    while byte() == UInt8(ascii: "#") { at += 1 }
    let hashes = at - start
    guard byte() == UInt8(ascii: "\"") else {
      while at < bytes.count, Letters.isStart(byte()) || Letters.isDigit(byte()) { at += 1 }
      return .identifier
    }
    let end = [UInt8(ascii: "\"")] + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    at += 1
    while at < bytes.count, !bytes[at...].starts(with: end) { at += 1 }
    at = min(at + end.count, bytes.count)
    return .string
  }

  private mutating func passQuoted(_ quote: UInt8) -> Token.Kind {
    if quote == UInt8(ascii: "`"), style.hasBackquotedNames {
      return passUntil(quote, acrossLines: false, kind: .identifier)
    }
    if quote == UInt8(ascii: "'"), style.hasRustQuotes, byte(2) != quote,
      byte(1) != UInt8(ascii: "\\")
    {
      // A lifetime in Rust.
      at += 1
      return .symbol
    }
    if style.hasTripleQuotes, byte(1) == quote, byte(2) == quote {
      at += 3
      while at < bytes.count, byte() != quote || byte(1) != quote || byte(2) != quote {
        at += byte() == UInt8(ascii: "\\") ? 2 : 1
      }
      at = min(at + 3, bytes.count)
      return .string
    }
    let isCharacter = quote == UInt8(ascii: "'") && style.quotesCharacters
    return passUntil(
      quote, acrossLines: quote == UInt8(ascii: "`"), kind: isCharacter ? .character : .string)
  }

  private mutating func passUntil(
    _ quote: UInt8, acrossLines: Bool, kind: Token.Kind
  ) -> Token.Kind {
    at += 1
    while at < bytes.count, byte() != quote, acrossLines || byte() != UInt8(ascii: "\n") {
      at += byte() == UInt8(ascii: "\\") ? 2 : 1
    }
    if byte() == quote { at += 1 }
    at = min(at, bytes.count)
    return kind
  }

  /// Skips `@"…""…"`.
  private mutating func passVerbatim() {
    at += 1
    while at < bytes.count {
      if byte() == UInt8(ascii: "\"") {
        if byte(1) != UInt8(ascii: "\"") { break }
        at += 1
      }
      at += 1
    }
    at = min(at + 1, bytes.count)
  }
}

/// Classes of bytes.
enum Letters {
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 }

  static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  /// True if a name may begin with the byte, including all bytes beyond ASCII.
  static func isStart(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || byte >= 0x80
  }

  static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
}
