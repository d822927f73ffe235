import Predicates
import SQLText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Casts. A column has one type, so the types alone decide whether a cast succeeds.

extension PredicateExpressions.ForceCast: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    try translation.cast(input, to: Desired.self)
  }
}

extension PredicateExpressions.ConditionalCast: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    try translation.cast(input, to: Desired.self)
  }
}

extension PredicateExpressions.TypeCheck: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    let value = Translation.syntax(try translation.cast(input, to: Desired.self))
    if Input.Output.self == Desired.self { return .bool(true) }
    return .compare(value, .unequal, .exact, Translation.syntax(.null))
  }
}

extension Translation {
  /// The value itself, if it has the type already or is an optional of it.
  fileprivate mutating func cast<Input: PredicateExpression, Desired>(
    _ input: Input, to type: Desired.Type
  ) throws(UntranslatableExpression) -> PredicateSyntax.Kind {
    guard Input.Output.self == Desired.self || Input.Output.self == Desired?.self else {
      throw UntranslatableExpression("a cast from '\(Input.Output.self)' to '\(Desired.self)'")
    }
    return try syntax(of: input).kind
  }
}
