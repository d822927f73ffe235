import FlagModel

// Texts, numbers, time spans and dates.

extension PredicateLexer {
  /// A quote inside is doubled, as in SQL, or follows a backslash, as in Swift.
  mutating func lexString(closedBy quote: Unicode.Scalar) throws(Diagnostic) {
    let start = cursor.at
    var bytes: [UInt8] = []
    cursor.at += 1
    while let byte = cursor.next() {
      if byte == quote {
        guard cursor.accept(quote) else {
          return append(.string, from: start, String(decoding: bytes, as: UTF8.self))
        }
        bytes.append(UInt8(quote.value))
      } else if byte == "\\" {
        try lexEscape(into: &bytes)
      } else {
        bytes.append(UInt8(byte.value))
      }
    }
    throw Diagnostic("a quote opens here and is not closed", at: place(start..<start + 1))
  }

  /// `#"…"#`, without escapes.
  mutating func lexRawString() throws(Diagnostic) {
    let start = cursor.at
    cursor.at += 2
    let content = cursor.at
    if cursor.skip(past: Array("\"#".utf8)) {
      return append(.string, from: start, source.text(content..<cursor.at - 2))
    }
    throw Diagnostic("a quote opens here and is not closed", at: place(start..<start + 2))
  }

  private mutating func lexEscape(into bytes: inout [UInt8]) throws(Diagnostic) {
    let start = cursor.at - 1
    let escape = cursor.peek()
    cursor.at += 1
    switch escape {
    case "n": bytes.append(10)
    case "r": bytes.append(13)
    case "t": bytes.append(9)
    case "\\", "'", "\"": bytes.append(UInt8(escape?.value ?? 0))
    case "u" where cursor.peek() == "{": bytes += try lexUnicodeEscape(from: start)
    case "u": bytes += try lexHexadecimalEscape(digits: 4, from: start)
    case "x": bytes += try lexHexadecimalEscape(digits: 2, from: start)
    case "(":
      throw Diagnostic(
        "'\\(…)' in a text is not supported", at: place(start..<cursor.at),
        hint: "join texts by '+'")
    default:
      throw Diagnostic(
        "expected n, r, t, u{…}, a quote or a backslash after '\\'", at: place(start..<cursor.at))
    }
  }

  /// `\\u00e9` and `\\xe9`, as in NSPredicate.
  private mutating func lexHexadecimalEscape(
    digits: Int, from start: Int
  ) throws(Diagnostic) -> [UInt8] {
    let text = source.text(cursor.at..<cursor.at + digits)
    guard text.utf8.count == digits, let number = UInt32(text, radix: 16), number != 0,
      let scalar = Unicode.Scalar(number)
    else {
      throw Diagnostic(
        "expected the number of a character, as in '\\u{e9}'", at: place(start..<cursor.at))
    }
    cursor.at += digits
    return Array(String(scalar).utf8)
  }

  private mutating func lexUnicodeEscape(from start: Int) throws(Diagnostic) -> [UInt8] {
    let digits = cursor.at + 1
    if cursor.peek() == "{" {
      cursor.skip { $0 != "}" }
      if let number = UInt32(source.text(digits..<cursor.at), radix: 16), number != 0,
        let scalar = Unicode.Scalar(number), cursor.accept("}")
      {
        return Array(String(scalar).utf8)
      }
    }
    throw Diagnostic(
      "expected the number of a character, as in '\\u{e9}'", at: place(start..<cursor.at))
  }

  mutating func lexNumberOrDate() {
    let start = cursor.at
    if lexesDate() { return append(.date, from: start) }
    if cursor.peek() == "0", let base = cursor.peek(1), "xXbBoO".unicodeScalars.contains(base) {
      cursor.at += 2
      cursor.skip(while: Self.isNameByte)
      return append(.number, from: start, Self.hexadecimal(source.text(start..<cursor.at)))
    }
    lexNumber(from: start)
  }

  /// Converts binary and octal numbers to hexadecimal ones, which all later code supports.
  private static func hexadecimal(_ text: String) -> String {
    let digits = text.dropFirst(2).filter { $0 != "_" }
    let radix = ["b": 2, "o": 8][text.dropFirst().prefix(1).lowercased()] ?? 16
    return UInt64(digits, radix: radix).map { "0x" + String($0, radix: 16) } ?? text
  }

  /// `.5`, in a place for a number and not after a name.
  var startsFraction: Bool {
    guard let next = cursor.peek(1), ("0"..."9").contains(next) else { return false }
    let before = cursor.peek(-1)
    return before.map { !Self.isNameByte($0) && !")]}.".unicodeScalars.contains($0) } ?? true
  }

  mutating func lexNumber(from start: Int) {
    lexDigits()
    // 1...5 is a range, 1.5 a number.
    if cursor.peek() == ".", let next = cursor.peek(1), ("0"..."9").contains(next) {
      cursor.at += 1
      lexDigits()
    }
    if let mark = cursor.peek(), mark == "e" || mark == "E" { lexExponent() }
    let unit = cursor.at
    cursor.skip(while: Self.isNameByte)
    let isDuration = TimeSpan.units[source.text(unit..<cursor.at)] != nil
    var text = source.text(start..<cursor.at).filter { $0 != "_" }
    if text.hasPrefix(".") { text = "0\(text)" }
    append(isDuration ? .duration : .number, from: start, text)
  }

  private mutating func lexDigits() { cursor.skip { ("0"..."9").contains($0) || $0 == "_" } }

  private mutating func lexExponent() {
    let sign = cursor.peek(1) == "-" || cursor.peek(1) == "+" ? 1 : 0
    guard let digit = cursor.peek(1 + sign), ("0"..."9").contains(digit) else { return }
    cursor.at += 1 + sign
    lexDigits()
  }

  /// Reads a date if there is one: four digits, a hyphen, two digits, a hyphen, two digits, and
  /// possibly a time.
  private mutating func lexesDate() -> Bool {
    let shape: [Bool] = [true, true, true, true, false, true, true, false, true, true]
    for (offset, isDigit) in shape.enumerated() {
      guard let byte = cursor.peek(offset) else { return false }
      let fits = if isDigit { ("0"..."9").contains(byte) } else { byte == "-" }
      if !fits { return false }
    }
    cursor.at += shape.count
    if let mark = cursor.peek(), mark == "T" || mark == "t" {
      // A fraction or a range operator may follow.
      while let byte = cursor.peek(), "0123456789:.TtZz+-".unicodeScalars.contains(byte),
        !(byte == "." && cursor.peek(1) == ".")
      { cursor.at += 1 }
    }
    return true
  }
}
