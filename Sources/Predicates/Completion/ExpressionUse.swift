package import FlagModel

/// The use of an expression, which decides what it may contain.
package enum ExpressionUse: Hashable, Sendable {
  /// `--where`: true or false of a record.
  case condition
  /// `--having`: true or false of a group.
  case groupCondition
  /// The lists of `--columns`, `--group-by` and `--sort`.
  case columns
  case groups
  case order
  /// The right side of an assignment: a value for the attribute.
  case value(of: Attribute)

  /// True if aggregates of a group have a meaning.
  var mayAggregate: Bool { self == .groupCondition || self == .columns || self == .order }

  var isList: Bool { self == .columns || self == .groups || self == .order }
}
