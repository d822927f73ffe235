import FlagModel

/// A parser that reads tokens from left to right.
protocol TokenReader {
  var tokens: ArraySlice<Token> { get }
  /// The index of the next token.
  var at: Int { get set }
}

extension TokenReader {
  var isAtEnd: Bool { at >= tokens.endIndex }
  var token: Token? { isAtEnd ? nil : tokens[at] }

  func isAt(_ symbol: Name, _ ahead: Int = 0) -> Bool {
    at + ahead < tokens.endIndex && tokens[at + ahead].isSymbol(symbol)
  }

  mutating func accept(_ symbol: Name) -> Bool {
    guard isAt(symbol) else { return false }
    at += 1
    return true
  }
}
