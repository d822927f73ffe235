import FlagModel
import Predicates

/// A condition on records, in the language of `--where` or as Swift's `#Predicate`. A string literal is a
/// condition.
public struct Condition: Sendable, ExpressibleByStringLiteral {
  /// Checks the condition for an entity of a model; returns nil if it includes every record.
  typealias Meaning =
    @Sendable (FlagModel.Entity, Schema, Timestamp) throws -> Predicates.Predicate?

  private let meaning: Meaning

  /// Every record.
  public static var all: Condition { Condition { _, _, _ in nil } }

  /// The records for which the text is true. The values replace `%@` and other placeholders in
  /// order; named values replace the variables of these names. nil is Swift's nil.
  public init(_ text: String, _ values: [String] = [], named: [String: String?] = [:]) {
    let given = PredicateArguments(values, named: named)
    self.init { entity, schema, now in
      var arguments = given
      let syntax = try PredicateSyntax.parse(SourceText(text), arguments: &arguments)
      if let unused = arguments.unused {
        throw ValueError("the argument '\(unused)' has no place in the predicate")
      }
      return try PredicateChecker(entity, in: schema, now: now).check(syntax)
    }
  }

  /// The records for which the text is true.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// A condition from translated text; it throws when it is used if the translation failed.
  init(translated text: Result<String, UntranslatableExpression>) {
    self.init { entity, schema, now in
      let syntax = try PredicateSyntax.parse(SourceText(try text.get()))
      return try PredicateChecker(entity, in: schema, now: now).check(syntax)
    }
  }

  init(_ meaning: @escaping Meaning) { self.meaning = meaning }

  /// The checked condition for an entity; nil if it includes every record.
  func predicate(
    of entity: FlagModel.Entity, in schema: Schema, now: Timestamp
  ) throws -> Predicates.Predicate? {
    try meaning(entity, schema, now)
  }
}
