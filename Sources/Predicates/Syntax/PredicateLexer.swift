package import FlagModel

/// Splits a predicate into an array of tokens, which ends with `.end`.
package struct PredicateLexer {
  let source: SourceText
  var cursor: ByteCursor
  private var tokens: [PredicateToken] = []

  package static func lex(
    _ source: SourceText, within range: Range<Int>? = nil
  ) throws(Diagnostic) -> [PredicateToken] {
    var lexer = PredicateLexer(source, range ?? 0..<source.utf8.count)
    return try lexer.all()
  }

  private init(_ source: SourceText, _ range: Range<Int>) {
    self.source = source
    cursor = ByteCursor(source.utf8, within: range)
  }

  private mutating func all() throws(Diagnostic) -> [PredicateToken] {
    // No stored text contains NUL, and there is no escape for it.
    if let offset = cursor.rest.firstIndex(of: 0) {
      throw Diagnostic("a predicate cannot hold the character NUL", at: place(offset..<offset + 1))
    }
    while let byte = cursor.peek() { try lexToken(byte) }
    tokens.append(PredicateToken(kind: .end, text: "", range: cursor.end..<cursor.end))
    return tokens
  }

  private mutating func lexToken(_ first: Unicode.Scalar) throws(Diagnostic) {
    switch first {
    case " ", "\t", "\n", "\r":
      cursor.at += 1
    case "/" where cursor.peek(1) == "/":
      cursor.skip { $0 != "\n" && $0 != "\r" }
    case "/" where cursor.peek(1) == "*":
      try skipBlockComment()
    case "'", "\"":
      try lexString(closedBy: first)
    case "`":
      try lexQuotedName()
    case "#" where cursor.peek(1) == "\"":
      try lexRawString()
    case "#" where cursor.peek(1).map(Self.isNameByte) == true:
      lexReservedName()
    case "$" where cursor.peek(1).map(Self.isNameByte) == true:
      lexVariable()
    case "$" where cursor.peek(1) == "`":
      try lexQuotedName(as: .variable)
    case "0"..."9":
      lexNumberOrDate()
    case "." where startsFraction:
      lexNumber(from: cursor.at)
    case _ where Self.isNameByte(first):
      lexWord()
    default:
      try lexSymbol()
    }
  }

  private mutating func skipBlockComment() throws(Diagnostic) {
    let start = cursor.at
    if cursor.skipBlockComment(nests: true) { return }
    throw Diagnostic("a comment opens here and is not closed", at: place(start..<start + 2))
  }

  /// Letters, digits, underscores, and every byte of a character beyond ASCII.
  static func isNameByte(_ byte: Unicode.Scalar) -> Bool {
    switch byte {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: byte.value >= 0x80
    }
  }

  mutating func append(_ kind: PredicateToken.Kind, from start: Int, _ text: String? = nil) {
    let range = start..<cursor.at
    tokens.append(PredicateToken(kind: kind, text: text ?? source.text(range), range: range))
  }

  /// `#count`: a name that is otherwise a keyword.
  private mutating func lexReservedName() {
    let start = cursor.at
    cursor.at += 1
    cursor.skip(while: Self.isNameByte)
    tokens.append(
      PredicateToken(
        kind: .word, text: source.text(start + 1..<cursor.at), range: start..<cursor.at,
        isQuotedName: true))
  }

  private mutating func lexVariable() {
    let start = cursor.at
    cursor.at += 1
    cursor.skip(while: Self.isNameByte)
    append(.variable, from: start, source.text(start + 1..<cursor.at))
  }

  private mutating func lexWord() {
    let start = cursor.at
    cursor.skip(while: Self.isNameByte)
    append(.word, from: start)
  }

  /// `` `a b` ``, or a variable of the app with such a name: `` $`a b` ``.
  private mutating func lexQuotedName(as kind: PredicateToken.Kind = .word) throws(Diagnostic) {
    let start = cursor.at
    cursor.at += kind == .variable ? 2 : 1
    let first = cursor.at
    cursor.skip { $0 != "`" }
    guard cursor.accept("`") else {
      throw Diagnostic("a backquote opens here and is not closed", at: place(start..<start + 1))
    }
    let name = source.text(first..<cursor.at - 1)
    tokens.append(
      PredicateToken(kind: kind, text: name, range: start..<cursor.at, isQuotedName: true))
  }

  private mutating func lexSymbol() throws(Diagnostic) {
    let start = cursor.at
    for symbol in Self.symbols where cursor.rest.starts(with: symbol.utf8) {
      cursor.at += symbol.utf8.count
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

  func place(_ range: Range<Int>) -> SourcePlace { SourcePlace(source, range) }
}
