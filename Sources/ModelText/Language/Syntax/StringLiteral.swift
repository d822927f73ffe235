import FlagModel

/// The text of a string literal.
enum StringLiteral {
  /// A string, or a marker for a string with an interpolation, which is only known at run time.
  static func kind(of token: Token, in source: SourceText) throws(Diagnostic) -> Expression.Kind {
    let bytes = source.utf8[token.range]
    let pounds = bytes.prefix { $0 == UInt8(ascii: "#") }.count
    let quotes = bytes.dropFirst(pounds).starts(with: "\"\"\"".utf8) ? 3 : 1
    let inside = bytes.dropFirst(pounds + quotes).dropLast(pounds + quotes)
    let lines = if quotes == 3 { unindented(inside) } else { inside }
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
    let unindented = lines.dropFirst().map { line in
      if line.starts(with: indentation) { return line.dropFirst(indentation.count) }
      return line.drop(while: Characters.isSpace)
    }
    return Array(unindented.joined(separator: [newline]))[...]
  }
}
