import FlagModel
import Predicates
import SQLText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Variables, key paths and nested expressions.

extension PredicateExpressions.Variable: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    guard let meaning = translation.variables[key] else {
      throw UntranslatableExpression("a variable of another predicate")
    }
    return meaning.kind
  }
}

extension PredicateExpressions.KeyPath: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    let base = try translation.syntax(of: root)
    if let entity = Root.Output.self as? any Entity.Type {
      return Translation.member(try entity.name(of: keyPath), of: base)
    }
    if let flags = Root.Output.self as? any NamedFlags.Type, let flag = flags.flag(at: keyPath) {
      return Translation.test(base, has: flag)
    }
    if let kind = standardProperty(of: base) { return kind }
    if let name = try Self.elementProperty(keyPath) { return Translation.member(name, of: base) }
    // The description of a key path to a stored property ends with its name.
    let text = "\(keyPath)"
    let name = text.utf8.lastIndex(of: UInt8(ascii: ".")).map {
      text[text.utf8.index(after: $0)...]
    }
    guard let name, !text.contains("<"), !text.contains("(") else {
      throw UntranslatableExpression(
        "a calculated property of '\(Root.Output.self)' (\(Output.self))")
    }
    return .member(base, Name(name))
  }

  /// The property of the elements that `readings.value` lists; nil if the key path does not start
  /// at a list of records.
  private static func elementProperty(
    _ keyPath: AnyKeyPath
  ) throws(UntranslatableExpression) -> Name? {
    func name<List: EntityList>(in type: List.Type) throws(UntranslatableExpression) -> Name? {
      guard let property = ListProbe.property(of: keyPath, in: type) else { return nil }
      return try List.Element.name(of: property)
    }
    guard let list = Root.Output.self as? any EntityList.Type else { return nil }
    return try name(in: list)
  }

  /// A property that Swift defines for the type, such as `isEmpty` of an option set.
  private func standardProperty(of base: PredicateSyntax) -> PredicateSyntax.Kind? {
    if let type = Root.Output.self as? any OptionSet.Type, type.isEmptiness(keyPath) {
      return .compare(base, .equal, .exact, Translation.syntax(.number("0")))
    }
    if let type = Root.Output.self as? any (RawRepresentable & CaseIterable).Type,
      type.isRawValue(keyPath)
    {
      return .member(base, "rawValue")
    }
    guard let type = Root.Output.self as? any PropertiesInPredicates.Type,
      let name = type.properties.first(where: { $0.0 == keyPath })?.1
    else { return nil }
    if name.isEmpty { return base.kind }
    return .member(base, name)
  }
}

// A key path to a property of a protocol has no name and equals no other key path. It is recognized
// by its results.

extension OptionSet {
  /// True for `\.isEmpty`: the property is true for the empty set, and false for each bit and for
  /// all bits.
  fileprivate static func isEmptiness(_ keyPath: AnyKeyPath) -> Bool {
    guard let property = keyPath as? KeyPath<Self, Bool>,
      let type = RawValue.self as? any FixedWidthInteger.Type
    else { return false }
    func isEmptiness<Raw: FixedWidthInteger>(_ type: Raw.Type) -> Bool {
      let masks = [~0] + (0..<Raw.bitWidth).map { 1 << $0 as Raw }
      return masks.allSatisfy { mask in
        (mask as? RawValue).map { !Self(rawValue: $0)[keyPath: property] } ?? false
      }
    }
    return Self()[keyPath: property] && isEmptiness(type)
  }
}

extension RawRepresentable where Self: CaseIterable {
  /// True for `\.rawValue`: the property is the raw value of every case.
  fileprivate static func isRawValue(_ keyPath: AnyKeyPath) -> Bool {
    guard let property = keyPath as? KeyPath<Self, RawValue>, !allCases.isEmpty else {
      return false
    }
    return allCases.allSatisfy {
      $0.rawValue as? AnyHashable == $0[keyPath: property] as? AnyHashable
    }
  }
}

