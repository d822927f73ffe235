/// A value as a database holds it. What it means (a flag set, a date, a case) is its
/// `AttributeType`'s to say.
package enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}
