package import FlagModel

/// A flag set from a source.
package struct DefinedFlags: Sendable {
  package let set: FlagSet
  /// Notes on omitted members and fields, with the reasons.
  package let notes: [Diagnostic]
}

/// A listed flag set of a source.
package struct FlagListing: Hashable, Sendable {
  /// The name for reading it.
  package let name: Name
  /// The number of flags with a single bit.
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
  /// The tokens of the value; nil if it has none.
  var expression: ArraySlice<Token>?
}

/// A small number in some bits of a set, such as the type of a file in its mode.
struct DefinedField {
  let name: Name
  let mask: UInt64
  /// The names of its values, as bits of the set.
  let values: [DefinedMember]
  let place: TokenPlace
}
