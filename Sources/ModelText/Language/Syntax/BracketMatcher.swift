import FlagModel

/// Matches the brackets of a source, so that the parser can skip a body in one step at any depth.
enum BracketMatcher {
  /// For each opening bracket, the index of the closing one; nil, with one error, if they do not
  /// match.
  static func match(_ lexed: LexedSource, _ diagnostics: inout DiagnosticList) -> [Int]? {
    var closers = [Int](repeating: 0, count: lexed.tokens.count)
    var open: [Int] = []
    for (index, token) in lexed.tokens.enumerated() where token.kind == .symbol {
      switch token.first {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        open.append(index)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard let last = open.popLast() else {
          let bracket = lexed.source.text(token.range)
          diagnostics.append(
            Diagnostic("'\(bracket)' closes nothing", at: SourcePlace(lexed.source, token.range)))
          return nil
        }
        guard closing(lexed.tokens[last]) == token.first else {
          diagnostics.append(mismatch(lexed, lexed.tokens[last], token))
          return nil
        }
        closers[last] = index
      default: break
      }
    }
    guard let last = open.last else { return closers }
    let token = lexed.tokens[last]
    diagnostics.append(
      Diagnostic(
        "'\(lexed.source.text(token.range))' is never closed",
        at: SourcePlace(lexed.source, token.range)))
    return nil
  }

  private static func closing(_ token: Token) -> UInt8 {
    switch token.first {
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "["): UInt8(ascii: "]")
    default: UInt8(ascii: "}")
    }
  }

  private static func mismatch(
    _ lexed: LexedSource, _ opening: Token, _ closer: Token
  ) -> Diagnostic {
    let expected = Character(Unicode.Scalar(closing(opening)))
    return Diagnostic(
      "expected '\(expected)', found '\(lexed.source.text(closer.range))'",
      at: SourcePlace(lexed.source, closer.range),
      notes: [
        Diagnostic.Note(
          "'\(lexed.source.text(opening.range))' is opened here",
          at: SourcePlace(lexed.source, opening.range))
      ])
  }
}
