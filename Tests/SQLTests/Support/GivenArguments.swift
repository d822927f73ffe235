import FlagModel
import Testing

@testable import Predicates

extension PredicateSyntax {
  /// The predicate with what `--arg` gives, all of which must have a place.
  static func parse(_ text: String, with given: [String]) throws -> PredicateSyntax {
    let source = SourceText(text)
    var arguments = try PredicateArguments(given, for: PredicateArguments.names(in: source))
    let syntax = try parse(source, arguments: &arguments)
    #expect(arguments.rest.isEmpty)
    return syntax
  }
}
