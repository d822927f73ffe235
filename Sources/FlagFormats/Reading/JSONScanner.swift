import PlainText

/// Why the scanning of a value stopped before its end.
enum JSONStop: Error {
  /// The bytes end inside it; what began at the offset is open.
  case more(String, openedAt: Int)
  case fault(Fault)
}

/// Checks JSON (RFC 8259) byte by byte and finds where its values end, without making anything of
/// them. `JSONParser` makes values of the few that are more than a word.
struct JSONScanner {
  let base: UnsafePointer<UInt8>
  let end: Int
  let isAtEnd: Bool
  var at = 0
  /// What is wrong with a value whose end is known all the same: the first such thing.
  private(set) var fault: Fault?
  /// Deeper than any data, and far from the end of the stack.
  static let deepest = 512
  /// How much of what is wrong a message shows at most.
  static let sample = 40

  init(_ bytes: UnsafeBufferPointer<UInt8>, base: UnsafePointer<UInt8>, isAtEnd: Bool) {
    self.base = base
    end = bytes.count
    self.isAtEnd = isAtEnd
  }

  @inline(__always)
  mutating func skipBlanks() {
    while base[at] <= 0x20, at < end,
      base[at] == 0x20 || base[at] == 0x0A || base[at] == 0x0D || base[at] == 0x09
    {
      at += 1
    }
  }

  mutating func note(_ problem: InputProblem, at offset: Int) {
    if fault == nil { fault = Fault(problem, at: offset) }
  }

  /// Goes behind a value of any kind.
  mutating func skipValue(depth: Int) throws(JSONStop) -> InputField.Kind {
    switch base[at] {
    case UInt8(ascii: "\""): return try skipString()
    case UInt8(ascii: "["), UInt8(ascii: "{"): return try skipContainer(depth: depth)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try skipNumber()
    default: return try skipWord()
    }
  }

  // MARK: Texts

  /// Goes behind the closing quote.
  @inline(__always)
  mutating func skipString() throws(JSONStop) -> InputField.Kind {
    let open = at
    at += 1
    var kind = InputField.Kind.string
    while true {
      let word = ByteWord(at: base + at)
      let found = word.equal(to: Self.quotes) | word.equal(to: Self.backslashes) | word.unusual
      if found == 0 {
        at += 8
        continue
      }
      at += ByteWord.first(found)
      if at >= end { throw .more("text", openedAt: open) }
      if base[at] == UInt8(ascii: "\"") {
        at += 1
        return kind
      }
      if base[at] == UInt8(ascii: "\\") {
        kind = .escapedString
        try skipEscape(in: open)
      } else {
        try skipUnusual(in: open)
      }
    }
  }

  private static let quotes = ByteWord.repeating(UInt8(ascii: "\""))
  private static let backslashes = ByteWord.repeating(UInt8(ascii: "\\"))

  private mutating func skipUnusual(in open: Int) throws(JSONStop) {
    let byte = base[at]
    if byte < 0x80 {
      // A text that is cut short is most likely one without a closing quote.
      if byte == 0x0A { throw .fault(Fault(.lineEndInText, at: open)) }
      if byte < 0x20 { note(.controlCharacter(byte), at: at) }
      at += 1
      return
    }
    let length = lengthOfScalar(at: base + at, before: end - at)
    if length > 0, at + length > end, !isAtEnd { throw .more("text", openedAt: open) }
    if length == 0 || at + length > end { note(.invalidUTF8(offset: at), at: at) }
    at += max(1, min(length, end - at))
  }

  private mutating func skipEscape(in open: Int) throws(JSONStop) {
    guard at + 1 < end else { throw .more("text", openedAt: open) }
    switch base[at + 1] {
    case UInt8(ascii: "u"): try skipUnicodeEscape(in: open)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 2
    case let letter:
      let isShown = (0x21..<0x7F).contains(letter)
      note(.unknownEscape(isShown ? "\\\(Unicode.Scalar(letter))" : "\\"), at: at)
      at += 1
    }
  }

  private mutating func skipUnicodeEscape(in open: Int) throws(JSONStop) {
    let escape = at
    guard let first = try codeUnit(in: open) else { return }
    if !(0xD800...0xDFFF).contains(first) { return }
    if first < 0xDC00 {
      if at + 1 >= end { throw .more("text", openedAt: open) }
      if base[at] == UInt8(ascii: "\\"), base[at + 1] == UInt8(ascii: "u") {
        guard let second = try codeUnit(in: open) else { return }
        if (0xDC00...0xDFFF).contains(second) { return }
      }
    }
    note(.loneSurrogate, at: escape)
  }

  /// The four digits of `\uXXXX`, and goes behind them.
  private mutating func codeUnit(in open: Int) throws(JSONStop) -> UInt32? {
    if at + 6 > end, !isAtEnd { throw .more("text", openedAt: open) }
    guard at + 6 <= end, let unit = hexadecimal(base + at + 2, count: 4) else {
      note(.unknownEscape("\\u"), at: at)
      at += 2
      return nil
    }
    at += 6
    return unit
  }
}

/// The number that hexadecimal digits write; nil where they are none.
func hexadecimal(_ digits: UnsafePointer<UInt8>, count: Int) -> UInt32? {
  var number: UInt32 = 0
  for index in 0..<count {
    let byte = digits[index]
    let letter = byte | 0x20
    if byte &- 0x30 <= 9 {
      number = number << 4 | UInt32(byte - 0x30)
    } else if (0x61...0x66).contains(letter) {
      number = number << 4 | UInt32(letter - 0x61 + 10)
    } else {
      return nil
    }
  }
  return number
}

