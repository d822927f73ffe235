import FlagModel

/// The macros that compute one property from the arguments of its attribute.
extension MacroPlugin {
  /// `@FlagBit(3)` makes a flag `Self(rawValue: 1 << 3)`.
  static func flag(_ use: MacroUse) -> Expansion {
    Expansion(code: arguments(of: use).map { "{ get { Self(rawValue: 1 << \($0)) } }" })
  }

  /// `@Bits(0...7)` makes a property the field of these bits.
  static func field(_ use: MacroUse) -> Expansion {
    guard let arguments = arguments(of: use) else { return Expansion() }
    return Expansion(
      code: """
        {
          get { field(\(arguments)) }
          set { setField(\(arguments), to: newValue) }
        }
        """)
  }

  private static func arguments(of use: MacroUse) -> String? {
    guard let text = use.attribute?.source.utf8, let open = text.firstIndex(of: UInt8(ascii: "(")),
      let close = text.lastIndex(of: UInt8(ascii: ")")), open < close
    else { return nil }
    return String(decoding: text[open + 1..<close], as: UTF8.self)
  }
}
