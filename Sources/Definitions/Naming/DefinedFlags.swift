package import FlagModel

/// A flag set as a source defines it.
package struct DefinedFlags: Sendable {
  package let set: FlagSet
  /// Small numbers that are kept in some bits of the same integer.
  package let fields: [MaskField]
  /// The members that are left out, and why.
  package let notes: [Diagnostic]

  package init(_ set: FlagSet, fields: [MaskField] = [], notes: [Diagnostic] = []) {
    (self.set, self.fields, self.notes) = (set, fields, notes)
  }
}

/// A number within a mask, whose values have names: the type of a file in its mode.
package struct MaskField: Hashable, Sendable {
  package let name: Name
  package let mask: UInt64
  /// The names of values, which are not shifted.
  package let values: [Flag]

  package init(name: Name, mask: UInt64, values: [Flag]) {
    self.name = name
    self.mask = mask
    self.values = values
  }

  /// `core=TYPED` for the number in a mask, or its digits where no name is given; nil for 0 without
  /// a name.
  package func text(in bits: UInt64) -> String? {
    let number = bits & mask
    let name = values.first { $0.mask == number }?.name
    if name == nil, number == 0 { return nil }
    return "\(self.name)=\(name?.text ?? "0x" + String(number, radix: 16, uppercase: true))"
  }
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
