import PlainText

/// A value or key: its kind and its bytes, without the quotes of a string.
public struct JSONToken {
  public enum Kind: UInt8 {
    case null
    /// A string without escapes.
    case string
    /// A string with valid escapes.
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

/// Validates JSON and finds the ends of values without creating them; `JSONValue` does that. If the
/// bytes end within a value, scanning restarts at the value's beginning.
///
///     value  = object | array | string | number | "true" | "false" | "null"
///     object = "{" [string ":" value {"," string ":" value}] "}"
///     array  = "[" [value {"," value}] "]"
///     number = ["-"] ("0" | digit1-9 {digit}) ["." digit {digit}] [("e"|"E") ["+"|"-"] digit {digit}]
///
/// Comments, trailing commas and unpaired surrogates are refused. So are duplicate keys in objects
/// whose keys are read.
///
/// This module reads and writes JSON (RFC 8259): bytes become tokens, tokens become values, and
/// values become text.
/// See Documentation/Decisions/inlined-functions-are-public.md.
public struct JSONScanner {
  public let base: UnsafePointer<UInt8>
  public let end: Int
  /// True if the bytes are the end of the input.
  @usableFromInline let isAtEnd: Bool
  public var at = 0
  @usableFromInline var depth = 0
  /// The first error that does not prevent finding the end of the value.
  public private(set) var fault: JSONFault?
  /// The greatest nesting depth, above that of real data and safe for the stack.
  @inlinable public static var deepest: Int { 512 }
  /// The greatest number of bytes of an error that a message shows.
  @inlinable public static var sample: Int { 40 }
  /// The number of zero bytes that must follow in memory, because eight bytes are read at once.
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

  /// Skips a value of any kind.
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

  /// Skips an array. `skipItem` skips each item.
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

  /// Skips an object. `skipMember` receives each key and skips its value.
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

  /// Moves to the first key of an object. Returns the offset of its bracket, or nil for an empty
  /// object. Calling these functions for each member is faster than a closure for `skipMembers`.
  @inlinable @inline(__always)
  public mutating func enterObject() throws(JSONStop) -> Int? {
    let open = try enter()
    if accept(UInt8(ascii: "}")) { return nil }
    return open
  }

  /// Moves to the next key; false after the last one.
  @inlinable @inline(__always)
  public mutating func hasMember(in open: Int) throws(JSONStop) -> Bool {
    try expectComma(or: UInt8(ascii: "}"), of: "object", from: open)
  }

  /// Skips an opening bracket, and returns its offset.
  @inlinable @inline(__always)
  mutating func enter() throws(JSONStop) -> Int {
    let open = at
    guard depth < Self.deepest else { throw .fault(JSONFault(.tooDeep, at: open..<open + 1)) }
    depth += 1
    at += 1
    skipBlanks()
    return open
  }

  /// Skips a closing bracket, if there is one.
  @inlinable @inline(__always)
  mutating func accept(_ close: UInt8) -> Bool {
    guard base[at] == close, at < end else { return false }
    at += 1
    depth -= 1
    return true
  }

  /// Reads a key, and skips the colon after it.
  @inlinable @inline(__always)
  public mutating func skipKey(in open: Int) throws(JSONStop) -> JSONToken {
    try refuseEnd(of: "object", from: open)
    guard base[at] == UInt8(ascii: "\"") else {
      let isClosed = base[at] == UInt8(ascii: "}")
      throw unexpected("a key in double quotes", hint: isClosed ? "there is a comma too many" : nil)
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

  /// Skips a comma and returns true, or a closing bracket and returns false.
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
        expected: "a number without a zero before it", found: excerpt(from: start), hint: nil),
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
    // A message shows some of the following bytes.
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
        .unexpected(expected: expected, found: excerpt(from: at), hint: hint),
        at: at..<at + word(from: at).count))
  }

  /// The word at an offset, for messages.
  public func excerpt(from start: Int) -> String {
    let word = word(from: start)
    if word.isEmpty { return "nothing" }
    return quotedSample(String(decoding: word, as: UTF8.self))
  }

  /// The bytes before the next punctuation mark, or that mark.
  private func word(from start: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
    let rest = UnsafeBufferPointer(start: base + start, count: max(0, end - start))[...]
    let isMark: (UInt8) -> Bool = { $0 <= 0x20 || ",:[]{}".utf8.contains($0) }
    let word = rest.prefix(Self.sample).prefix { !isMark($0) }
    guard let last = word.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return rest.prefix(1) }
    // A truncated character is omitted.
    let left = word.endIndex - last
    let isWhole = lengthOfScalar(at: base + start + last, before: left) <= left
    return isWhole ? word : word[..<last]
  }
}
