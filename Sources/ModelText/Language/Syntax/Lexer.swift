import FlagModel
import PlainText

/// Splits Swift into tokens in one pass over its bytes. It must handle every Swift file, because a
/// model may be in any file of an app: nested comments, strings with interpolations, regular
/// expressions.
struct Lexer: ByteReading {
  let source: SourceText
  let bytes: [UInt8]
  var at = 0
  var diagnostics: DiagnosticList
  private var tokens: [Token] = []
  private var docs: [String] = []
  private var comments: [CommentSyntax] = []
  private var pendingDoc = DocComment()

  static func lex(_ source: SourceText, _ diagnostics: inout DiagnosticList) -> LexedSource {
    var lexer = Lexer(source: source, bytes: source.utf8, diagnostics: diagnostics)
    lexer.run()
    diagnostics = lexer.diagnostics
    return LexedSource(
      source: source, tokens: lexer.tokens, docs: lexer.docs, comments: lexer.comments)
  }

  private mutating func run() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    if bytes[at...].starts(with: [UInt8(ascii: "#"), UInt8(ascii: "!")]) { skipLine() }
    var startsLine = true
    while true {
      let before = at
      if skipTrivia() { startsLine = true }
      let isSpaced = at > before
      let start = at
      let kind = at < bytes.count ? lexToken() : .end
      if let kind {
        tokens.append(
          Token(
            kind: kind, first: start < bytes.count ? bytes[start] : 0, range: start..<at,
            startsLine: startsLine, isSpaced: isSpaced, doc: takeDoc()))
      }
      if kind == .end { return }
      startsLine = false
    }
  }

  mutating func report(_ message: String, _ range: Range<Int>, hint: Hint? = nil) {
    diagnostics.append(Diagnostic(message, at: SourcePlace(source, range), hint: hint))
  }

  // MARK: Tokens

  /// Skips one token; nil for invalid bytes, which have been reported.
  private mutating func lexToken() -> Token.Kind? {
    let first = byte()
    switch first {
    case UInt8(ascii: "\""):
      lexString(pounds: 0)
      return .string
    case UInt8(ascii: "#"): return lexPounds()
    case UInt8(ascii: "`"): return lexQuotedIdentifier()
    case UInt8(ascii: "/") where isRegexPosition && acceptBareRegex(): return .regex
    case _ where Characters.isDigit(first): return lexNumber()
    case _ where Characters.isIdentifierStart(first): return lexIdentifier()
    case _ where Characters.isSymbol(first):
      at += 1
      return .symbol
    case 0x80...: return lexUnicode()
    default: return lexUnknown()
    }
  }

  private mutating func lexIdentifier() -> Token.Kind {
    while at < bytes.count {
      if Characters.isIdentifierStart(byte()) || Characters.isDigit(byte()) {
        at += 1
      } else if byte() >= 0x80, let (scalar, length) = scalar(), Characters.isIdentifier(scalar) {
        at += length
      } else {
        break
      }
    }
    return .identifier
  }

  private mutating func lexUnicode() -> Token.Kind? {
    guard let (scalar, length) = scalar() else { return lexUnknown() }
    if Characters.isIdentifier(scalar) { return lexIdentifier() }
    if Characters.isOperator(scalar) {
      at += length
      return .symbol
    }
    return lexUnknown()
  }

  /// Reports one error for a run of invalid bytes.
  private mutating func lexUnknown() -> Token.Kind? {
    let start = at
    let character = scalar()
    repeat { at += scalar()?.length ?? 1 } while at < bytes.count && isUnknown
    let code = character.map { "U+" + hexadecimal($0.scalar.value, digits: 4) }
    var hint: Hint?
    if let character, Characters.turnsDirection(character.scalar) {
      hint = "it changes the direction of text, so a name cannot contain it"
    }
    report(
      "unexpected character \(code ?? "0x" + hexadecimal(UInt32(bytes[start]), digits: 2))",
      start..<at, hint: hint)
    return nil
  }

  private var isUnknown: Bool {
    if byte() < 0x80 {
      return !Characters.isSpace(byte()) && !Characters.isSymbol(byte())
        && !Characters.isIdentifierStart(byte()) && !Characters.isDigit(byte())
        && byte() != UInt8(ascii: "`")
    }
    guard let scalar = scalar()?.scalar else { return true }
    return !Characters.isIdentifier(scalar) && !Characters.isOperator(scalar)
      && !scalar.properties.isWhitespace
  }

  private mutating func lexQuotedIdentifier() -> Token.Kind? {
    let start = at
    at += 1
    while at < bytes.count, byte() != UInt8(ascii: "`"), !Characters.isNewline(byte()) { at += 1 }
    guard byte() == UInt8(ascii: "`"), at < bytes.count else {
      report("expected '`' at the end of the name", start..<at)
      return nil
    }
    at += 1
    return .quotedIdentifier
  }

  private mutating func lexNumber() -> Token.Kind {
    var kind = Token.Kind.integer
    let isHexadecimal = isAt("0x") || isAt("0X")
    let exponent = isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")
    let isPlain = !isAt("0b") && !isAt("0o")
    while at < bytes.count {
      if isPlain, byte() | 0x20 == exponent, isExponentDigit {
        kind = .real
        at += 2
      } else if Characters.isDigit(byte()) || Characters.isIdentifierStart(byte()) {
        at += 1
      } else if byte() == UInt8(ascii: "."), kind == .integer, isPlain,
        Characters.isDigit(byte(1))
      {
        kind = .real
        at += 2
      } else {
        break
      }
    }
    return kind
  }

  private var isExponentDigit: Bool {
    let isSigned = byte(1) == UInt8(ascii: "-") || byte(1) == UInt8(ascii: "+")
    return Characters.isDigit(byte(isSigned ? 2 : 1))
  }

  /// The character at the current position; nil if it is not valid UTF-8.
  func scalar() -> (scalar: Unicode.Scalar, length: Int)? {
    var decoder = Unicode.UTF8.ForwardParser()
    var rest = bytes[at..<min(at + 4, bytes.count)].makeIterator()
    guard case .valid(let encoded) = decoder.parseScalar(from: &rest) else { return nil }
    return (Unicode.UTF8.decode(encoded), encoded.count)
  }

  // MARK: Space and comments

  /// Skips spaces and comments; returns true if a line ended among them.
  private mutating func skipTrivia() -> Bool {
    var hasNewline = false
    var isLineStart = tokens.isEmpty
    while at < bytes.count {
      if Characters.isNewline(byte()) {
        if byte() == UInt8(ascii: "\n") || byte(1) != UInt8(ascii: "\n") { pendingDoc.endLine() }
        hasNewline = true
        isLineStart = true
        at += 1
      } else if Characters.isSpace(byte()) {
        at += 1
      } else if isAt("//") {
        let start = at
        skipLine()
        let isDoc = isLineStart && pendingDoc.add(lineComment: bytes[start..<at])
        if !isDoc { comments.append(CommentSyntax(range: start..<at, startsLine: isLineStart)) }
      } else if isAt("/*") {
        let start = at
        skipBlockComment()
        let isDoc = isLineStart && pendingDoc.add(blockComment: bytes[start..<at])
        if !isDoc { comments.append(CommentSyntax(range: start..<at, startsLine: isLineStart)) }
        if bytes[start..<at].contains(where: Characters.isNewline) { hasNewline = true }
      } else if byte() >= 0x80, let (scalar, length) = scalar(), scalar.properties.isWhitespace {
        at += length
      } else {
        break
      }
    }
    return hasNewline
  }

  private mutating func skipLine() {
    while at < bytes.count, !Characters.isNewline(byte()) { at += 1 }
  }

  mutating func skipBlockComment() {
    let start = at
    var comment = ByteCursor(bytes, within: start..<bytes.count)
    let isClosed = comment.skipBlockComment(nests: true)
    at = comment.at
    if !isClosed { report("'/*' is never closed", start..<start + 2) }
  }

  private mutating func takeDoc() -> Int? {
    for range in pendingDoc.loose {
      comments.append(CommentSyntax(range: range, startsLine: true))
    }
    guard let text = pendingDoc.take() else { return nil }
    docs.append(text)
    return docs.count - 1
  }

  /// The token before the current one.
  var lastToken: Token? { tokens.last }
}
