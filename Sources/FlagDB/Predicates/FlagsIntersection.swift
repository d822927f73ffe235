import Predicates
import SQLText

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension PredicateExpressions {
  /// `markers[wanted]` within a predicate: the flags that two sets have in common.
  public struct FlagsIntersection<Flags: PredicateExpression, Others: PredicateExpression>:
    PredicateExpression
  where Flags.Output: OptionSet, Others.Output == Flags.Output {
    /// A set of flags.
    public typealias Output = Flags.Output

    let flags: Flags
    let others: Others

    /// The flags of both sets.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      try flags.evaluate(bindings).intersection(others.evaluate(bindings))
    }
  }

  // The macro calls it by this name.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Makes `markers[wanted]` available in predicates.
  public static func build_subscript<Flags, Others>(
    _ flags: Flags, _ others: Others
  ) -> FlagsIntersection<Flags, Others>
  where Flags.Output: OptionSet, Others.Output == Flags.Output {
    FlagsIntersection(flags: flags, others: others)
  }
}

extension OptionSet {
  /// The flags that another set has too, as `intersection` returns them: `markers[wanted].isEmpty`. A `#Predicate`
  /// accepts brackets, but neither `intersection` nor `isDisjoint`.
  public subscript(others: Self) -> Self { intersection(others) }
}

extension PredicateExpressions.FlagsIntersection: Sendable
where Flags: Sendable, Others: Sendable {}

extension PredicateExpressions.FlagsIntersection: Codable where Flags: Codable, Others: Codable {
  /// Decodes the two sets.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    flags = try container.decode(Flags.self)
    others = try container.decode(Others.self)
  }

  /// Encodes the two sets.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(flags)
    try container.encode(others)
  }
}

extension PredicateExpressions.FlagsIntersection: StandardPredicateExpression
where Flags: StandardPredicateExpression, Others: StandardPredicateExpression {}

extension PredicateExpressions.FlagsIntersection: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression)
    -> PredicateSyntax.Kind
  {
    .binary(
      .bitAnd, try translation.flags(of: flags), try translation.flags(of: others))
  }
}
