import FlagModel
package import Predicates

extension PredicateSyntax {
  /// True if a text is an incomplete predicate: a bracket or a quote is open, or an operator is at
  /// the end.
  package static func isUnfinished(_ text: String) -> Bool {
    let source = SourceText(text)
    do {
      _ = try parse(source)
      return false
    } catch {
      guard let range = error.place?.range else { return false }
      // The parser expected more, or the lexer a closing quote.
      return range.lowerBound >= source.utf8.count
        || [UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`")].contains(
          source.utf8[range.lowerBound]) && isQuoteOpen(source)
    }
  }

  private static func isQuoteOpen(_ source: SourceText) -> Bool {
    (try? PredicateLexer.lex(source)) == nil
  }
}
