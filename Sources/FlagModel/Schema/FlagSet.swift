package import PlainText

/// An `OptionSet` of the app: names for the bits of one integer.
package struct FlagSet: Hashable, Sendable {
  private struct Content: Hashable, Sendable {
    let name: Name
    let rawType: IntegerType
    let flags: [Flag]
    let combinations: [Flag]
    let fields: [BitField]
    let summary: String?
    let enumeration: Enumeration?
    let index: NameIndex
  }

  private let content: Shared<Content>

  /// The full name with its surrounding types: `Sample.Markers`.
  package var name: Name { content.value.name }
  package var rawType: IntegerType { content.value.rawType }
  /// The names of single bits, in the order of declaration; two names may have the same bit.
  package var flags: [Flag] { content.value.flags }
  /// The names of several bits or of none: `vitals`, `all`, `none`.
  package var combinations: [Flag] { content.value.combinations }
  /// Small enums and numbers in bits that no flag has.
  package var fields: [BitField] { content.value.fields }
  package var summary: String? { content.value.summary }
  /// The enum whose cases are the flags, for a `Set` of cases.
  package var enumeration: Enumeration? { content.value.enumeration }

  package init(
    name: Name, rawType: IntegerType, flags: [Flag], combinations: [Flag] = [],
    fields: [BitField] = [], summary: String? = nil
  ) {
    self.init(
      name: name, rawType: rawType, flags: flags, combinations: combinations, fields: fields,
      summary: summary, enumeration: nil)
  }

  private init(
    name: Name, rawType: IntegerType, flags: [Flag], combinations: [Flag], fields: [BitField],
    summary: String?, enumeration: Enumeration?
  ) {
    content = Shared(
      Content(
        name: name, rawType: rawType, flags: flags, combinations: combinations, fields: fields,
        summary: summary, enumeration: enumeration,
        index: NameIndex((flags + combinations).map(\.name))))
  }

  /// A flag for each case of an enum, to store a set of cases: `Set<Weekday>`. Nil if there are too
  /// many cases, or if a name is not allowed in a list of flags.
  /// See Documentation/Decisions/sets-of-cases-are-flags.md.
  package init?(casesOf enumeration: Enumeration) {
    guard enumeration.cases.count <= 64,
      enumeration.cases.allSatisfy({ FlagSet.canBeListed($0.name) })
    else { return nil }
    self.init(
      name: enumeration.name, rawType: .int,
      flags: enumeration.cases.enumerated().map { bit, enumCase in
        Flag(name: enumCase.name, mask: 1 << UInt64(bit), summary: enumCase.summary)
      }, combinations: [], fields: [], summary: enumeration.summary, enumeration: enumeration)
  }

  /// Every named bit, including those of combinations and fields.
  package var declaredMask: UInt64 { combinations.reduce(namedBits) { $0 | $1.mask } }

  /// The bits of all flags and fields.
  package var namedBits: UInt64 { flagBits | fieldMask }

  /// The bits of all flags.
  package var flagBits: UInt64 { flags.reduce(0) { $0 | $1.mask } }

  /// The bits of all fields.
  package var fieldMask: UInt64 { fields.reduce(0) { $0 | $1.mask } }

  /// The bits of the raw type outside of fields, which may be flags.
  package var flagMask: UInt64 { widthMask & ~fieldMask }

  /// All bits of the raw type.
  package var widthMask: UInt64 { UInt64(bitPattern: word.mask) }

  package func field(named name: Name) -> BitField? { fields.first { $0.name == name } }

  /// The set without its fields, for numbers whose field bits are clear.
  package var withoutFields: FlagSet {
    if fields.isEmpty { return self }
    return FlagSet(
      name: name, rawType: rawType, flags: flags, combinations: combinations, fields: [],
      summary: summary, enumeration: enumeration)
  }

  /// The set with additional flags and combinations.
  package func adding(_ new: [Flag]) -> FlagSet {
    FlagSet(
      name: name, rawType: rawType, flags: flags + new.filter { $0.mask.nonzeroBitCount == 1 },
      combinations: combinations + new.filter { $0.mask.nonzeroBitCount != 1 }, fields: fields,
      summary: summary)
  }

  /// The mask of a flag or a combination.
  package func mask(named name: Name) -> UInt64? {
    let isNamed: (Flag) -> Bool = { $0.name == name }
    let place = content.value.index.place(of: name) {
      flags.firstIndex(where: isNamed)
        ?? combinations.firstIndex(where: isNamed).map { $0 + flags.count }
    }
    guard let place else { return nil }
    if place < flags.count { return flags[place].mask }
    return combinations[place - flags.count].mask
  }

  /// `HRM` of `BIOMarker.HRM`.
  package func unqualified(_ name: Name) -> Name { name.dropping(self.name) ?? name }

  package var names: [Name] { (flags + combinations).map(\.name) }
}

/// A name for the bits of a mask. A flag has one bit, and a combination any number.
package struct Flag: Hashable, Sendable {
  package let name: Name
  /// The bits; bit 0 is the lowest, and none exceeds the raw type.
  package let mask: UInt64
  package let summary: String?

  package init(name: Name, mask: UInt64, summary: String? = nil) {
    self.name = name
    self.mask = mask
    self.summary = summary
  }
}
