package import FlagModel

extension PredicateToken {
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
}
