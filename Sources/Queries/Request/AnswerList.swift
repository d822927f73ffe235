import FlagModel
import Predicates

/// One thing between the commas of `--columns`, `--group-by` or `--sort`.
struct AnswerItem {
  /// As it was typed, without the name that it is given.
  let word: WordSyntax
  /// The name after `as` in `count() as n`.
  let alias: NameSyntax?
  /// Nil for a name that stands alone.
  var expression: PredicateSyntax?
  /// True if a hyphen stood before it.
  let isDescending: Bool

  var syntax: PredicateSyntax {
    expression ?? PredicateSyntax(.name(Name(word.text)), at: word.place)
  }
  var title: Name { alias?.name ?? Name(word.text) }
}

extension AnswerItem {
  /// The things in a list; the names that an entity has stand for themselves, even where they are
  /// words of the language.
  static func all(
    in list: SourceText, of entity: Entity, maySort: Bool = false,
    arguments: PredicateArguments = PredicateArguments()
  ) throws(Diagnostic) -> [AnswerItem] {
    var items: [AnswerItem] = []
    for range in list.pieces {
      var range = list.trimmed(range)
      let isDescending = maySort && range.first.map { list.utf8[$0] } == UInt8(ascii: "-")
      if isDescending { range = list.trimmed(range.dropFirst()) }
      guard !range.isEmpty else {
        throw Diagnostic("expected a name, found nothing", at: SourcePlace(list, range))
      }
      items.append(
        try AnswerItem(list, range, of: entity, isDescending: isDescending, arguments))
    }
    return items
  }

  private init(
    _ list: SourceText, _ range: Range<Int>, of entity: Entity, isDescending: Bool,
    _ arguments: PredicateArguments
  ) throws(Diagnostic) {
    self.isDescending = isDescending
    let text = list.text(range)
    if text == "*" || entity.isName(Name(text)) {
      word = WordSyntax(text, at: SourcePlace(list, range))
      (alias, expression) = (nil, nil)
      return
    }
    var tokens = try PredicateLexer.lex(list, within: range)
    alias = PredicateToken.takeAlias(from: &tokens, in: list)
    let end = tokens.dropLast().last?.range.upperBound ?? range.upperBound
    word = WordSyntax(
      list.text(range.lowerBound..<end), at: SourcePlace(list, range.lowerBound..<end))
    if word.text == "*" || entity.isName(Name(word.text)) {
      expression = nil
    } else {
      // The values without a name are for predicates.
      var parser = PredicateParser(
        source: list, tokens: tokens, arguments: arguments.withoutRest)
      expression = try parser.parseWhole()
    }
  }

}

extension Entity {
  /// True if a word is the name of a property, or of a struct of them.
  fileprivate func isName(_ word: Name) -> Bool {
    names.contains { $0 == word || $0.isInside(word) }
  }
}
