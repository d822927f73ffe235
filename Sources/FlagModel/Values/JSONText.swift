/// One item of a JSON array, numbers as they were written so that none is rounded.
enum JSONItem: Hashable {
  case text(String)
  case number(String)
  case bool(Bool)
  case null
  case array([JSONItem])
}

/// Reads a JSON array (RFC 8259). Objects are refused: no attribute holds one.
struct JSONArrayReader {
  private var scanner: ByteScanner
  private var depth = 0
  private static let deepest = 32

  /// The items of an array and nothing around it.
  static func items(of text: some StringProtocol) throws(ValueError) -> [JSONItem] {
    var reader = JSONArrayReader(scanner: ByteScanner(text))
    reader.skipBlanks()
    let items = try reader.parseArray()
    reader.skipBlanks()
    guard reader.scanner.isAtEnd else { throw reader.unexpected("the end of the array") }
    return items
  }

  private mutating func parseArray() throws(ValueError) -> [JSONItem] {
    guard scanner.accept("[") else { throw unexpected("'['") }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw ValueError("expected at most \(Self.deepest) arrays within one another")
    }
    var items: [JSONItem] = []
    skipBlanks()
    if scanner.accept("]") { return items }
    while true {
      items.append(try parseItem())
      skipBlanks()
      if scanner.accept("]") { return items }
      guard scanner.accept(",") else { throw unexpected("',' or ']'") }
      skipBlanks()
    }
  }

  private mutating func parseItem() throws(ValueError) -> JSONItem {
    switch scanner.next {
    case UInt8(ascii: "["): return .array(try parseArray())
    case UInt8(ascii: "\""): return .text(try parseString())
    default: return try parseWord()
    }
  }

  /// A number, `true`, `false` or `null`: whatever stands before the next mark.
  private mutating func parseWord() throws(ValueError) -> JSONItem {
    let word = scanner.bytes[scanner.at...].prefix { !",]\"[{}: \t\r\n".utf8.contains($0) }
    let text = String(decoding: word, as: UTF8.self)
    let isNumber =
      NumberText.isDecimalNotation(word)
      && (digit(word[word.startIndex]) != nil || text.utf8.first == UInt8(ascii: "-"))
    let item: JSONItem? =
      switch text {
      case "true": .bool(true)
      case "false": .bool(false)
      case "null": .null
      default: isNumber ? .number(text) : nil
      }
    guard let item else { throw unexpected("a JSON text, number, true or false") }
    scanner.at += word.count
    return item
  }

  private mutating func parseString() throws(ValueError) -> String {
    var bytes: [UInt8] = []
    scanner.at += 1
    while let byte = scanner.next {
      switch byte {
      case UInt8(ascii: "\""):
        scanner.at += 1
        return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        scanner.at += 1
        bytes.append(contentsOf: String(try parseEscape()).utf8)
      case 0..<0x20: throw unexpected("a control character as an escape such as \\n")
      default:
        bytes.append(byte)
        scanner.at += 1
      }
    }
    throw unexpected("'\"'")
  }

  private mutating func parseEscape() throws(ValueError) -> Unicode.Scalar {
    let byte = scanner.next
    if byte == UInt8(ascii: "u") { return try parseUnicodeEscape() }
    guard let byte, let scalar = Self.escapes[byte] else { throw unexpected("an escape") }
    scanner.at += 1
    return scalar
  }

  private static let escapes: [UInt8: Unicode.Scalar] = [
    0x22: "\"", 0x5C: "\\", 0x2F: "/", 0x62: "\u{8}", 0x66: "\u{C}", 0x6E: "\n", 0x72: "\r",
    0x74: "\t",
  ]

  private mutating func parseUnicodeEscape() throws(ValueError) -> Unicode.Scalar {
    let first = try parseCodeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    let isPair = first < 0xDC00 && scanner.accept("\\")
    let second = isPair ? try parseCodeUnit() : 0
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw unexpected("both halves of a surrogate pair") }
    return scalar
  }

  /// The four digits of `uXXXX`.
  private mutating func parseCodeUnit() throws(ValueError) -> UInt32 {
    let start = scanner.at
    guard scanner.accept("u"), start + 5 <= scanner.bytes.count,
      case .number(let unit) = NumberText.scanMagnitude(
        scanner.bytes[start + 1..<start + 5], radix: 16)
    else { throw unexpected("'u' and four hexadecimal digits") }
    scanner.at = start + 5
    return UInt32(truncatingIfNeeded: unit)
  }

  private mutating func skipBlanks() {
    while let next = scanner.next, [0x20, 0x09, 0x0A, 0x0D].contains(next) { scanner.at += 1 }
  }

  private func unexpected(_ wanted: String) -> ValueError {
    let rest = String(
      decoding: scanner.bytes[min(scanner.at, scanner.bytes.count)...], as: UTF8.self)
    return rest.isEmpty
      ? ValueError("expected \(wanted), found the end of the text")
      : ValueError.expected(wanted, found: rest)
  }
}

/// Appends a text as JSON writes it, in quotes and with the escapes that it demands.
public func appendJSONString(_ text: some StringProtocol, to bytes: inout [UInt8]) {
  bytes.append(UInt8(ascii: "\""))
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x0A: bytes += "\\n".utf8
    case 0x0D: bytes += "\\r".utf8
    case 0x09: bytes += "\\t".utf8
    case 0..<0x20:
      bytes += (byte < 0x10 ? "\\u000" : "\\u00").utf8
      bytes += String(byte, radix: 16).utf8
    default: bytes.append(byte)
    }
  }
  bytes.append(UInt8(ascii: "\""))
}
