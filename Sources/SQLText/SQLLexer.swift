package import PlainText

/// Splits SQL into tokens, in the notation of SQLite or of PostgreSQL. Spaces and comments are
/// skipped. An unknown character becomes a symbol, which the engine will reject.
package struct SQLLexer {
  private let source: SourceText
  private let notation: SQLNotation
  private let bytes: [UInt8]
  private var position = 0
  private var tokens: [SQLToken] = []

  package static func lex(
    _ source: SourceText, _ notation: SQLNotation
  ) throws(Diagnostic) -> [SQLToken] {
    var lexer = SQLLexer(source, notation)
    while lexer.position < lexer.bytes.count { try lexer.lexNext() }
    return lexer.tokens
  }

  private init(_ source: SourceText, _ notation: SQLNotation) {
    self.source = source
    self.notation = notation
    bytes = source.utf8
    // A file may begin with a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  private mutating func lexNext() throws(Diagnostic) {
    let start = position
    if notation == .postgresql, try lexOfServer() { return }
    switch (bytes[start], byte(after: 1)) {
    case (0x09...0x0D, _), (0x20, _): position += 1
    case (UInt8(ascii: "-"), UInt8(ascii: "-")): skipLine()
    case (UInt8(ascii: "/"), UInt8(ascii: "*")):
      // In SQLite, an unclosed comment extends to the end.
      position = endOfBlockComment(in: bytes, at: start, nests: notation == .postgresql).end
    case (UInt8(ascii: "'"), _): try append(.string, closedBy: UInt8(ascii: "'"))
    case (UInt8(ascii: "\""), _), (UInt8(ascii: "`"), _):
      try append(.quotedName, closedBy: bytes[start])
    case (UInt8(ascii: "["), _): try append(.quotedName, closedBy: UInt8(ascii: "]"))
    case (UInt8(ascii: "x"), UInt8(ascii: "'")), (UInt8(ascii: "X"), UInt8(ascii: "'")):
      position += 1
      try append(.number, closedBy: UInt8(ascii: "'"), from: start)
    case (let first, let second) where isDigit(first) || first == 0x2E && isDigit(second):
      lexNumber()
    case (let first, _) where isParameterMark(first): lexParameter()
    case (let first, _) where isNameByte(first):
      skip(while: isNameByte)
      append(.word, from: start)
    default:
      position += 1
      append(.symbol, from: start)
    }
  }

  private func byte(after count: Int) -> UInt8 {
    if position + count < bytes.count { return bytes[position + count] }
    return 0
  }

  private mutating func skip(while holds: (UInt8) -> Bool) {
    while position < bytes.count, holds(bytes[position]) { position += 1 }
  }

  private mutating func append(_ kind: SQLToken.Kind, from start: Int) {
    tokens.append(SQLToken(kind, start..<position))
  }

  // MARK: PostgreSQL

  /// Reads a token that only PostgreSQL has; returns false if there is none.
  private mutating func lexOfServer() throws(Diagnostic) -> Bool {
    let start = position
    switch (bytes[start], byte(after: 1)) {
    case (UInt8(ascii: "e"), UInt8(ascii: "'")), (UInt8(ascii: "E"), UInt8(ascii: "'")):
      try lexEscapedText()
    case (UInt8(ascii: "$"), _): return try lexDollarText()
    case (UInt8(ascii: ":"), UInt8(ascii: ":")):
      position += 2
      tokens.append(SQLToken(.symbol, start..<start + 1))
      tokens.append(SQLToken(.symbol, start + 1..<start + 2))
    case (UInt8(ascii: ":"), let next):
      position += 1
      // `[1:2]` has no parameter.
      guard isNameByte(next), !isDigit(next), next != UInt8(ascii: "$") else {
        append(.symbol, from: start)
        break
      }
      skip(while: isNameByte)
      append(.parameter, from: start)
    case (let mark, _) where "[`?@#".utf8.contains(mark):
      position += 1
      append(.symbol, from: start)
    default: return false
    }
    return true
  }

  /// Reads `E'it\'s'`.
  private mutating func lexEscapedText() throws(Diagnostic) {
    let start = position
    position += 2
    while position < bytes.count {
      let byte = bytes[position]
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "'") {
        if self.byte(after: 0) != byte { return append(.number, from: start) }
        position += 1
      }
    }
    throw unclosed(at: start + 1)
  }

  /// `$tag$ … $tag$`; returns false if no such text begins here.
  private mutating func lexDollarText() throws(Diagnostic) -> Bool {
    let start = position
    var end = start + 1
    while end < bytes.count, isWordByte(bytes[end]) || bytes[end] >= 0x80 { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "$"), !isDigit(bytes[start + 1]) else {
      return false
    }
    let tag = bytes[start...end]
    position = end + 1
    while position < bytes.count {
      if bytes[position...].starts(with: tag) {
        position += tag.count
        append(.number, from: start)
        return true
      }
      position += 1
    }
    throw unclosed(at: start)
  }

  // MARK: Comments

  private mutating func skipLine() {
    skip { $0 != UInt8(ascii: "\n") }
  }

  // MARK: Quotes

  /// Reads a quoted token. A doubled quote is part of it, except for square brackets.
  private mutating func append(
    _ kind: SQLToken.Kind, closedBy quote: UInt8, from start: Int? = nil
  ) throws(Diagnostic) {
    let opening = position
    position += 1
    while position < bytes.count {
      skip { $0 != quote }
      if position == bytes.count { break }
      position += 1
      if quote == UInt8(ascii: "]") || byte(after: 0) != quote {
        return append(kind, from: start ?? opening)
      }
      position += 1
    }
    throw unclosed(at: opening)
  }

  private func unclosed(at opening: Int) -> Diagnostic {
    Diagnostic(
      "a quote opens here and is not closed", at: SourcePlace(source, opening..<opening + 1))
  }

  // MARK: Numbers and parameters

  private mutating func lexNumber() {
    let start = position
    let isHexadecimal = bytes[start] == UInt8(ascii: "0") && byte(after: 1) | 0x20 == 0x78
    while position < bytes.count {
      let byte = bytes[position]
      guard isNameByte(byte) || byte == UInt8(ascii: ".") else { break }
      position += 1
      let next = self.byte(after: 0)
      let isSign = next == UInt8(ascii: "+") || next == UInt8(ascii: "-")
      if byte | 0x20 == 0x65, !isHexadecimal, isSign, isDigit(self.byte(after: 1)) { position += 1 }
    }
    append(.number, from: start)
  }

  /// Parameters may have the form of Tcl variables: `$a::b(c)`.
  private mutating func lexParameter() {
    let start = position
    position += 1
    if bytes[start] == UInt8(ascii: "?") {
      skip(while: isDigit)
      return append(.parameter, from: start)
    }
    while position < bytes.count {
      if isNameByte(bytes[position]) {
        position += 1
      } else if byte(after: 0) == UInt8(ascii: ":"), byte(after: 1) == UInt8(ascii: ":") {
        position += 2
      } else {
        break
      }
    }
    if byte(after: 0) == UInt8(ascii: "("), position > start + 1 {
      let opening = position
      skip { $0 > 0x20 && $0 != UInt8(ascii: ")") }
      position = byte(after: 0) == UInt8(ascii: ")") ? position + 1 : opening
    }
    append(position == start + 1 ? .symbol : .parameter, from: start)
  }
}

private func isDigit(_ byte: UInt8) -> Bool {
  UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
}

/// Letters, digits, `_`, `$`, and the bytes of characters beyond ASCII.
private func isNameByte(_ byte: UInt8) -> Bool {
  isWordByte(byte) || byte == UInt8(ascii: "$") || byte >= 0x80
}

private func isParameterMark(_ byte: UInt8) -> Bool { "?:@$#".utf8.contains(byte) }
