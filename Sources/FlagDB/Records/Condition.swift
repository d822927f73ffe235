import FlagModel
import Predicates

/// A choice of records, in the language of `--where`; a literal text is a condition.
public struct Condition: Sendable, ExpressibleByStringLiteral {
  /// Nil for every record.
  private let text: String?
  private let arguments: PredicateArguments

  /// Every record.
  public static var all: Condition { Condition(text: nil, PredicateArguments()) }

  /// The records for which the text is true. The values stand for `%@` and its like in their order,
  /// and those with a name for the variable of that name; nil is Swift's nil.
  public init(_ text: String, _ values: [String] = [], named: [String: String?] = [:]) {
    self.init(text: text, PredicateArguments(values, named: named))
  }

  /// The records for which the text is true.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  private init(text: String?, _ arguments: PredicateArguments) {
    (self.text, self.arguments) = (text, arguments)
  }

  /// The meaning of the condition for the records of an entity; nil if every record is meant.
  func predicate(
    of entity: FlagModel.Entity, in schema: Schema, now: Timestamp
  ) throws -> Predicates.Predicate? {
    guard let text else { return nil }
    var arguments = arguments
    let syntax = try PredicateSyntax.parse(SourceText(text), arguments: &arguments)
    if let unused = arguments.unused {
      throw ValueError("the argument '\(unused)' has no place in the predicate")
    }
    return try PredicateChecker(entity, in: schema, now: now).check(syntax)
  }
}
