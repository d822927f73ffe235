import PlainText

/// One value or key: its kind and its bytes, of a text without the quotes.
public struct JSONToken {
  public enum Kind: UInt8 {
    case null
    /// A text without escapes.
    case string
    /// A text with escapes in it, each known to be right.
    case escapedString
    case number
    case yes
    case no
    /// An array or object, brackets included.
    case array
    case object
  }

  public let start: Int
  public let end: Int
  public let kind: Kind

  @inlinable
  init(_ kind: Kind, _ start: Int, _ end: Int) {
    self.kind = kind
    self.start = start
    self.end = end
  }
}

/// Checks JSON byte by byte and finds where its values end, without making anything of them:
/// `JSONValue` does that. It starts anew from the beginning of a value when the bytes end inside.
///
///     value  = object | array | string | number | "true" | "false" | "null"
///     object = "{" [string ":" value {"," string ":" value}] "}"
///     array  = "[" [value {"," value}] "]"
///     number = ["-"] ("0" | digit1-9 {digit}) ["." digit {digit}] [("e"|"E") ["+"|"-"] digit {digit}]
///
/// There are no comments, no commas at the end, no halves of surrogate pairs, and no key stands
/// twice in an object of which the keys are asked for.
///
/// This module reads and writes JSON (RFC 8259): bytes become tokens, tokens become values, and values
/// become text.
/// See Documentation/Decisions/inlined-functions-are-public.md.
public struct JSONScanner {
  public let base: UnsafePointer<UInt8>
  public let end: Int
  /// True if nothing follows the bytes.
  @usableFromInline let isAtEnd: Bool
  public var at = 0
  @usableFromInline var depth = 0
  /// The first problem of a value whose end is known all the same.
  public private(set) var fault: JSONFault?
  /// Deeper than any data, and far from the end of the stack.
  @inlinable public static var deepest: Int { 512 }
  /// The most bytes of a mistake that a message shows.
  @inlinable public static var sample: Int { 40 }
  /// So many zeros follow the bytes in memory, since eight bytes are looked at together.
  @inlinable public static var padding: Int { 16 }

  @inlinable
  public init(_ bytes: UnsafeBufferPointer<UInt8>, base: UnsafePointer<UInt8>, isAtEnd: Bool) {
    self.base = base
    end = bytes.count
    self.isAtEnd = isAtEnd
  }

  @inlinable @inline(__always)
  public mutating func skipBlanks() {
    while base[at] <= 0x20, at < end,
      base[at] == 0x20 || base[at] == 0x0A || base[at] == 0x0D || base[at] == 0x09
    {
      at += 1
    }
  }

  public mutating func note(_ problem: JSONProblem, at range: Range<Int>) {
    if fault == nil { fault = JSONFault(problem, at: range) }
  }

  /// Goes behind a value of any kind.
  @inlinable @inline(__always)
  public mutating func skipValue() throws(JSONStop) -> JSONToken {
    switch base[at] {
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
    default: try skipRareValue()
    }
  }

  @usableFromInline
  mutating func skipRareValue() throws(JSONStop) -> JSONToken {
    let start = at
    switch base[at] {
    case UInt8(ascii: "["):
      try skipItems { (scanner) throws(JSONStop) in _ = try scanner.skipValue() }
      return JSONToken(.array, start, at)
    case UInt8(ascii: "{"):
      try skipMembers { (scanner, _) throws(JSONStop) in _ = try scanner.skipValue() }
      return JSONToken(.object, start, at)
    default: return try skipWord()
    }
  }

  // MARK: Arrays and objects

  /// Goes behind an array; `skipItem` goes behind each item.
  @inlinable @inline(__always)
  public mutating func skipItems(
    _ skipItem: (inout JSONScanner) throws(JSONStop) -> Void
  ) throws(JSONStop) {
    let open = try enter()
    if accept(UInt8(ascii: "]")) { return }
    repeat {
      try refuseEnd(of: "array", from: open)
      try skipItem(&self)
    } while try expectComma(or: UInt8(ascii: "]"), of: "array", from: open)
  }

  /// Goes behind an object; `skipMember` is given each key and goes behind its value.
  @inlinable @inline(__always)
  public mutating func skipMembers(
    _ skipMember: (inout JSONScanner, JSONToken) throws(JSONStop) -> Void
  ) throws(JSONStop) {
    guard let open = try enterObject() else { return }
    repeat {
      let key = try skipKey(in: open)
      try skipMember(&self, key)
    } while try hasMember(in: open)
  }

  /// Goes to the first key of an object; the offset of its bracket, or nil behind one without keys.
  /// Who calls these for each member, and not `skipMembers`, has no closure in the way.
  @inlinable @inline(__always)
  public mutating func enterObject() throws(JSONStop) -> Int? {
    let open = try enter()
    return accept(UInt8(ascii: "}")) ? nil : open
  }

  /// Goes to the next key; false behind the object.
  @inlinable @inline(__always)
  public mutating func hasMember(in open: Int) throws(JSONStop) -> Bool {
    try expectComma(or: UInt8(ascii: "}"), of: "object", from: open)
  }

