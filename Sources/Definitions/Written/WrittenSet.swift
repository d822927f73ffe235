package import FlagModel

/// A set of constants as its source spells it, for reports about the definition itself.
package struct WrittenSet: Sendable {
  /// The reason for which the constants are a set.
  package enum Origin: Sendable {
    /// The source declares them as flags: `OptionSet`, `[Flags]`, `bitflags!`, a table.
    case flags
    /// An enum whose values are bits.
    case enumeration
    /// A common prefix of their names.
    case prefix
  }

  package let name: Name
  package let origin: Origin
  package let language: DefinitionLanguage
  /// The type in the source; nil if the values decide.
  package let rawType: IntegerType?
  package let place: SourcePlace?
  /// The members outside of fields, in the order of the source.
  package let members: [WrittenMember]
  /// The bits of the fields.
  package let fieldMask: UInt64

  package init(
    _ name: Name, _ origin: Origin, _ language: DefinitionLanguage, rawType: IntegerType? = nil,
    at place: SourcePlace? = nil, members: [WrittenMember], fieldMask: UInt64 = 0
  ) {
    self.name = name
    self.origin = origin
    self.language = language
    self.rawType = rawType
    self.place = place
    self.members = members
    self.fieldMask = fieldMask
  }
}

/// A member of a written set.
package struct WrittenMember: Sendable {
  package let name: Name
  /// The value; nil if it is unknown.
  package let value: Int128?
  /// The type of the value, if the language calculates with one.
  package let type: IntegerType?
  /// The message about a value that its type cannot hold.
  package let excess: String?
  /// The place of the name.
  package let place: SourcePlace?
  package let spelling: ValueSpelling
  /// The place of the value; nil if it is not written.
  package let valuePlace: SourcePlace?
  package let comment: String?

  package init(
    _ name: Name, value: Int128?, type: IntegerType? = nil, excess: String? = nil,
    at place: SourcePlace? = nil, spelling: ValueSpelling = .other,
    valuePlace: SourcePlace? = nil, comment: String? = nil
  ) {
    self.name = name
    self.value = value
    self.type = type
    self.excess = excess
    self.place = place
    self.spelling = spelling
    self.valuePlace = valuePlace
    self.comment = comment
  }

  /// The bits of the value; a negative number has 64 bits.
  package var bits: UInt64? { value.map { UInt64(truncatingIfNeeded: $0) } }
}

/// The form in which a source writes a value.
package enum ValueSpelling: Hashable, Sendable {
  /// A single number, with its digits after the prefix of the radix.
  case number(digits: String, radix: Int)
  /// `base << count`
  case shift(base: UInt64, count: Int)
  /// Nothing: one more than the previous member, `auto()`, `iota`.
  case next
  /// A calculation with the names of other constants.
  case names
  case other
}

extension WrittenSet {
  /// The set of a model, whose spelling is unknown.
  package init(_ set: FlagSet) {
    let members = (set.flags + set.combinations).map { flag in
      WrittenMember(flag.name, value: Int128(flag.mask), type: set.rawType, comment: flag.summary)
    }
    self.init(
      set.name, .flags, .swift, rawType: set.rawType, members: members, fieldMask: set.fieldMask)
  }
}
