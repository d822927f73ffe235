package import FlagModel
package import SQLText

/// The tokens of a text, with accessors by index.
package struct SQLTokens {
  let source: SourceText
  package let all: [SQLToken]
  let notation: SQLNotation

  package init(_ source: SourceText, _ notation: SQLNotation = .sqlite) throws(Diagnostic) {
    self.source = source
    self.notation = notation
    all = try SQLLexer.lex(source, notation)
  }

  /// No tokens.
  package init() {
    source = SourceText("")
    notation = .sqlite
    all = []
  }

  func place(_ index: Int) -> SourcePlace { SourcePlace(source, all[index].range) }

  package func text(_ index: Int) -> String { source.text(all[index].range) }

  package func isSymbol(_ index: Int, _ symbol: Unicode.Scalar) -> Bool {
    guard all.indices.contains(index), all[index].kind == .symbol else { return false }
    return source.utf8[all[index].range.lowerBound] == UInt8(ascii: symbol)
  }

  /// 1 for an opening bracket, -1 for a closing one, 0 for any other token.
  package func nesting(_ index: Int) -> Int {
    if isSymbol(index, "(") { return 1 }
    return isSymbol(index, ")") ? -1 : 0
  }

  /// The word in upper case, if it may be a keyword.
  package func keyword(_ index: Int) -> String? {
    guard all.indices.contains(index), all[index].kind == .word else { return nil }
    return text(index).uppercased()
  }

  /// The name in an unquoted word or in quotes.
  package func name(_ index: Int) -> Name.Folded? {
    guard all.indices.contains(index) else { return nil }
    switch all[index].kind {
    case .word: return Name(source.utf8[all[index].range]).folded
    case .quotedName: return quotedName(index).folded
    case .string, .number, .parameter, .symbol: return nil
    }
  }

  private func quotedName(_ index: Int) -> Name {
    let range = all[index].range
    let quote = source.utf8[range.lowerBound]
    let inside = source.utf8[range.dropFirst().dropLast()]
    return Name(quote == UInt8(ascii: "[") ? inside : undoubled(inside, quote))
  }

  /// The name in double quotes; nil for another token.
  func nameInDoubleQuotes(_ index: Int) -> Name? {
    guard all[index].kind == .quotedName,
      source.utf8[all[index].range.lowerBound] == UInt8(ascii: "\"")
    else { return nil }
    return quotedName(index)
  }

  /// The content of a text in single quotes.
  func string(_ index: Int) -> String {
    let inside = source.utf8[all[index].range.dropFirst().dropLast()]
    return String(decoding: undoubled(inside, UInt8(ascii: "'")), as: UTF8.self)
  }

  private func undoubled(_ bytes: ArraySlice<UInt8>, _ quote: UInt8) -> ArraySlice<UInt8> {
    guard bytes.contains(quote) else { return bytes }
    var single: [UInt8] = []
    var isSecond = false
    for byte in bytes {
      isSecond = byte == quote && !isSecond
      if byte != quote || isSecond { single.append(byte) }
    }
    return single[...]
  }
}
