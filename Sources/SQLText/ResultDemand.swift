/// A requirement for a calculated value that will be stored. The statement fails if the value
/// violates it, because a nearly correct number would not be noticed. NULL satisfies all
/// requirements except `present`.
/// See Documentation/Decisions/assignments-try-a-value-before-an-expression.md.
package enum ResultDemand: Hashable, Sendable {
  /// An integer within 64 bits.
  case whole
  /// An operand in a calculation with integers. After an overflow, SQLite continues with a real
  /// number, which the final check finds. A server continues with NULL, so the operand itself must
  /// fail there.
  case wholePart
  /// A divisor other than zero.
  case divisor
  case finite
  /// The first of several values is not NULL, unless another of them is NULL.
  case present
  /// A number, because a foreign column may contain other values.
  case number
  /// Converts a real number to an integer by truncation.
  case truncated
  /// Rounds a real number to a `Float`.
  case float
  /// Converts microseconds since 1970 to the text of a date in the years 1 to 9999.
  case date
  /// Adds a number of microseconds to a stored date.
  case later
  /// Rounds a real number to units of a decimal; ten to the power of `places` units are 1.
  case units(places: Int)
  /// Rounds an integer to fewer digits, and removes them at its end.
  case rounded(places: Int)
  /// An integer without bits beyond these, because a field of a mask has no space for others.
  case field(mask: Int64)
}
