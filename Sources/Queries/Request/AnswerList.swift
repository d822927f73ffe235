import FlagModel
import Predicates

/// One item in the list of `--columns`, `--group-by` or `--sort`.
struct AnswerItem {
  /// The typed text, without the alias.
  let word: WordSyntax
  /// The alias after `as` in `count() as n`.
  let alias: NameSyntax?
  /// The parsed expression; nil for a plain name.
  var expression: PredicateSyntax?
  /// True for descending order.
  let isDescending: Bool

  var syntax: PredicateSyntax {
    expression ?? PredicateSyntax(.name(Name(word.text)), at: word.place)
  }
  var title: Name { alias?.name ?? Name(word.text) }
}

/// The default direction of a sort key.
enum SortOrder {
  case rising
  case falling
}

extension AnswerItem {
  /// The items of a list. A name of the entity takes precedence over a keyword of the language.
  /// - Parameter order: the default direction in a list of `--sort`; nil for other lists.
  static func all(
    in list: SourceText, of entity: Entity, order: SortOrder? = nil,
    arguments: PredicateArguments = PredicateArguments()
  ) throws(Diagnostic) -> [AnswerItem] {
    var items: [AnswerItem] = []
    for range in list.pieces {
      var range = list.trimmed(range)
      var order = order
      if order != nil, list.utf8[range].first == UInt8(ascii: "-") {
        order = .falling
        range = list.trimmed(range.dropFirst())
      }
      guard !range.isEmpty else {
        throw Diagnostic("expected a name, found nothing", at: SourcePlace(list, range))
      }
      items.append(try AnswerItem(list, range, of: entity, order: order, arguments))
    }
    return items
  }

  private init(
    _ list: SourceText, _ range: Range<Int>, of entity: Entity, order: SortOrder?,
    _ arguments: PredicateArguments
  ) throws(Diagnostic) {
    let text = list.text(range)
    if text == "*" || entity.isName(Name(text)) {
      isDescending = order == .falling
      word = WordSyntax(text, at: SourcePlace(list, range))
      alias = nil
      expression = nil
      return
    }
    var tokens = try PredicateLexer.lex(list, within: range)
    let saysDescending = order == nil ? nil : PredicateToken.takeOrder(from: &tokens)
    isDescending = saysDescending ?? (order == .falling)
    alias = PredicateToken.takeAlias(from: &tokens, in: list)
    let end = tokens.dropLast().last?.range.upperBound ?? range.upperBound
    word = WordSyntax(
      list.text(range.lowerBound..<end), at: SourcePlace(list, range.lowerBound..<end))
    if word.text == "*" || entity.isName(Name(word.text)) {
      expression = nil
    } else {
      // Values without a name belong to predicates.
      var parser = PredicateParser(source: list, tokens: tokens, arguments: arguments.withoutRest)
      expression = try parser.parseWhole()
    }
  }

}
