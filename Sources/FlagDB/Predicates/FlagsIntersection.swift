import Predicates
import SQLText

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension PredicateExpressions {
  /// `markers[wanted]` within a predicate: the flags that two sets have in common.
  public struct FlagsIntersection<Flags: PredicateExpression, Others: PredicateExpression>:
    PredicateExpression
  where Flags.Output: OptionSet, Others.Output == Flags.Output {
    /// A set of flags.
    public typealias Output = Flags.Output

    let flags: Flags
    let others: Others

    /// The flags of both sets.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      try flags.evaluate(bindings).intersection(others.evaluate(bindings))
    }
  }

  // The macro calls it by this name.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Makes `markers[wanted]` available in predicates.
  public static func build_subscript<Flags, Others>(
    _ flags: Flags, _ others: Others
  ) -> FlagsIntersection<Flags, Others>
  where Flags.Output: OptionSet, Others.Output == Flags.Output {
    FlagsIntersection(flags: flags, others: others)
  }

  /// `markers.contains(wanted)` within a predicate: true if a set has all flags of another.
  public typealias FlagsContain<Flags, Wanted> = Equal<FlagsIntersection<Flags, Wanted>, Wanted>
  where
    Flags: PredicateExpression, Wanted: PredicateExpression, Flags.Output: OptionSet,
    Wanted.Output == Flags.Output

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Makes `contains` available in predicates for a set of flags.
  public static func build_contains<Flags, Wanted>(
    _ flags: Flags, _ wanted: Wanted
  ) -> FlagsContain<Flags, Wanted> where Flags.Output: OptionSet, Wanted.Output == Flags.Output {
    build_Equal(lhs: FlagsIntersection(flags: flags, others: wanted), rhs: wanted)
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Makes `contains` available in predicates for a flag that a key path names.
  public static func build_contains<Flags>(
    _ flags: Flags, _ wanted: Value<Swift.KeyPath<Flags.Output.Type, Flags.Output>>
  ) -> FlagsContain<Flags, Value<Flags.Output>> where Flags.Output: OptionSet {
    build_contains(flags, Value(Flags.Output.self[keyPath: wanted.value]))
  }
}

extension OptionSet {
  /// The flags that another set has too, as `intersection` returns them: `markers[wanted].isEmpty`. A `#Predicate`
  /// accepts brackets, but neither `intersection` nor `isDisjoint`.
  public subscript(others: Self) -> Self { intersection(others) }

  /// True if the set has all flags of a static property: `markers.contains(\.HRM)`. A `#Predicate`
  /// accepts a flag as a key path, but not as `.HRM`.
  public func contains(_ flags: KeyPath<Self.Type, Self>) -> Bool {
    isSuperset(of: Self.self[keyPath: flags])
  }
}

extension PredicateExpressions.FlagsIntersection: Sendable
where Flags: Sendable, Others: Sendable {}

extension PredicateExpressions.FlagsIntersection: Codable where Flags: Codable, Others: Codable {
  /// Decodes the two sets.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    flags = try container.decode(Flags.self)
    others = try container.decode(Others.self)
  }

  /// Encodes the two sets.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(flags)
    try container.encode(others)
  }
}

extension PredicateExpressions.FlagsIntersection: StandardPredicateExpression
where Flags: StandardPredicateExpression, Others: StandardPredicateExpression {}

extension PredicateExpressions.FlagsIntersection: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    .binary(.bitAnd, try translation.flags(of: flags), try translation.flags(of: others))
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
    guard let declared = Stored(storedValue: stored), declared.isSuperset(of: flags) else {
      throw UntranslatableExpression("a flag of '\(Stored.self)' that is not stored")
    }
    return try mask(of: stored)
  }
}
