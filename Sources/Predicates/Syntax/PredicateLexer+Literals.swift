import FlagModel

// Texts, numbers, time spans and dates.

extension PredicateLexer {
  /// A quote inside is doubled, as in SQL, or follows a backslash, as in Swift.
  mutating func lexString(closedBy quote: Unicode.Scalar) throws(Diagnostic) {
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

  /// `#"…"#`, without escapes.
  mutating func lexRawString() throws(Diagnostic) {
    let start = position
    position += 2
    let content = position
    while let byte = peek() {
      if byte == "\"", peek(1) == "#" {
        let text = source.text(content..<position)
        position += 2
        return append(.string, from: start, text)
      }
      position += 1
    }
    throw Diagnostic("a quote opens here and is not closed", at: place(start..<start + 2))
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
    case "u" where peek() == "{": bytes += try lexUnicodeEscape(from: start)
    case "u": bytes += try lexHexadecimalEscape(digits: 4, from: start)
    case "x": bytes += try lexHexadecimalEscape(digits: 2, from: start)
    case "(":
      throw Diagnostic(
        "'\\(…)' in a text is not supported", at: place(start..<position),
        hint: "join texts by '+'")
    default:
      throw Diagnostic(
        "expected n, r, t, u{…}, a quote or a backslash after '\\'", at: place(start..<position))
    }
  }

  /// `\\u00e9` and `\\xe9`, as in NSPredicate.
  private mutating func lexHexadecimalEscape(
    digits: Int, from start: Int
  ) throws(Diagnostic) -> [UInt8] {
    let text = source.text(position..<position + digits)
    guard text.utf8.count == digits, let number = UInt32(text, radix: 16), number != 0,
      let scalar = Unicode.Scalar(number)
    else {
      throw Diagnostic(
        "expected the number of a character, as in '\\u{e9}'", at: place(start..<position))
    }
    position += digits
    return Array(String(scalar).utf8)
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
    throw Diagnostic(
      "expected the number of a character, as in '\\u{e9}'", at: place(start..<position))
  }

  mutating func lexNumberOrDate() {
    let start = position
    if lexesDate() { return append(.date, from: start) }
    if peek() == "0", let base = peek(1), "xXbBoO".unicodeScalars.contains(base) {
      position += 2
      while let byte = peek(), Self.isNameByte(byte) { position += 1 }
      return append(.number, from: start, Self.hexadecimal(source.text(start..<position)))
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
    guard let next = peek(1), ("0"..."9").contains(next) else { return false }
    let before = peek(-1)
    return before.map { !Self.isNameByte($0) && !")]}.".unicodeScalars.contains($0) } ?? true
  }

  mutating func lexNumber(from start: Int) {
    lexDigits()
    // 1...5 is a range, 1.5 a number.
    if peek() == ".", let next = peek(1), ("0"..."9").contains(next) {
      position += 1
      lexDigits()
    }
    if let mark = peek(), mark == "e" || mark == "E" { lexExponent() }
    let unit = position
    while let byte = peek(), Self.isNameByte(byte) { position += 1 }
    let isDuration = TimeSpan.units[source.text(unit..<position)] != nil
    var text = source.text(start..<position).filter { $0 != "_" }
    if text.hasPrefix(".") { text = "0\(text)" }
    append(isDuration ? .duration : .number, from: start, text)
  }

  private mutating func lexDigits() {
    while let byte = peek(), ("0"..."9").contains(byte) || byte == "_" { position += 1 }
  }

  private mutating func lexExponent() {
    let sign = peek(1) == "-" || peek(1) == "+" ? 1 : 0
    guard let digit = peek(1 + sign), ("0"..."9").contains(digit) else { return }
    position += 1 + sign
    lexDigits()
  }

  /// Reads a date if there is one: four digits, a hyphen, two digits, a hyphen, two digits, and
  /// possibly a time.
  private mutating func lexesDate() -> Bool {
    let shape: [Bool] = [true, true, true, true, false, true, true, false, true, true]
    for (offset, isDigit) in shape.enumerated() {
      guard let byte = peek(offset) else { return false }
      let fits = if isDigit { ("0"..."9").contains(byte) } else { byte == "-" }
      if !fits { return false }
    }
    position += shape.count
    if let mark = peek(), mark == "T" || mark == "t" {
      // A fraction or a range operator may follow.
      while let byte = peek(), "0123456789:.TtZz+-".unicodeScalars.contains(byte),
        !(byte == "." && peek(1) == ".")
      { position += 1 }
    }
    return true
  }
}
