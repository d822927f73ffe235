import Predicates
import SQLText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Each of these operators has a counterpart in flagdb's language.

extension PredicateExpressions.Conjunction: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    if let holds = Translation.value(of: lhs) {
      if holds { return try translation.syntax(of: rhs).kind }
      return .bool(false)
    }
    if let holds = Translation.value(of: rhs) {
      if holds { return try translation.syntax(of: lhs).kind }
      return .bool(false)
    }
    return .and([try translation.syntax(of: lhs), try translation.syntax(of: rhs)])
  }
}

extension PredicateExpressions.Disjunction: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    if let holds = Translation.value(of: lhs) {
      if holds { return .bool(true) }
      return try translation.syntax(of: rhs).kind
    }
    if let holds = Translation.value(of: rhs) {
      if holds { return .bool(true) }
      return try translation.syntax(of: lhs).kind
    }
    return .or([try translation.syntax(of: lhs), try translation.syntax(of: rhs)])
  }
}

extension PredicateExpressions.Negation: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    .not(try translation.syntax(of: wrapped))
  }
}

extension PredicateExpressions.Equal: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    try translation.comparison(lhs, .equal, rhs)
  }
}

extension PredicateExpressions.NotEqual: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    try translation.comparison(lhs, .unequal, rhs)
  }
}

extension PredicateExpressions.Comparison: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    let comparison: Predicates.Comparison =
      switch op {
      case .lessThan: .less
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThan: .greater
      case .greaterThanOrEqual: .greaterOrEqual
      }
    return try translation.comparison(lhs, comparison, rhs)
  }
}

extension PredicateExpressions.Arithmetic: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    let binary: Operator =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      }
    return try translation.operation(binary, lhs, rhs)
  }
}

extension PredicateExpressions.IntDivision: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    try translation.operation(.divide, lhs, rhs)
  }
}

extension PredicateExpressions.FloatDivision: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    try translation.operation(.divide, lhs, rhs)
  }
}

extension PredicateExpressions.IntRemainder: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    try translation.operation(.remainder, lhs, rhs)
  }
}

extension PredicateExpressions.UnaryMinus: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    .negative(try translation.syntax(of: wrapped))
  }
}

extension PredicateExpressions.Conditional: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    if let holds = Translation.value(of: test) {
      if holds { return try translation.syntax(of: trueBranch).kind }
      return try translation.syntax(of: falseBranch).kind
    }
    return .conditional(
      try translation.syntax(of: test), try translation.syntax(of: trueBranch),
      try translation.syntax(of: falseBranch))
  }
}

// MARK: Optional values

extension PredicateExpressions.NilLiteral: TranslatableExpression {
  func kind(in translation: inout Translation) -> PredicateSyntax.Kind { .null }
}

extension PredicateExpressions.ForcedUnwrap: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    try translation.syntax(of: inner).kind
  }
}

extension PredicateExpressions.NilCoalesce: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    if let value = Translation.value(of: lhs) {
      guard let value else { return try translation.syntax(of: rhs).kind }
      guard let constant = try Translation.literal(value) else {
        throw UntranslatableExpression("a value of '\(RHS.Output.self)'")
      }
      return constant
    }
    if let chained = lhs as? any UnwrappingExpression {
      return try chained.unwrapped(otherwise: rhs, in: &translation)
    }
    return try translation.operation(.otherwise, lhs, rhs)
  }
}

/// `value.map { … }`: an expression of an optional value.
private protocol UnwrappingExpression {
  /// The expression, or another expression if the value is nil.
  func unwrapped(
    otherwise other: any PredicateExpression, in translation: inout Translation
  ) throws(UntranslatableExpression) -> PredicateSyntax.Kind
}

extension PredicateExpressions.OptionalFlatMap: TranslatableExpression, UnwrappingExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    try unwrapped(otherwise: PredicateExpressions.NilLiteral<Result>(), in: &translation)
  }

  fileprivate func unwrapped(
    otherwise other: any PredicateExpression, in translation: inout Translation
  ) throws(UntranslatableExpression) -> PredicateSyntax.Kind {
    let captured = Translation.value(of: wrapped)
    if case .some(nil) = captured { return try translation.syntax(of: other).kind }
    let value = try translation.syntax(of: wrapped)
    translation.bind(variable.key, to: value)
    let isThere = Translation.syntax(.compare(value, .unequal, .exact, Translation.syntax(.null)))
    let body: PredicateSyntax
    // If the inner expression is nil, the whole expression is nil.
    if RHS.Output.self == Result?.self, let inner = transform as? any UnwrappingExpression {
      body = Translation.syntax(try inner.unwrapped(otherwise: other, in: &translation))
    } else {
      body = try translation.syntax(of: transform)
    }
    if captured != nil { return body.kind }
    return .conditional(isThere, body, try translation.syntax(of: other))
  }
}

extension Translation {
  mutating func comparison(
    _ left: some PredicateExpression, _ comparison: Predicates.Comparison,
    _ right: some PredicateExpression
  ) throws(UntranslatableExpression) -> PredicateSyntax.Kind {
    .compare(try syntax(of: left), comparison, .exact, try syntax(of: right))
  }

  mutating func operation(
    _ binary: Operator, _ left: some PredicateExpression, _ right: some PredicateExpression
  ) throws(UntranslatableExpression) -> PredicateSyntax.Kind {
    .binary(binary, try syntax(of: left), try syntax(of: right))
  }
}
