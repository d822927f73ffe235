package import FlagModel

/// One word of a predicate and where it stands, in bytes.
package struct PredicateToken: Hashable {
  package enum Kind: Hashable {
    /// A name or keyword; backquotes and `#` taken off.
    case word
    /// Digits, with a point or an exponent perhaps, or 0x….
    case number
    /// A number with a unit of time: 7d.
    case duration
    /// A date such as 2026-11-20 or 2026-11-20T10:30:00Z.
    case date
    /// Text in single or double quotes.
    case string
    /// `$0` or `$reading`, without the `$`.
    case variable
    /// A bracket, comma, point or operator.
    case symbol
    case end
  }

  package let kind: Kind
  /// The meaning of the token: a string without its quotes and escapes.
  package let text: String
  package let range: Range<Int>
  /// True if it was written in backquotes or after `#`, and so is never a keyword.
  package var isQuotedName = false

  /// True if nothing stands between this and the next token.
  func touches(_ next: PredicateToken) -> Bool { range.upperBound == next.range.lowerBound }

  /// The name that stands where a predicate is being typed. No model has it, since no text has NUL.
  static let cursorName = "\u{0}"

  /// A name at the place where a predicate is being typed, which is the last byte of the text.
  static func cursor(at offset: Int) -> PredicateToken {
    PredicateToken(kind: .word, text: cursorName, range: offset..<offset + 1, isQuotedName: true)
  }

  var isCursor: Bool { isQuotedName && text == Self.cursorName }

  /// `as n` at the end, which is taken away.
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

  /// `desc` or `asc` after a value at the end, which is taken away; true for `desc`.
  package static func takeOrder(from tokens: inout [PredicateToken]) -> Bool? {
    guard tokens.count > 2 else { return nil }
    let (before, word) = (tokens[tokens.count - 3], tokens[tokens.count - 2])
    let endsValue = before.kind != .symbol || [")", "]", "}"].contains(before.text)
    guard endsValue, word.kind == .word, !word.isQuotedName,
      let isDescending = ["desc": true, "asc": false][word.text.lowercased()]
    else { return nil }
    tokens.remove(at: tokens.count - 2)
    return isDescending
  }
}
