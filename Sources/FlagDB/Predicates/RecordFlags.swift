#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The flags that a property has in each record, or a set that is calculated from them. Its methods are those of
/// `OptionSet`, and return conditions:
///
///     let markers = Sample.flags(\.markers)
///     try snapshot.fetch(Sample.self, where: markers.isDisjoint(with: wanted) && !markers.isEmpty)
///
/// A record whose flags are nil meets none of these conditions.
public struct RecordFlags<Of: Entity, Flags: OptionSet & Storable>: Sendable {
  /// The set in flagdb's language.
  private let text: @Sendable () throws -> String
  /// The condition that the property is not nil; nil if it never is.
  private let presence: (@Sendable () throws -> String)?

  init(
    text: @escaping @Sendable () throws -> String,
    presence: (@Sendable () throws -> String)? = nil
  ) {
    self.text = text
    self.presence = presence
  }

  // MARK: Conditions

  /// The records whose sets have all the given flags.
  public func contains(_ flags: Flags) -> Condition { isSuperset(of: flags) }

  /// The records whose sets have all the given flags.
  public func isSuperset(of flags: Flags) -> Condition {
    condition(flags) { "(\($0) & \($1)) == \($1)" }
  }

  /// The records whose sets have no other flags than the given ones.
  public func isSubset(of flags: Flags) -> Condition {
    condition(flags) { "(\($0) | \($1)) == \($1)" }
  }

  /// The records whose sets have none of the given flags.
  public func isDisjoint(with flags: Flags) -> Condition {
    condition(flags) { "(\($0) & \($1)) == 0" }
  }

  /// The records whose sets have no flags.
  public var isEmpty: Condition { condition([]) { "\($0) == \($1)" } }

  /// The records whose sets have exactly the given flags.
  public static func == (set: RecordFlags, flags: Flags) -> Condition {
    set.condition(flags) { "\($0) == \($1)" }
  }

  /// The records whose sets do not have exactly the given flags.
  public static func != (set: RecordFlags, flags: Flags) -> Condition {
    set.condition(flags) { "\($0) != \($1)" }
  }

  private func condition(
    _ flags: Flags, _ words: @escaping @Sendable (_ set: String, _ mask: String) -> String
  ) -> Condition {
    let condition = Condition(text: { [text] in words(try text(), try Self.mask(of: flags)) })
    guard let presence else { return condition }
    return Condition(text: presence) && condition
  }

  // MARK: Sets

  /// The flags of the record and the given ones.
  public func union(_ flags: Flags) -> RecordFlags { combined(flags) { "(\($0) | \($1))" } }

  /// The given flags that the record has.
  public func intersection(_ flags: Flags) -> RecordFlags { combined(flags) { "(\($0) & \($1))" } }

  /// The flags of the record without the given ones.
  public func subtracting(_ flags: Flags) -> RecordFlags {
    RecordFlags(
      text: { [text] in "(\(try text()) & \(try Self.complement(of: flags)))" },
      presence: presence)
  }

  /// The flags that only the record has, or only the given set.
  public func symmetricDifference(_ flags: Flags) -> RecordFlags {
    combined(flags) { "(\($0) ^ \($1))" }
  }

  private func combined(
    _ flags: Flags, _ words: @escaping @Sendable (_ set: String, _ mask: String) -> String
  ) -> RecordFlags {
    RecordFlags(text: { [text] in words(try text(), try Self.mask(of: flags)) }, presence: presence)
  }

  /// The stored mask as a number.
  private static func mask(of flags: Flags) throws -> String {
    "0x" + String(try number(of: flags), radix: 16)
  }

  /// The mask of all other bits that the set can have.
  private static func complement(of flags: Flags) throws -> String {
    let width = (Flags.RawValue.self as? any FixedWidthInteger.Type)?.bitWidth ?? 64
    let all = width < 64 ? UInt64(1) << UInt64(width) - 1 : .max
    return "0x" + String(try ~number(of: flags) & all, radix: 16)
  }

  private static func number(of flags: Flags) throws -> UInt64 {
    if let mask = try Translation.mask(of: flags) { return mask }
    throw UntranslatableExpression("a set of '\(Flags.self)'")
  }
}

extension Entity {
  /// The flags of a property, for conditions with `isSubset`, `union` and others, which `#Predicate` does not accept.
  public static func flags<Flags: OptionSet & Storable>(
    _ property: any KeyPath<Self, Flags> & Sendable
  ) -> RecordFlags<Self, Flags> {
    RecordFlags(text: { try propertyName(of: property) })
  }

  /// The flags of an optional property.
  public static func flags<Flags: OptionSet & Storable>(
    _ property: any KeyPath<Self, Flags?> & Sendable
  ) -> RecordFlags<Self, Flags> {
    RecordFlags(
      text: { try propertyName(of: property) },
      presence: { "\(try propertyName(of: property)) != nil" })
  }
}

extension Condition {
  /// A condition from text in flagdb's language, which is known when the condition is used.
  fileprivate init(text: @escaping @Sendable () throws -> String) {
    self.init { entity, schema, now in
      try Condition(text()).predicate(of: entity, in: schema, now: now)
    }
  }
}
