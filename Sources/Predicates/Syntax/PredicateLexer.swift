package import FlagModel

/// Splits a predicate into an array of tokens, which ends with `.end`.
package struct PredicateLexer {
  let source: SourceText
  /// The offset at which the lexer stops.
  private let end: Int
  var position: Int
  private var tokens: [PredicateToken] = []

  package static func lex(
    _ source: SourceText, within range: Range<Int>? = nil
  ) throws(Diagnostic) -> [PredicateToken] {
    var lexer = PredicateLexer(source, range ?? 0..<source.utf8.count)
    return try lexer.all()
  }

  private init(_ source: SourceText, _ range: Range<Int>) {
    self.source = source
    position = range.lowerBound
    end = range.upperBound
  }

  private mutating func all() throws(Diagnostic) -> [PredicateToken] {
    // No stored text contains NUL, and there is no escape for it.
    if let offset = source.utf8[position..<end].firstIndex(of: 0) {
      throw Diagnostic(
        "a predicate cannot hold the character NUL", at: place(offset..<offset + 1))
    }
    while let byte = peek() {
      switch byte {
      case " ", "\t", "\n", "\r":
        position += 1
      case "/" where peek(1) == "/" || peek(1) == "*":
        try passComment()
      case "'", "\"":
        try lexString(closedBy: byte)
      case "`":
        try lexQuotedName()
      case "#" where peek(1) == "\"":
        try lexRawString()
      case "#" where peek(1).map(Self.isNameByte) == true:
        lexReservedName()
      case "$" where peek(1).map(Self.isNameByte) == true:
        lexVariable()
      case "$" where peek(1) == "`":
        try lexQuotedName(as: .variable)
      case "0"..."9":
        lexNumberOrDate()
      case "." where startsFraction:
        lexNumber(from: position)
      case _ where Self.isNameByte(byte):
        lexWord()
      default:
        try lexSymbol()
      }
    }
    tokens.append(PredicateToken(kind: .end, text: "", range: end..<end))
    return tokens
  }

  /// `// …` to the end of the line, or `/* … */`, which may be nested.
  private mutating func passComment() throws(Diagnostic) {
    let start = position
    if peek(1) == "/" {
      while let byte = peek(), byte != "\n", byte != "\r" { position += 1 }
      return
    }
    var depth = 0
    repeat {
      switch (peek(), peek(1)) {
      case ("/", "*"): (depth, position) = (depth + 1, position + 2)
      case ("*", "/"): (depth, position) = (depth - 1, position + 2)
      case (nil, _):
        throw Diagnostic("a comment opens here and is not closed", at: place(start..<start + 2))
      default: position += 1
      }
    } while depth > 0
  }

  func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
    let index = position + ahead
    if (0..<end).contains(index) { return Unicode.Scalar(source.utf8[index]) }
    return nil
  }

  /// Letters, digits, underscores, and every byte of a character beyond ASCII.
  static func isNameByte(_ byte: Unicode.Scalar) -> Bool {
    switch byte {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: byte.value >= 0x80
    }
  }

  mutating func append(_ kind: PredicateToken.Kind, from start: Int, _ text: String? = nil) {
    let range = start..<position
    tokens.append(PredicateToken(kind: kind, text: text ?? source.text(range), range: range))
  }

  /// `#count`: a name that is otherwise a keyword.
  private mutating func lexReservedName() {
    let start = position
    position += 1
    while let byte = peek(), Self.isNameByte(byte) { position += 1 }
    tokens.append(
      PredicateToken(
        kind: .word, text: source.text(start + 1..<position), range: start..<position,
        isQuotedName: true))
  }

  private mutating func lexVariable() {
    let start = position
    position += 1
    while let byte = peek(), Self.isNameByte(byte) { position += 1 }
    append(.variable, from: start, source.text(start + 1..<position))
  }

  private mutating func lexWord() {
    let start = position
    while let byte = peek(), Self.isNameByte(byte) { position += 1 }
    append(.word, from: start)
  }

  /// `` `a b` ``, or a variable of the app with such a name: `` $`a b` ``.
  private mutating func lexQuotedName(
    as kind: PredicateToken.Kind = .word
  ) throws(Diagnostic) {
    let start = position
    position += kind == .variable ? 2 : 1
    let first = position
    while let byte = peek(), byte != "`" { position += 1 }
    guard peek() != nil else {
      throw Diagnostic("a backquote opens here and is not closed", at: place(start..<start + 1))
    }
    position += 1
    let name = source.text(first..<position - 1)
    tokens.append(
      PredicateToken(kind: kind, text: name, range: start..<position, isQuotedName: true))
  }

  private mutating func lexSymbol() throws(Diagnostic) {
    let start = position
    for symbol in Self.symbols where source.utf8[start...].starts(with: symbol.utf8) {
      position += symbol.utf8.count
      // In a format string, a percent sign is doubled.
      return append(.symbol, from: start, symbol == "%%" ? "%" : symbol)
    }
    throw Diagnostic(
      "'\(source.text(start..<start + 1))' is not allowed here", at: place(start..<start + 1))
  }

  /// The longest symbols first.
  private static let symbols = [
    "...", "..<", "===", "!==", "==", "!=", "%%", "~=", "<>", "<=", ">=", "=<", "=>", "&&", "||",
    "<<", ">>",
    "??", "**", "->", ":=", "=", "<", ">", "!", "(", ")", "[", "]", "{", "}", ",", ".", "+", "-",
    "*", "/", "%", "&", "|", "^", "~", ":", ";", "?", "@", "\\",
  ]

  func place(_ range: Range<Int>) -> SourcePlace {
    SourcePlace(source, range)
  }
}