extension Entity {
  fileprivate static func name(of keyPath: AnyKeyPath) throws(UntranslatableExpression) -> Name {
    if let keyPath = keyPath as? PartialKeyPath<Self>, let name = try? propertyName(of: keyPath) {
      return Name(name)
    }
    throw UntranslatableExpression(
      "a calculated property of '\(self)' (\(type(of: keyPath).valueType))")
  }
}

extension NamedFlags {
  /// The flag that a property such as `hasHRM` tests; nil if the property depends on anything else.
  fileprivate static func flag(at keyPath: AnyKeyPath) -> UInt64? {
    guard let property = keyPath as? Swift.KeyPath<Self, Bool>, !Self()[keyPath: property] else {
      return nil
    }
    let match = namedFlags.first { _, flags in
      flags[keyPath: property] && allFlags[keyPath: property]
        && !allFlags.subtracting(flags)[keyPath: property]
        && namedFlags.allSatisfy { _, other in
          other[keyPath: property] == other.isSuperset(of: flags)
        }
    }
    return match.map { UInt64(truncatingIfNeeded: $0.flags.rawValue) }
  }
}

extension Translation {
  static func member(_ name: Name, of base: PredicateSyntax) -> PredicateSyntax.Kind {
    let parts = name.parts
    return parts.dropFirst().reduce(.member(base, parts[0])) { .member(syntax($0), $1) }
  }

  /// `(markers & 6) == 6`
  static func test(_ flags: PredicateSyntax, has mask: UInt64) -> PredicateSyntax.Kind {
    if mask == 0 { return .bool(true) }
    let number = number(ofMask: mask)
    return .compare(syntax(.binary(.bitAnd, flags, number)), .equal, .exact, number)
  }
}

// MARK: Properties of standard types

/// A type with key paths that the translation knows, and their names in flagdb's language. An empty
/// name means the value itself.
private protocol PropertiesInPredicates {
  static var properties: [(AnyKeyPath, Name)] { get }
}

extension String: PropertiesInPredicates {
  fileprivate static var properties: [(AnyKeyPath, Name)] {
    [(\Self.count, "count"), (\Self.isEmpty, "isEmpty")]
  }
}

extension Array: PropertiesInPredicates {
  fileprivate static var properties: [(AnyKeyPath, Name)] {
    [
      (\Self.count, "count"), (\Self.isEmpty, "isEmpty"), (\Self.first, "first"),
      (\Self.last, "last"),
    ] + ((Self.self as? any NumbersInPredicates.Type)?.numberProperties ?? [])
      + ((Self.self as? any SetsInPredicates.Type)?.setProperties ?? [])
  }
}

private protocol NumbersInPredicates {
  static var numberProperties: [(AnyKeyPath, Name)] { get }
}

extension Array: NumbersInPredicates where Element: Numeric {
  fileprivate static var numberProperties: [(AnyKeyPath, Name)] { [(\Self.sum, "sum")] }
}

private protocol SetsInPredicates {
  static var setProperties: [(AnyKeyPath, Name)] { get }
}

extension Array: SetsInPredicates where Element: SetAlgebra {
  fileprivate static var setProperties: [(AnyKeyPath, Name)] {
    [(\Self.union, "union"), (\Self.intersection, "intersection")]
  }
}

extension Set: PropertiesInPredicates {
  fileprivate static var properties: [(AnyKeyPath, Name)] {
    [(\Self.count, "count"), (\Self.isEmpty, "isEmpty")]
  }
}

extension Dictionary: PropertiesInPredicates {
  fileprivate static var properties: [(AnyKeyPath, Name)] {
    [
      (\Self.count, "count"), (\Self.isEmpty, "isEmpty"), (\Self.keys, "keys"),
      (\Self.values, "values"),
    ]
  }
}

extension Date: PropertiesInPredicates {
  fileprivate static var properties: [(AnyKeyPath, Name)] {
    [
      (\Self.timeIntervalSinceReferenceDate, "timeIntervalSinceReferenceDate"),
      (\Self.timeIntervalSince1970, "timeIntervalSince1970"),
    ]
  }
}

extension Key: PropertiesInPredicates {
  fileprivate static var properties: [(AnyKeyPath, Name)] { [(\Self.number, "")] }
}
