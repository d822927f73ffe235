package import PlainText

/// Splits SQL into tokens, in the notation of SQLite or of PostgreSQL. Spaces and comments are
/// skipped. An unknown character becomes a symbol, which the engine will reject.
package struct SQLLexer {
  private let source: SourceText
  private let notation: SQLNotation
  private var cursor: ByteCursor
  private var tokens: [SQLToken] = []

  package static func lex(
    _ source: SourceText, _ notation: SQLNotation
  ) throws(Diagnostic) -> [SQLToken] {
    var lexer = SQLLexer(source, notation)
    while let byte = lexer.cursor.peek() { try lexer.lexToken(byte) }
    return lexer.tokens
  }

  private init(_ source: SourceText, _ notation: SQLNotation) {
    self.source = source
    self.notation = notation
    cursor = ByteCursor(source.utf8)
    cursor.skipByteOrderMark()
  }

  private mutating func lexToken(_ first: Unicode.Scalar) throws(Diagnostic) {
    let start = cursor.at
    if notation == .postgresql, try lexOfServer(first) { return }
    switch (first, cursor.peek(1)) {
    case ("\t"..."\r", _), (" ", _): cursor.at += 1
    case ("-", "-"): cursor.skip { $0 != "\n" }
    case ("/", "*"):
      // In SQLite, an unclosed comment extends to the end.
      cursor.skipBlockComment(nests: notation == .postgresql)
    case ("'", _): try append(.string, closedBy: "'")
    case ("\"", _), ("`", _): try append(.quotedName, closedBy: first)
    case ("[", _): try append(.quotedName, closedBy: "]")
    case ("x", "'"), ("X", "'"):
      cursor.at += 1
      try append(.number, closedBy: "'", from: start)
    case ("0"..."9", _): lexNumber()
    case (".", let digit?) where isDigit(digit): lexNumber()
    case ("?", _), (":", _), ("@", _), ("$", _), ("#", _): lexParameter()
    case _ where isNameByte(first):
      cursor.skip(while: isNameByte)
      append(.word, from: start)
    default:
      cursor.at += 1
      append(.symbol, from: start)
    }
  }

  private mutating func append(_ kind: SQLToken.Kind, from start: Int) {
    tokens.append(SQLToken(kind, start..<cursor.at))
  }

  // MARK: PostgreSQL

  /// Reads a token that only PostgreSQL has; returns false if there is none.
  private mutating func lexOfServer(_ first: Unicode.Scalar) throws(Diagnostic) -> Bool {
    let start = cursor.at
    switch (first, cursor.peek(1)) {
    case ("e", "'"), ("E", "'"): try lexEscapedText()
    case ("$", _): return try lexDollarText()
    case (":", ":"):
      cursor.at += 2
      tokens.append(SQLToken(.symbol, start..<start + 1))
      tokens.append(SQLToken(.symbol, start + 1..<start + 2))
    case (":", let next):
      cursor.at += 1
      // `[1:2]` has no parameter.
      guard let next, isNameByte(next), !isDigit(next), next != "$" else {
        append(.symbol, from: start)
        break
      }
      cursor.skip(while: isNameByte)
      append(.parameter, from: start)
    case ("[", _), ("`", _), ("?", _), ("@", _), ("#", _):
      cursor.at += 1
      append(.symbol, from: start)
    default: return false
    }
    return true
  }

  /// Reads `E'it\'s'`.
  private mutating func lexEscapedText() throws(Diagnostic) {
    let start = cursor.at
    cursor.at += 2
    while let byte = cursor.next() {
      if byte == "\\" { cursor.at += 1 }
      if byte == "'", !cursor.accept("'") { return append(.number, from: start) }
    }
    throw unclosed(at: start + 1)
  }

  /// `$tag$ … $tag$`; returns false if no such text begins here.
  private mutating func lexDollarText() throws(Diagnostic) -> Bool {
    let start = cursor.at
    cursor.at += 1
    let startsByDigit = cursor.peek().map(isDigit) ?? false
    cursor.skip { $0 != "$" && isNameByte($0) }
    guard cursor.accept("$"), !startsByDigit else {
      cursor.at = start
      return false
    }
    guard cursor.skip(past: Array(source.utf8[start..<cursor.at])) else {
      throw unclosed(at: start)
    }
    append(.number, from: start)
    return true
  }

  // MARK: Quotes

  /// Reads a quoted token. A doubled quote is part of it, except for square brackets.
  private mutating func append(
    _ kind: SQLToken.Kind, closedBy quote: Unicode.Scalar, from start: Int? = nil
  ) throws(Diagnostic) {
    let opening = cursor.at
    cursor.at += 1
    repeat {
      cursor.skip { $0 != quote }
      guard cursor.accept(quote) else { throw unclosed(at: opening) }
    } while quote != "]" && cursor.accept(quote)
    append(kind, from: start ?? opening)
  }

  private func unclosed(at opening: Int) -> Diagnostic {
    Diagnostic(
      "a quote opens here and is not closed", at: SourcePlace(source, opening..<opening + 1))
  }

  // MARK: Numbers and parameters

  private mutating func lexNumber() {
    let start = cursor.at
    let isHexadecimal = cursor.peek() == "0" && (cursor.peek(1) == "x" || cursor.peek(1) == "X")
    while let byte = cursor.peek(), isNameByte(byte) || byte == "." {
      cursor.at += 1
      let isExponent = !isHexadecimal && (byte == "e" || byte == "E")
      let isSigned = cursor.peek() == "+" || cursor.peek() == "-"
      if isExponent, isSigned, cursor.peek(1).map(isDigit) ?? false { cursor.at += 1 }
    }
    append(.number, from: start)
  }

  /// Parameters may have the form of Tcl variables: `$a::b(c)`.
  private mutating func lexParameter() {
    let start = cursor.at
    if cursor.accept("?") {
      cursor.skip(while: isDigit)
      return append(.parameter, from: start)
    }
    cursor.at += 1
    while true {
      cursor.skip(while: isNameByte)
      guard cursor.peek() == ":", cursor.peek(1) == ":" else { break }
      cursor.at += 2
    }
    let opening = cursor.at
    if opening > start + 1, cursor.accept("(") {
      cursor.skip { $0 > " " && $0 != ")" }
      if !cursor.accept(")") { cursor.at = opening }
    }
    append(cursor.at == start + 1 ? .symbol : .parameter, from: start)
  }
}

private func isDigit(_ byte: Unicode.Scalar) -> Bool { ("0"..."9").contains(byte) }

/// Letters, digits, `_`, `$`, and the bytes of characters beyond ASCII.
private func isNameByte(_ byte: Unicode.Scalar) -> Bool {
  switch byte {
  case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
  default: byte.value >= 0x80
  }
}
