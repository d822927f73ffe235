/// A demand on a value that is calculated to be stored. The statement fails if it is not met, since
/// a number that is nearly right looks like one that is. NULL meets all but `present`.
/// See Documentation/Decisions/assignments-try-a-value-before-an-expression.md.
package enum ResultDemand: Hashable, Sendable {
  /// A whole number that has not left the 64 bits.
  case whole
  /// A part of a calculation with whole numbers. Beyond 64 bits, SQLite goes on with a real number, which the whole
  /// becomes too. A server goes on with NULL, so that the part itself has to fail there.
  case wholePart
  /// A number other than zero, by which another one is divided.
  case divisor
  case finite
  /// The first of several values is there, unless one of the others is NULL.
  case present
  /// A number, which a column of others need not hold.
  case number
  /// A real number becomes a whole one without what stands after its point.
  case truncated
  /// A real number is rounded to a `Float`.
  case float
  /// Microseconds since 1970 become the text of a date in the years 1 to 9999.
  case date
  /// A date as it is kept, so many microseconds later.
  case later
  /// A real number is rounded to units of which ten to the power of so many are 1.
  case units(places: Int)
  /// A whole number loses so many digits at its end, and is rounded.
  case rounded(places: Int)
  /// A whole number that has no bits beyond these, as a field of a mask has room for no others.
  case field(mask: Int64)
}
