package import FlagModel

/// The use of an expression, which determines its valid parts.
package enum ExpressionUse: Hashable, Sendable {
  /// `--where`: a condition on a record.
  case condition
  /// `--having`: a condition on a group.
  case groupCondition
  /// The lists of `--columns` and `--group-by`.
  case columns
  case groups
  case order
  /// The right side of an assignment to the attribute.
  case value(of: Attribute)

  /// True if aggregates of a group are allowed.
  var mayAggregate: Bool { self == .groupCondition || self == .columns || self == .order }

  var isList: Bool { self == .columns || self == .groups || self == .order }
}
