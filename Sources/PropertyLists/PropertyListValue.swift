/// An object of a property list, without the objects that it refers to.
package enum PropertyListValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  /// Seconds since 1 January 2001.
  case date(Double)
  case data([UInt8])
  case string(String)
  /// The index of an object in a keyed archive.
  case uid(Int)
  /// Arrays and sets: the numbers of their objects.
  case list([Int])
  case dictionary(keys: [Int], values: [Int])
}
