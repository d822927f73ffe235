public import FlagModel

/// Reads JSON (RFC 8259) and nothing beside it: no comments, no commas at the end, no key twice,
/// no half of a surrogate pair.
///
///     value  = object | array | string | number | "true" | "false" | "null"
///     object = "{" [string ":" value {"," string ":" value}] "}"
///     array  = "[" [value {"," value}] "]"
///     number = ["-"] ("0" | digit1-9 {digit}) ["." digit {digit}] [("e"|"E") ["+"|"-"] digit {digit}]
///
/// `parseX` returns X or throws, `expect` takes a byte or throws, `accept` takes it if it is there.
public struct JSONParser {
  let source: SourceText
  var at: Int
  private var depth = 0
  /// Deeper than any data, and far from the end of the stack.
  private static let deepest = 512

  private init(_ source: SourceText) {
    self.source = source
    at = source.utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The one value of a text.
  public static func parse(_ source: SourceText) throws(Diagnostic) -> JSONValue {
    var parser = JSONParser(source)
    parser.skipBlanks()
    let value = try parser.parseValue()
    parser.skipBlanks()
    guard parser.next == nil else { throw parser.unexpected("nothing after the value") }
    return value
  }

  private mutating func parseValue() throws(Diagnostic) -> JSONValue {
    let start = at
    let kind: JSONValue.Kind =
      switch next.map(Unicode.Scalar.init) {
      case "{": try nested { (parser) throws(Diagnostic) in try parser.parseObject() }
      case "[": try nested { (parser) throws(Diagnostic) in try parser.parseArray() }
      case "\"": .string(try parseString())
      case .some("-"), .some("0"..."9"): .number(try parseNumber())
      default: try parseWord()
      }
    return JSONValue(kind, at: start..<at)
  }

  /// Goes one level down, if there is one.
  private mutating func nested(
    _ parse: (inout JSONParser) throws(Diagnostic) -> JSONValue.Kind
  ) throws(Diagnostic) -> JSONValue.Kind {
    guard depth < Self.deepest else {
      throw error("nested deeper than \(Self.deepest) levels", at: at..<at + 1)
    }
    depth += 1
    defer { depth -= 1 }
    return try parse(&self)
  }

  private mutating func parseObject() throws(Diagnostic) -> JSONValue.Kind {
    let start = at
    var keys = KeySet()
    var members: [JSONMember] = []
    at += 1
    skipBlanks()
    if accept("}") { return .object([]) }
    while true {
      let member = try parseMember(of: start)
      guard keys.insert(member.key) else {
        throw error("duplicate key '\(member.key)'", at: member.keyRange)
      }
      members.append(member)
      if accept("}") { return .object(members) }
      try expect(",", or: "}", toEnd: "object", from: start)
      skipBlanks()
    }
  }

  private mutating func parseMember(of start: Int) throws(Diagnostic) -> JSONMember {
    let keyStart = at
    guard next == UInt8(ascii: "\"") else {
      if next == nil { throw unclosed("object", from: start) }
      throw unexpected("a key in double quotes")
    }
    let key = try parseString()
    let keyRange = keyStart..<at
    skipBlanks()
    guard accept(":") else {
      if next == nil { throw unclosed("object", from: start) }
      throw unexpected("':' after the key")
    }
    skipBlanks()
    if next == nil { throw unclosed("object", from: start) }
    let value = try parseValue()
    skipBlanks()
    return JSONMember(key: key, keyRange: keyRange, value: value)
  }

  private mutating func parseArray() throws(Diagnostic) -> JSONValue.Kind {
    let start = at
    var items: [JSONValue] = []
    at += 1
    skipBlanks()
    if accept("]") { return .array([]) }
    while true {
      if next == nil { throw unclosed("array", from: start) }
      items.append(try parseValue())
      skipBlanks()
      if accept("]") { return .array(items) }
      try expect(",", or: "]", toEnd: "array", from: start)
      skipBlanks()
    }
  }

  private mutating func parseNumber() throws(Diagnostic) -> String {
    let start = at
    _ = accept("-")
    let whole = at
    try expectDigits()
    if at - whole > 1, source.utf8[whole] == UInt8(ascii: "0") {
      throw error("expected a number without a zero before it", at: start..<at)
    }
    if accept(".") { try expectDigits() }
    if accept("e") || accept("E") {
      if !accept("+") { _ = accept("-") }
      try expectDigits()
    }
    return source.text(start..<at)
  }

  private mutating func expectDigits() throws(Diagnostic) {
    let start = at
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { at += 1 }
    if at == start { throw unexpected("a digit") }
  }

  private mutating func parseWord() throws(Diagnostic) -> JSONValue.Kind {
    let isLetter: (UInt8) -> Bool = { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
    let end = source.utf8[at...].firstIndex { !isLetter($0) } ?? source.utf8.count
    let kind: JSONValue.Kind? =
      switch source.text(at..<end) {
      case "null": .null
      case "true": .bool(true)
      case "false": .bool(false)
      default: nil
      }
    guard let kind else { throw unexpected("a value") }
    at = end
    return kind
  }
}

extension JSONParser {
  var next: UInt8? { at < source.utf8.count ? source.utf8[at] : nil }

  mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }

  mutating func accept(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    at += 1
    return true
  }

  mutating func expect(
    _ byte: Unicode.Scalar, or end: Unicode.Scalar, toEnd what: String, from start: Int
  ) throws(Diagnostic) {
    if accept(byte) { return }
    if next == nil { throw unclosed(what, from: start) }
    throw unexpected("'\(byte)' or '\(end)'")
  }

  func unexpected(_ wanted: String) -> Diagnostic {
    guard next != nil else {
      return error("expected \(wanted), found the end of the text", at: at..<at)
    }
    let marks = Set(" \t\r\n,:[]{}\"".utf8)
    let word = source.utf8[at...].prefix(40).prefix { !marks.contains($0) }
    let end = max(word.endIndex, at + 1)
    return error("expected \(wanted), found '\(source.text(at..<end))'", at: at..<end)
  }

  /// The text ended within something: where that began says more than where the text ends.
  func unclosed(_ what: String, from start: Int) -> Diagnostic {
    error("\(what) without an end: the text ends within it", at: start..<start + 1)
  }

  func error(_ message: String, at range: Range<Int>, hint: String? = nil) -> Diagnostic {
    Diagnostic(message, at: SourcePlace(source, range), hint: hint)
  }
}

/// The keys of an object, compared byte for byte; Swift's own `Set<String>` would take two normal
/// forms of a name for one.
private struct KeySet {
  private var few: [String] = []
  private var many: Set<[UInt8]> = []

  /// Whether the key is new.
  mutating func insert(_ key: String) -> Bool {
    if few.count < 16 {
      if few.contains(where: { $0.utf8.elementsEqual(key.utf8) }) { return false }
      few.append(key)
      return true
    }
    if many.isEmpty { many = Set(few.map { Array($0.utf8) }) }
    return many.insert(Array(key.utf8)).inserted
  }
}
