package import FlagModel

/// A token of a predicate with its byte range.
package struct PredicateToken: Hashable {
  package enum Kind: Hashable {
    /// A name or keyword, without backquotes and `#`.
    case word
    /// Digits, possibly with a point or an exponent, or 0x….
    case number
    /// A number with a unit of time: 7d.
    case duration
    /// A date such as 2026-11-20 or 2026-11-20T10:30:00Z.
    case date
    /// Text in single or double quotes.
    case string
    /// `$0` or `$reading`, without the `$`.
    case variable
    /// A bracket, comma, dot or operator.
    case symbol
    case end
  }

  package let kind: Kind
  /// The content of the token; for a string, without quotes and escapes.
  package let text: String
  package let range: Range<Int>
  /// True if it was written in backquotes or after `#`, so that it is never a keyword.
  package var isQuotedName = false

  /// 1 for an opening bracket, -1 for a closing one, 0 for any other token.
  package var nesting: Int {
    guard kind == .symbol else { return 0 }
    switch text {
    case "(", "[", "{": return 1
    case ")", "]", "}": return -1
    default: return 0
    }
  }

  /// True if the next token follows without a space.
  func touches(_ next: PredicateToken) -> Bool { range.upperBound == next.range.lowerBound }

  /// The name at the cursor of an incomplete predicate. No model contains it, because no text
  /// contains NUL.
  static let cursorName = "\u{0}"

  /// The cursor token at the end of an incomplete predicate.
  package static func cursor(at offset: Int) -> PredicateToken {
    PredicateToken(kind: .word, text: cursorName, range: offset..<offset + 1, isQuotedName: true)
  }

  var isCursor: Bool { isQuotedName && text == Self.cursorName }

  /// Removes `as n` from the end of the tokens, and returns the alias.
  package static func takeAlias(
    from tokens: inout [PredicateToken], in list: SourceText
  ) -> NameSyntax? {
    guard tokens.count > 3 else { return nil }
    let (word, alias) = (tokens[tokens.count - 3], tokens[tokens.count - 2])
    guard word.kind == .word, !word.isQuotedName, word.text.lowercased() == "as",
      alias.kind == .word || alias.kind == .string
    else { return nil }
    tokens.removeSubrange(tokens.count - 3..<tokens.count - 1)
    return NameSyntax(Name(alias.text), at: SourcePlace(list, alias.range))
  }

  /// Removes `desc` or `asc` after a value at the end; returns true for `desc`.
  package static func takeOrder(from tokens: inout [PredicateToken]) -> Bool? {
    guard tokens.count > 2 else { return nil }
    let (before, word) = (tokens[tokens.count - 3], tokens[tokens.count - 2])
    let endsValue = before.kind != .symbol || before.nesting < 0
    guard endsValue, word.kind == .word, !word.isQuotedName,
      let isDescending = ["desc": true, "asc": false][word.text.lowercased()]
    else { return nil }
    tokens.remove(at: tokens.count - 2)
    return isDescending
  }
}
