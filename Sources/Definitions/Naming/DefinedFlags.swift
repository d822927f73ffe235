package import FlagModel

/// A flag set as a source defines it.
package struct DefinedFlags: Sendable {
  package let set: FlagSet
  /// The members and fields that are left out, and why.
  package let notes: [Diagnostic]
}

/// A set that a source has, as it is listed.
package struct FlagListing: Hashable, Sendable {
  /// The name by which it is asked for.
  package let name: Name
  /// The number of flags, each a bit of its own.
  package let flags: Int
  package let place: SourcePlace?
  package let summary: String?
}

/// A member of a set with its value, or the reason why it has none.
struct DefinedMember {
  let name: Name
  let value: Result<Number, Unknowable>
  let place: TokenPlace
  let comment: Name?
}

/// A small number in some bits of a set: the type of a file in its mode.
struct DefinedField {
  let name: Name
  let mask: UInt64
  /// The names of its values, which are bits of the set.
  let values: [DefinedMember]
  let place: TokenPlace
}
