import Predicates
import SQLText

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension PredicateExpressions {
  /// `markers.contains(.HRM)` within a predicate: true if a set has all flags of another.
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
  /// Lets predicates ask a set of flags for `contains`.
  public static func build_contains<Flags, Wanted>(
    _ flags: Flags, _ wanted: Wanted
  ) -> FlagsContain<Flags, Wanted> where Flags.Output: OptionSet, Wanted.Output == Flags.Output {
    FlagsContain(flags: flags, wanted: wanted)
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
    let left = try translation.syntax(of: flags)
    if let value = wanted as? PredicateExpressions.Value<Flags.Output>,
      let raw = value.value.rawValue as? any FixedWidthInteger
    {
      guard raw.bitWidth <= 64 || raw.magnitude.bitWidth - raw.magnitude.leadingZeroBitCount <= 64
      else { throw UntranslatableExpression("a flag beyond bit 63") }
      return Translation.test(left, has: UInt64(truncatingIfNeeded: raw))
    }
    let right = try translation.syntax(of: wanted)
    return .compare(
      Translation.syntax(.binary(.bitAnd, left, right)), .equal, .exact, right)
  }
}
