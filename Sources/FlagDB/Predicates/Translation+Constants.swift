#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Parts of a predicate that use only captured values, such as `least == nil` and `least ?? 0`. Swift calculates
// them before the rest becomes SQL, so an optional filter costs nothing if it is nil.

/// An expression that Swift can calculate without a record, if its parts are such expressions too. Arithmetic is not
/// among them: an overflow would end the process, but is an error in the database.
protocol ConstantExpression {
  /// True if the expression contains no variable.
  var isConstant: Bool { get }
}

/// True if an expression contains only captured values, and nothing that can overflow.
private func isConstant(_ expression: some PredicateExpression) -> Bool {
  (expression as? any ConstantExpression)?.isConstant ?? false
}

extension PredicateExpressions.Value: ConstantExpression {
  var isConstant: Bool { true }
}

extension PredicateExpressions.NilLiteral: ConstantExpression {
  var isConstant: Bool { true }
}

extension PredicateExpressions.Equal: ConstantExpression {
  var isConstant: Bool { areConstant(lhs, rhs) }
}

extension PredicateExpressions.NotEqual: ConstantExpression {
  var isConstant: Bool { areConstant(lhs, rhs) }
}

extension PredicateExpressions.Comparison: ConstantExpression {
  var isConstant: Bool { areConstant(lhs, rhs) }
}

extension PredicateExpressions.Conjunction: ConstantExpression {
  var isConstant: Bool { areConstant(lhs, rhs) }
}

extension PredicateExpressions.Disjunction: ConstantExpression {
  var isConstant: Bool { areConstant(lhs, rhs) }
}

extension PredicateExpressions.Negation: ConstantExpression {
  var isConstant: Bool { FlagDB.isConstant(wrapped) }
}

extension PredicateExpressions.NilCoalesce: ConstantExpression {
  var isConstant: Bool { areConstant(lhs, rhs) }
}

extension PredicateExpressions.ForcedUnwrap: ConstantExpression {
  var isConstant: Bool { FlagDB.isConstant(inner) }
}

extension PredicateExpressions.FlagsIntersection: ConstantExpression {
  var isConstant: Bool { areConstant(flags, others) }
}

private func areConstant(
  _ left: some PredicateExpression, _ right: some PredicateExpression
) -> Bool {
  isConstant(left) && isConstant(right)
}

extension Translation {
  /// The value of an expression of captured values; nil if it uses a record, or if Swift cannot calculate it.
  static func value<Expression: PredicateExpression>(
    of expression: Expression
  ) -> Expression.Output? {
    guard FlagDB.isConstant(expression) else { return nil }
    return try? expression.evaluate(PredicateBindings())
  }
}
