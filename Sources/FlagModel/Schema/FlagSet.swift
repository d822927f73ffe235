/// An `OptionSet` of the app: names for the bits of one integer.
public struct FlagSet: Hashable, Sendable {
  /// The full name, with the types around it: `Sample.Markers`.
  public let name: String
  public let rawType: IntegerType
  /// The names of one bit each, in the order of declaration; two may share a bit.
  public let flags: [Flag]
  /// The names of several bits, or of none: `vitals`, `all`, `none`.
  public let combinations: [Flag]
  public let summary: String?
  private let index: NameIndex<[UInt8]>

  public init(
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
  public var declaredMask: UInt64 {
    (flags + combinations).reduce(0) { $0 | $1.mask }
  }

  /// The mask that a flag or a combination of that name stands for.
  public func mask(named name: String) -> UInt64? {
    let isNamed: (Flag) -> Bool = { $0.name.utf8.elementsEqual(name.utf8) }
    let place = index.place(of: Array(name.utf8)) {
      flags.firstIndex(where: isNamed)
        ?? combinations.firstIndex(where: isNamed).map { $0 + flags.count }
    }
    return place.map { $0 < flags.count ? flags[$0].mask : combinations[$0 - flags.count].mask }
  }
}

/// A name for the bits of a mask; within a `FlagSet` a flag has one bit, a combination any number.
public struct Flag: Hashable, Sendable {
  public let name: String
  /// The bits, bit 0 lowest, never more than the raw type holds.
  public let mask: UInt64
  public let summary: String?

  public init(name: String, mask: UInt64, summary: String? = nil) {
    self.name = name
    self.mask = mask
    self.summary = summary
  }
}
