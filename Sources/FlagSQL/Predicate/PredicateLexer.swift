import FlagModel

/// Cuts a predicate into a flat array of tokens, which ends with `.end`.
struct PredicateLexer {
  private let source: SourceText
  private var position = 0
  private var tokens: [PredicateToken] = []

  static func lex(_ source: SourceText) throws(Diagnostic) -> [PredicateToken] {
    var lexer = PredicateLexer(source)
    return try lexer.all()
  }

  private init(_ source: SourceText) {
    self.source = source
  }

  private mutating func all() throws(Diagnostic) -> [PredicateToken] {
    while let byte = peek() {
      switch byte {
      case " ", "\t", "\n", "\r":
        position += 1
      case "'", "\"":
        try lexString(closedBy: byte)
      case "`":
        try lexQuotedName()
      case "0"..."9":
        lexNumberOrDate()
      case _ where Self.isNameByte(byte):
        lexWord()
      default:
        try lexSymbol()
      }
    }
    tokens.append(
      PredicateToken(kind: .end, text: "", range: source.utf8.count..<source.utf8.count))
    return tokens
  }

  private func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
    let index = position + ahead
    return index < source.utf8.count ? Unicode.Scalar(source.utf8[index]) : nil
  }

  /// Letters, digits, underscores, and every byte of a character beyond ASCII.
  private static func isNameByte(_ byte: Unicode.Scalar) -> Bool {
    switch byte {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: byte.value >= 0x80
    }
  }

  private mutating func append(_ kind: PredicateToken.Kind, from start: Int, _ text: String? = nil)
  {
    let range = start..<position
    tokens.append(PredicateToken(kind: kind, text: text ?? source.text(range), range: range))
  }

  private mutating func lexWord() {
    let start = position
    while let byte = peek(), Self.isNameByte(byte) { position += 1 }
    append(.word, from: start)
  }

  private mutating func lexQuotedName() throws(Diagnostic) {
    let start = position
    position += 1
    while let byte = peek(), byte != "`" { position += 1 }
    guard peek() != nil else {
      throw Diagnostic("a backquote opens here and is not closed", at: place(start..<start + 1))
    }
    position += 1
    let name = source.text(start + 1..<position - 1)
    tokens.append(
      PredicateToken(kind: .word, text: name, range: start..<position, isQuotedName: true))
  }

  /// A quote inside is doubled, as in SQL, or follows a backslash, as in Swift.
  private mutating func lexString(closedBy quote: Unicode.Scalar) throws(Diagnostic) {
    let start = position
    var bytes: [UInt8] = []
    position += 1
    while let byte = peek() {
      position += 1
      if byte == quote {
        guard peek() == quote else {
          append(.string, from: start, String(decoding: bytes, as: UTF8.self))
          return
        }
        position += 1
        bytes.append(UInt8(quote.value))
      } else if byte == "\\" {
        try lexEscape(into: &bytes)
      } else {
        bytes.append(UInt8(byte.value))
      }
    }
    throw Diagnostic("a quote opens here and is not closed", at: place(start..<start + 1))
  }

  private mutating func lexEscape(into bytes: inout [UInt8]) throws(Diagnostic) {
    let start = position - 1
    let escape = peek()
    position += 1
    switch escape {
    case "n": bytes.append(10)
    case "r": bytes.append(13)
    case "t": bytes.append(9)
    case "\\", "'", "\"": bytes.append(UInt8(escape?.value ?? 0))
    case "u": bytes += try lexUnicodeEscape(from: start)
    default:
      throw Diagnostic(
        "expected n, r, t, u{…}, a quote or a backslash after '\\'", at: place(start..<position))
    }
  }

  private mutating func lexUnicodeEscape(from start: Int) throws(Diagnostic) -> [UInt8] {
    let digits = position + 1
    if peek() == "{" {
      while let byte = peek(), byte != "}" { position += 1 }
      if let number = UInt32(source.text(digits..<position), radix: 16), number != 0,
        let scalar = Unicode.Scalar(number), peek() == "}"
      {
        position += 1
        return Array(String(scalar).utf8)
      }
    }
    throw Diagnostic("expected a character's number as in '\\u{e9}'", at: place(start..<position))
  }

  private mutating func lexNumberOrDate() {
    let start = position
    if lexesDate() { return append(.date, from: start) }
    if peek() == "0", let base = peek(1), "xXbBoO".unicodeScalars.contains(base) {
      position += 2
      while let byte = peek(), Self.isNameByte(byte) { position += 1 }
      return append(.number, from: start)
    }
    lexDigits()
    // 1...5 is a range, 1.5 a number.
    if peek() == ".", let next = peek(1), ("0"..."9").contains(next) {
      position += 1
      lexDigits()
    }
    if let mark = peek(), mark == "e" || mark == "E" { lexExponent() }
    while let byte = peek(), Self.isNameByte(byte) { position += 1 }
    append(.number, from: start)
  }

  private mutating func lexDigits() {
    while let byte = peek(), ("0"..."9").contains(byte) { position += 1 }
  }

  private mutating func lexExponent() {
    let sign = peek(1) == "-" || peek(1) == "+" ? 1 : 0
    guard let digit = peek(1 + sign), ("0"..."9").contains(digit) else { return }
    position += 1 + sign
    lexDigits()
  }

  /// Whether a date stands here, which is then passed: four digits, a hyphen, two digits, a
  /// hyphen, two digits, and a time perhaps after a T.
  private mutating func lexesDate() -> Bool {
    let shape: [Bool] = [true, true, true, true, false, true, true, false, true, true]
    for (offset, isDigit) in shape.enumerated() {
      guard let byte = peek(offset),
        isDigit ? ("0"..."9").contains(byte) : byte == "-"
      else { return false }
    }
    position += shape.count
    if let mark = peek(), mark == "T" || mark == "t" {
      // A fraction may follow, or the dots of a range.
      while let byte = peek(), "0123456789:.TtZz+-".unicodeScalars.contains(byte),
        !(byte == "." && peek(1) == ".")
      { position += 1 }
    }
    return true
  }

  private mutating func lexSymbol() throws(Diagnostic) {
    let start = position
    for symbol in Self.symbols where source.utf8[start...].starts(with: symbol.utf8) {
      position += symbol.utf8.count
      return append(.symbol, from: start)
    }
    throw Diagnostic(
      "'\(source.text(start..<start + 1))' has no meaning here", at: place(start..<start + 1))
  }

  /// The longest first.
  private static let symbols = [
    "...", "..<", "===", "!==", "==", "!=", "<>", "<=", ">=", "=<", "=>", "&&", "||", "<<", ">>",
    "??", "=", "<", ">", "!", "(", ")", "[", "]", "{", "}", ",", ".", "+", "-", "*", "/", "%", "&",
    "|", "^", "~", ":", "?", "$", "@", "#",
  ]

  private func place(_ range: Range<Int>) -> SourcePlace {
    SourcePlace(source, range)
  }
}
