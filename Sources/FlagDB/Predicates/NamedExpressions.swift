import Predicates

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Expressions that `#Predicate` and `#Expression` accept in addition to those of Foundation.

extension Expression {
  /// The value of the expression for an input. A `#Predicate` accepts `passing[$0] >= 2` even if
  /// Foundation's macro does not support `evaluate`.
  public subscript(input: repeat each Input) -> Output {
    get throws { try evaluate(repeat each input) }
  }
}

extension PredicateExpressions {
  /// `passing[$0]` within a predicate: the value of a named expression.
  public struct Named<Input: PredicateExpression, Output>: PredicateExpression {
    let expression: Expression<Input.Output, Output>
    let input: Input

    /// The value of the expression.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      try expression.evaluate(input.evaluate(bindings))
    }
  }

  // The macro calls it by this name.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Makes `passing[$0]` available in predicates.
  public static func build_subscript<Input, Output>(
    _ expression: Value<Expression<Input.Output, Output>>, _ input: Input
  ) -> Named<Input, Output> {
    Named(expression: expression.value, input: input)
  }
}

extension PredicateExpressions.Named: Sendable where Input: Sendable {}

extension PredicateExpressions.Named: StandardPredicateExpression
where Input: StandardPredicateExpression {}

extension PredicateExpressions.Named: Codable {
  /// Throws, because an expression cannot be decoded.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "expressions are not coded"))
  }

  /// Throws, because an expression cannot be encoded.
  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self, .init(codingPath: encoder.codingPath, debugDescription: "expressions are not coded"))
  }
}

extension PredicateExpressions.Named: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    let value = try translation.syntax(of: input)
    translation.bind(expression.variable.key, to: value)
    return try translation.syntax(of: expression.expression).kind
  }
}

extension PredicateExpressions.ExpressionEvaluate: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    guard let named = try? expression.evaluate(PredicateBindings()) else {
      throw UntranslatableExpression("an expression that is chosen for each record")
    }
    var inputs: [PredicateSyntax] = []
    for expression in repeat each input { inputs.append(try translation.syntax(of: expression)) }
    var variables: [PredicateExpressions.VariableID] = []
    for variable in repeat each named.variable { variables.append(variable.key) }
    for (variable, input) in zip(variables, inputs) { translation.bind(variable, to: input) }
    return try translation.syntax(of: named.expression).kind
  }
}

extension Array where Element: Numeric {
  /// The sum of the elements, 0 if there are none: `readings.value.sum`. A `#Predicate` accepts
  /// `sum`, but not `reduce`.
  public var sum: Element { reduce(0, +) }
}

extension Array where Element: SetAlgebra {
  /// The members of all elements together, empty if there are no elements: `roles.allow.union`. A
  /// `#Predicate` accepts `union`, but not `reduce`.
  public var union: Element { reduce(Element()) { $0.union($1) } }

  /// The members that all elements have in common; nil if there are no elements.
  public var intersection: Element? {
    guard let first else { return nil }
    return dropFirst().reduce(first) { $0.intersection($1) }
  }
}