extension JSONScanner {
  // MARK: Words and numbers

  @inline(__always)
  mutating func skipNumber() throws(JSONStop) -> InputField.Kind {
    let start = at
    if base[at] == UInt8(ascii: "-") { at += 1 }
    let whole = at
    try skipDigits()
    if base[whole] == UInt8(ascii: "0"), at > whole + 1 {
      if !isAtEnd, end - start < Self.sample { throw .more("number", openedAt: start) }
      note(
        .syntax(
          expected: "a number without a zero before it", found: found(from: start), hint: nil),
        at: start)
    }
    if base[at] == UInt8(ascii: ".") {
      at += 1
      try skipDigits()
    }
    if base[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if base[at] == UInt8(ascii: "+") || base[at] == UInt8(ascii: "-") { at += 1 }
      try skipDigits()
    }
    if at >= end, !isAtEnd { throw .more("number", openedAt: start) }
    return .number
  }

  @inline(__always)
  private mutating func skipDigits() throws(JSONStop) {
    let start = at
    while base[at] &- 0x30 <= 9 { at += 1 }
    if at == start { throw unexpected("a digit") }
  }

  mutating func skipWord() throws(JSONStop) -> InputField.Kind {
    let start = at
    var stop = at
    while base[stop] | 0x20 >= 0x61, base[stop] | 0x20 <= 0x7A { stop += 1 }
    if stop >= end, !isAtEnd { throw .more("value", openedAt: start) }
    let word = UnsafeBufferPointer(start: base + start, count: stop - start)
    let words: [(StaticString, InputField.Kind)] = [
      ("null", .null), ("true", .yes), ("false", .no),
    ]
    for (name, kind) in words {
      let isIt = name.withUTF8Buffer { $0.count == word.count && $0.elementsEqual(word) }
      if isIt {
        at = stop
        return kind
      }
    }
    throw unexpected("a value")
  }

  // MARK: Arrays and objects

  /// Goes behind an array or object whose members nobody asks for.
  private mutating func skipContainer(depth: Int) throws(JSONStop) -> InputField.Kind {
    let open = at
    guard depth < Self.deepest else {
      throw .fault(Fault(.tooDeep(limit: Self.deepest), at: open))
    }
    let isObject = base[at] == UInt8(ascii: "{")
    let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    let name = isObject ? "object" : "array"
    at += 1
    skipBlanks()
    if base[at] == close {
      at += 1
    } else {
      repeat {
        skipBlanks()
        if isObject { _ = try skipKey(in: open) }
        try refuseEnd(of: name, from: open)
        _ = try skipValue(depth: depth + 1)
      } while try expectComma(or: close, of: name, from: open)
    }
    return isObject ? .object : .array
  }

  /// A key and the colon after it: the range and kind of the key's text.
  @inline(__always)
  mutating func skipKey(in open: Int) throws(JSONStop) -> InputField {
    try refuseEnd(of: "object", from: open)
    let start = at
    guard base[at] == UInt8(ascii: "\"") else {
      let isClosed = base[at] == UInt8(ascii: "}")
      throw unexpected(
        "a key in double quotes", hint: isClosed ? "there is a comma too many" : nil)
    }
    let kind = try skipString()
    let key = InputField(start: start + 1, end: at - 1, kind: kind)
    skipBlanks()
    try refuseEnd(of: "object", from: open)
    guard base[at] == UInt8(ascii: ":") else { throw unexpected("':' after the key") }
    at += 1
    skipBlanks()
    try refuseEnd(of: "object", from: open)
    return key
  }

  /// Goes behind a comma, or behind the closing bracket: then false.
  @inline(__always)
  mutating func expectComma(
    or close: UInt8, of name: String, from open: Int
  ) throws(JSONStop) -> Bool {
    skipBlanks()
    try refuseEnd(of: name, from: open)
    let byte = base[at]
    if byte == UInt8(ascii: ",") {
      at += 1
      skipBlanks()
      return true
    }
    if byte == close {
      at += 1
      return false
    }
    throw unexpected("',' or '\(Unicode.Scalar(close))'")
  }

  @inline(__always)
  func refuseEnd(of name: String, from open: Int) throws(JSONStop) {
    if at >= end { throw .more(name, openedAt: open) }
  }

  func unexpected(_ expected: String, hint: String? = nil) -> JSONStop {
    // The message shows some of what follows.
    if at >= end || !isAtEnd && end - at < Self.sample { return .more("value", openedAt: at) }
    var hint = hint
    let isComment =
      base[at] == UInt8(ascii: "/")
      && (base[at + 1] == UInt8(ascii: "/") || base[at + 1] == UInt8(ascii: "*"))
    if isComment { hint = "JSON has no comments" }
    if base[at] == UInt8(ascii: "]"), hint == nil { hint = "there is a comma too many" }
    if base[at] == UInt8(ascii: "'") { hint = "JSON has texts in double quotes" }
    return .fault(
      Fault(.syntax(expected: expected, found: found(from: at), hint: hint), at: at))
  }

  /// What stands at an offset, for messages.
  func found(from start: Int) -> String {
    let rest = UnsafeBufferPointer(
      start: base + start, count: max(0, min(end - start, Self.sample)))
    let word = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") }
    let text = word.isEmpty ? rest.prefix(1) : word
    return quotedSample(String(decoding: text, as: UTF8.self))
  }
}