  /// Goes behind the bracket that opens a level; its offset.
  @inlinable @inline(__always)
  mutating func enter() throws(JSONStop) -> Int {
    let open = at
    guard depth < Self.deepest else { throw .fault(JSONFault(.tooDeep, at: open..<open + 1)) }
    depth += 1
    at += 1
    skipBlanks()
    return open
  }

  /// Goes behind a bracket that closes a level, if there is one.
  @inlinable @inline(__always)
  mutating func accept(_ close: UInt8) -> Bool {
    guard base[at] == close, at < end else { return false }
    at += 1
    depth -= 1
    return true
  }

  /// A key and the colon after it.
  @inlinable @inline(__always)
  public mutating func skipKey(in open: Int) throws(JSONStop) -> JSONToken {
    try refuseEnd(of: "object", from: open)
    guard base[at] == UInt8(ascii: "\"") else {
      let isClosed = base[at] == UInt8(ascii: "}")
      throw unexpected(
        "a key in double quotes", hint: isClosed ? "there is a comma too many" : nil)
    }
    let key = try skipString()
    skipBlanks()
    try refuseEnd(of: "object", from: open)
    guard base[at] == UInt8(ascii: ":") else { throw unexpected("':' after the key") }
    at += 1
    skipBlanks()
    try refuseEnd(of: "object", from: open)
    return key
  }

  /// True behind a comma, false behind the closing bracket.
  @inlinable @inline(__always)
  mutating func expectComma(
    or close: UInt8, of name: String, from open: Int
  ) throws(JSONStop) -> Bool {
    skipBlanks()
    try refuseEnd(of: name, from: open)
    if base[at] == UInt8(ascii: ",") {
      at += 1
      skipBlanks()
      return true
    }
    if accept(close) { return false }
    throw unexpected("',' or '\(Unicode.Scalar(close))'")
  }

  @inlinable @inline(__always)
  func refuseEnd(of name: String, from open: Int) throws(JSONStop) {
    if at >= end { throw .more(name, openedAt: open) }
  }
}

extension JSONScanner {
  // MARK: Words and numbers

  @inlinable @inline(__always)
  mutating func skipNumber() throws(JSONStop) -> JSONToken {
    let start = at
    if base[at] == UInt8(ascii: "-") { at += 1 }
    let whole = at
    try skipDigits()
    if base[whole] == UInt8(ascii: "0"), at > whole + 1 { try noteZero(from: start) }
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
    return JSONToken(.number, start, at)
  }

  @usableFromInline
  mutating func noteZero(from start: Int) throws(JSONStop) {
    if !isAtEnd, end - start < Self.sample { throw .more("number", openedAt: start) }
    note(
      .unexpected(
        expected: "a number without a zero before it", found: found(from: start), hint: nil),
      at: start..<at)
  }

  @inlinable @inline(__always)
  mutating func skipDigits() throws(JSONStop) {
    let start = at
    while base[at] &- 0x30 <= 9 { at += 1 }
    if at == start { throw unexpected("a digit") }
  }

  private mutating func skipWord() throws(JSONStop) -> JSONToken {
    let start = at
    var stop = at
    while base[stop] | 0x20 >= 0x61, base[stop] | 0x20 <= 0x7A { stop += 1 }
    if stop >= end, !isAtEnd { throw .more("value", openedAt: start) }
    let word = UnsafeBufferPointer(start: base + start, count: stop - start)
    let words: [(StaticString, JSONToken.Kind)] = [("null", .null), ("true", .yes), ("false", .no)]
    for (name, kind) in words {
      let isIt = name.withUTF8Buffer { $0.count == word.count && $0.elementsEqual(word) }
      if isIt {
        at = stop
        return JSONToken(kind, start, stop)
      }
    }
    throw unexpected("a value")
  }

  // MARK: What is wrong

  public func unexpected(_ expected: String, hint: String? = nil) -> JSONStop {
    // The message shows some of what follows.
    if !isAtEnd, end - at < Self.sample { return .more("value", openedAt: at) }
    var hint = hint
    let isComment =
      base[at] == UInt8(ascii: "/")
      && (base[at + 1] == UInt8(ascii: "/") || base[at + 1] == UInt8(ascii: "*"))
    if isComment { hint = "JSON has no comments" }
    if base[at] == UInt8(ascii: "]"), hint == nil { hint = "there is a comma too many" }
    if base[at] == UInt8(ascii: "'") { hint = "JSON has texts in double quotes" }
    return .fault(
      JSONFault(
        .unexpected(expected: expected, found: found(from: at), hint: hint),
        at: at..<at + word(from: at).count))
  }

  /// The word at an offset as messages show it.
  public func found(from start: Int) -> String {
    let word = word(from: start)
    return word.isEmpty ? "nothing" : quotedSample(String(decoding: word, as: UTF8.self))
  }

  /// The bytes before the next mark; the mark if one stands there.
  private func word(from start: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
    let rest = UnsafeBufferPointer(start: base + start, count: max(0, end - start))[...]
    let isMark: (UInt8) -> Bool = { $0 <= 0x20 || ",:[]{}".utf8.contains($0) }
    let word = rest.prefix(Self.sample).prefix { !isMark($0) }
    guard let last = word.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return rest.prefix(1) }
    // No half of a character.
    let left = word.endIndex - last
    let isWhole = lengthOfScalar(at: base + start + last, before: left) <= left
    return isWhole ? word : word[..<last]
  }
}
