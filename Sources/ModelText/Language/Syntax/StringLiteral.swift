import FlagModel

/// The text of a string literal.
enum StringLiteral {
  /// A string, or a marker for a string with an interpolation, which is only known at run time.
  static func kind(of token: Token, in source: SourceText) throws(Diagnostic) -> Expression.Kind {
    let bytes = source.utf8[token.range]
    let pounds = bytes.prefix { $0 == UInt8(ascii: "#") }.count
    let quotes = bytes.dropFirst(pounds).starts(with: "\"\"\"".utf8) ? 3 : 1
    let inside = bytes.dropFirst(pounds + quotes).dropLast(pounds + quotes)
    let lines = quotes == 3 ? unindented(inside) : inside
    guard let text = SwiftText.unescaped(lines, pounds: pounds) else {
      let place = SourcePlace(source, token.range)
      throw Diagnostic("the string has an escape that is unknown in Swift", at: place)
    }
    return text.map { .string($0) } ?? .other("a string with an interpolation")
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
