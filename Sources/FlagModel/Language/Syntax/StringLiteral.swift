/// The text of a string literal.
enum StringLiteral {
  /// A string, or the mark of one that is only known when the program runs.
  static func kind(of token: Token, in source: SourceText) throws(Diagnostic) -> Expression.Kind {
    let bytes = source.utf8[token.range]
    let pounds = bytes.prefix { $0 == UInt8(ascii: "#") }.count
    let quotes = bytes.dropFirst(pounds).starts(with: "\"\"\"".utf8) ? 3 : 1
    let inside = bytes.dropFirst(pounds + quotes).dropLast(pounds + quotes)
    let lines = quotes == 3 ? unindented(inside) : inside
    guard let text = unescaped(lines, pounds: pounds) else {
      let place = SourcePlace(source, token.range)
      throw Diagnostic("the string has an escape that Swift does not know", at: place)
    }
    return text.map { .string($0) } ?? .other("a string with an interpolation")
  }

  /// The text with its escapes replaced; nil inside where an interpolation is found, nil outside
  /// for an unknown escape.
  private static func unescaped(_ bytes: ArraySlice<UInt8>, pounds: Int) -> String?? {
    var text: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), rest.prefix(pounds).count == pounds,
        rest.prefix(pounds).allSatisfy({ $0 == UInt8(ascii: "#") })
      else {
        text.append(byte)
        continue
      }
      rest = rest.dropFirst(pounds)
      switch rest.popFirst() {
      case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "0"): text.append(0)
      case UInt8(ascii: "\n"): break
      case let escaped? where "\\\"'".utf8.contains(escaped): text.append(escaped)
      case UInt8(ascii: "u"):
        guard let scalar = scalar(&rest) else { return nil }
        text.append(contentsOf: Array(String(scalar).utf8))
      case UInt8(ascii: "("): return .some(nil)
      default: return nil
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `{1F600}`
  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard rest.popFirst() == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}"))
    else { return nil }
    let digits = String(decoding: rest[..<end], as: UTF8.self)
    rest = rest[(end + 1)...]
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
  }

  /// The lines of a multi-line string without the indentation of its closing quotes.
  private static func unindented(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let newline = UInt8(ascii: "\n")
    let text = bytes.filter { $0 != UInt8(ascii: "\r") }
    var lines = text.split(separator: newline, omittingEmptySubsequences: false)
    guard lines.count > 1, let indentation = lines.popLast() else { return text[...] }
    return lines.dropFirst().map {
      $0.starts(with: indentation)
        ? $0.dropFirst(indentation.count) : $0.drop(while: Characters.isSpace)
    }.joined(separator: [newline]).map { $0 }[...]
  }
}
