// This module is for apps that need the names of flags and no database.

/// A flag set with the names of its flags. `@Flags` conforms an OptionSet to it.
public protocol NamedFlags: OptionSet, CustomStringConvertible, Sendable
where Element == Self, RawValue: FixedWidthInteger {
  /// The flags and combinations with their names, in the order of declaration.
  static var namedFlags: [(name: String, flags: Self)] { get }
}

extension NamedFlags {
  /// All flags with a name.
  public static var allFlags: Self { namedFlags.reduce(into: []) { $0.formUnion($1.flags) } }

  /// The flag or combination with a name; nil if none has it.
  public init?(name: String) {
    let match = Self.namedFlags.first { $0.name.utf8.elementsEqual(name.utf8) }
    guard let match else { return nil }
    self = match.flags
  }

  /// The names of the flags that are set, in the order of declaration. Undeclared bits are one number at the end,
  /// as in `0x40`.
  public var names: [String] {
    var left = rawValue
    var names: [String] = []
    for (name, flags) in Self.namedFlags
    where flags.rawValue.nonzeroBitCount == 1 && left & flags.rawValue != 0 {
      names.append(name)
      left &= ~flags.rawValue
    }
    if left != 0 { names.append("0x" + String(Self.unsigned(left), radix: 16, uppercase: true)) }
    return names
  }

  /// The names of the flags that are set, `HRM|PLX`, as flagdb shows them; empty if none is.
  public var description: String { names.joined(separator: "|") }

  /// The bits of a number, which may stand for a negative one.
  private static func unsigned(_ number: RawValue) -> RawValue.Magnitude {
    RawValue.Magnitude(truncatingIfNeeded: number)
  }
}
