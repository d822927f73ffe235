import FlagModel
import Predicates

/// A condition on records, in the language of `--where` or as Swift's `#Predicate`. A string literal is a
/// condition. `&&`, `||` and `!` combine conditions.
public struct Condition: Sendable, ExpressibleByStringLiteral {
  /// Checks the condition for an entity of a model; returns nil if it includes every record.
  typealias Meaning =
    @Sendable (FlagModel.Entity, Schema, Timestamp) throws -> Predicates.Predicate?

  /// A condition, or a combination. Lists of conditions are flat, so that a long one is not deep.
  private indirect enum Kind: Sendable {
    case one(Meaning)
    case all([Condition])
    case any([Condition])
    case not(Condition)
  }

  private let kind: Kind
  /// The number of combinations within each other.
  private let depth: Int
  /// More levels could overflow the stack.
  private static let mostLevels = 200

  /// Every record.
  public static var all: Condition { Condition { _, _, _ in nil } }

  /// The records for which the text is true. The values replace `%@` and other placeholders in
  /// order; named values replace the variables of these names. nil is Swift's nil.
  public init(_ text: String, _ values: [String] = [], named: [String: String?] = [:]) {
    let bound = PredicateArguments(values, named: named)
    self.init { entity, schema, now in
      var arguments = bound
      let syntax = try PredicateSyntax.parse(SourceText(text), arguments: &arguments)
      if let unused = arguments.unused {
        throw ValueError("the argument '\(unused)' has no place in the predicate")
      }
      return try PredicateChecker(entity, in: schema, now: now).check(syntax)
    }
  }

  /// The records for which the text is true.
  public init(stringLiteral text: String) { self.init(text) }

  /// A condition from translated text; it throws when it is used if the translation failed.
  init(translated text: Result<String, UntranslatableExpression>) {
    self.init { entity, schema, now in
      let syntax = try PredicateSyntax.parse(SourceText(try text.get()))
      return try PredicateChecker(entity, in: schema, now: now).check(syntax)
    }
  }

  init(_ meaning: @escaping Meaning) { self.init(.one(meaning), depth: 0) }

  private init(_ kind: Kind, depth: Int) {
    self.kind = kind
    self.depth = depth
  }

  // MARK: Combinations

  /// The records that meet both conditions.
  public static func && (left: Condition, right: Condition) -> Condition {
    var parts: [Condition] = []
    for side in [left, right] {
      if case .all(let inner) = side.kind { parts += inner } else { parts.append(side) }
    }
    return Condition(.all(parts), depth: depth(of: parts))
  }

  /// The records that meet at least one of the conditions.
  public static func || (left: Condition, right: Condition) -> Condition {
    var parts: [Condition] = []
    for side in [left, right] {
      if case .any(let inner) = side.kind { parts += inner } else { parts.append(side) }
    }
    return Condition(.any(parts), depth: depth(of: parts))
  }

  /// The records that do not meet the condition.
  public static prefix func ! (condition: Condition) -> Condition {
    Condition(.not(condition), depth: condition.depth + 1)
  }

  private static func depth(of parts: [Condition]) -> Int { (parts.map(\.depth).max() ?? 0) + 1 }

  /// The checked condition for an entity; nil if it includes every record.
  func predicate(
    of entity: FlagModel.Entity, in schema: Schema, now: Timestamp
  ) throws -> Predicates.Predicate? {
    guard depth <= Self.mostLevels else {
      throw ValueError(
        "a condition has more than \(Self.mostLevels) combinations within each other")
    }
    func meaning(_ part: Condition) throws -> Predicates.Predicate? {
      try part.predicate(of: entity, in: schema, now: now)
    }
    switch kind {
    case .one(let check): return try check(entity, schema, now)
    case .all(let parts): return .conjunction(try parts.compactMap(meaning))
    case .any(let parts):
      let meanings = try parts.map(meaning)
      let restrictions = meanings.compactMap(\.self)
      if restrictions.count < meanings.count { return nil }
      return .disjunction(restrictions)
    case .not(let condition): return try meaning(condition).map { .not($0) } ?? .constant(false)
    }
  }
}
