import Predicates
import SQLText

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension PredicateExpressions {
  /// `markers.contains(wanted)` within a predicate: true if a set has all flags of another.
  public struct FlagsContain<Flags: PredicateExpression, Wanted: PredicateExpression>:
    PredicateExpression
  where Flags.Output: OptionSet, Wanted.Output == Flags.Output {
    /// True or false.
    public typealias Output = Bool

    let flags: Flags
    let wanted: Wanted

    /// True if the set has all the wanted flags.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try flags.evaluate(bindings).isSuperset(of: wanted.evaluate(bindings))
    }
  }

  // The macro calls it by this name.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Makes `contains` available in predicates for a set of flags.
  public static func build_contains<Flags, Wanted>(
    _ flags: Flags, _ wanted: Wanted
  ) -> FlagsContain<Flags, Wanted> where Flags.Output: OptionSet, Wanted.Output == Flags.Output {
    FlagsContain(flags: flags, wanted: wanted)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Makes `contains` available in predicates for a flag that a key path names.
  public static func build_contains<Flags>(
    _ flags: Flags, _ wanted: Value<Swift.KeyPath<Flags.Output.Type, Flags.Output>>
  ) -> FlagsContain<Flags, Value<Flags.Output>> where Flags.Output: OptionSet {
    FlagsContain(flags: flags, wanted: Value(Flags.Output.self[keyPath: wanted.value]))
  }
}

extension OptionSet {
  /// True if the set has all flags of a static property: `markers.contains(\.HRM)`. A `#Predicate`
  /// accepts a flag as a key path, but not as `.HRM`.
  public func contains(_ flags: KeyPath<Self.Type, Self>) -> Bool {
    isSuperset(of: Self.self[keyPath: flags])
  }
}

extension PredicateExpressions.FlagsContain: Sendable where Flags: Sendable, Wanted: Sendable {}

extension PredicateExpressions.FlagsContain: Codable where Flags: Codable, Wanted: Codable {
  /// Decodes the two sides.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    flags = try container.decode(Flags.self)
    wanted = try container.decode(Wanted.self)
  }

  /// Encodes the two sides.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(flags)
    try container.encode(wanted)
  }
}

extension PredicateExpressions.FlagsContain: StandardPredicateExpression
where Flags: StandardPredicateExpression, Wanted: StandardPredicateExpression {}

extension PredicateExpressions.FlagsContain: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression)
    -> PredicateSyntax.Kind
  {
    let left = try translation.flags(of: flags)
    if let value = wanted as? PredicateExpressions.Value<Flags.Output>,
      let mask = try Translation.mask(of: value.value)
    {
      return Translation.test(left, has: mask)
    }
    let right = try translation.flags(of: wanted)
    return .compare(
      Translation.syntax(.binary(.bitAnd, left, right)), .equal, .exact, right)
  }
}

extension Translation {
  /// A set of flags; a captured one as the number of its mask.
  mutating func flags<Flags: PredicateExpression>(
    of expression: Flags
  ) throws(UntranslatableExpression) -> PredicateSyntax {
    guard let value = Self.value(of: expression), let mask = try Self.mask(of: value) else {
      return try syntax(of: expression)
    }
    return Self.number(ofMask: mask)
  }

  static func number(ofMask mask: UInt64) -> PredicateSyntax {
    syntax(.number("0x" + String(mask, radix: 16)))
  }

  /// The stored mask of a set of flags; nil if the raw value is not an integer.
  static func mask(of flags: Any) throws(UntranslatableExpression) -> UInt64? {
    switch flags {
    case let bits as any FixedWidthInteger:
      guard bits.magnitude.bitWidth - bits.magnitude.leadingZeroBitCount <= 64 else {
        throw UntranslatableExpression("a flag beyond bit 63")
      }
      return UInt64(truncatingIfNeeded: bits)
    case let flags as any (OptionSet & Storable): return try stored(flags)
    case let flags as any OptionSet: return try mask(of: flags.rawValue)
    default: return nil
    }
  }

  private static func stored<Stored: OptionSet & Storable>(
    _ flags: Stored
  ) throws(UntranslatableExpression) -> UInt64? {
    let stored = flags.storedValue
    guard let known = Stored(storedValue: stored), known.isSuperset(of: flags) else {
      throw UntranslatableExpression("a flag of '\(Stored.self)' that is not stored")
    }
    return try mask(of: stored)
  }
}
