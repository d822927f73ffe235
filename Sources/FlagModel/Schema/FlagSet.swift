/// An `OptionSet` of the app: names for the bits of one integer.
package struct FlagSet: Hashable, Sendable {
  /// The full name, with the types around it: `Sample.Markers`.
  package let name: String
  package let rawType: IntegerType
  /// The names of one bit each, in the order of declaration; two may share a bit.
  package let flags: [Flag]
  /// The names of several bits, or of none: `vitals`, `all`, `none`.
  package let combinations: [Flag]
  package let summary: String?
  private let index: NameIndex<[UInt8]>

  package init(
    name: String, rawType: IntegerType, flags: [Flag], combinations: [Flag] = [],
    summary: String? = nil
  ) {
    self.name = name
    self.rawType = rawType
    self.flags = flags
    self.combinations = combinations
    self.summary = summary
    index = NameIndex((flags + combinations).map { Array($0.name.utf8) })
  }

  /// Every bit that a name stands for, those of combinations included.
  package var declaredMask: UInt64 {
    (flags + combinations).reduce(0) { $0 | $1.mask }
  }

  /// The mask that a flag or a combination of that name stands for.
  package func mask(named name: String) -> UInt64? {
    let isNamed: (Flag) -> Bool = { $0.name.utf8.elementsEqual(name.utf8) }
    let place = index.place(of: Array(name.utf8)) {
      flags.firstIndex(where: isNamed)
        ?? combinations.firstIndex(where: isNamed).map { $0 + flags.count }
    }
    return place.map { $0 < flags.count ? flags[$0].mask : combinations[$0 - flags.count].mask }
  }
}

/// A name for the bits of a mask; within a `FlagSet` a flag has one bit, a combination any number.
package struct Flag: Hashable, Sendable {
  package let name: String
  /// The bits, bit 0 lowest, never more than the raw type holds.
  package let mask: UInt64
  package let summary: String?

  package init(name: String, mask: UInt64, summary: String? = nil) {
    self.name = name
    self.mask = mask
    self.summary = summary
  }
}
