/// Gives an OptionSet the names of its flags, a property such as `hasHRM` for each flag, and a bit for each flag
/// that is declared without a value, as in `static var HRM: Self`.
///
/// Such a flag gets the lowest free bit, in the order of declaration. If `model` names a file of `flagdb schema`,
/// flags of that model keep their bits, and no other flag gets one of them. The path is relative to the folder of
/// the source.
@attached(member, names: arbitrary)
@attached(memberAttribute)
@attached(extension, conformances: NamedFlags)
public macro Flags(model: String? = nil) = #externalMacro(module: "FlagMacros", type: "FlagsMacro")

/// Gives a flag that is declared without a value its bit. `@Flags` generates it.
@attached(accessor)
public macro FlagBit(_ bit: Int) = #externalMacro(module: "FlagMacros", type: "FlagBitMacro")

/// Makes a property of an OptionSet a field: the number or case in some of its bits, as in
/// `@Bits(0...7) var core: Core`. The raw values of the cases count from the lowest of the bits, or are the bits
/// in place; `inPlace` selects the second if both are possible. A field of a type without a case 0 is optional.
@attached(accessor)
public macro Bits(_ bits: ClosedRange<Int>, inPlace: Bool? = nil) =
  #externalMacro(module: "FlagMacros", type: "BitsMacro")

/// Makes a `Bool` of an OptionSet one of its bits.
@attached(accessor)
public macro Bits(_ bit: Int) = #externalMacro(module: "FlagMacros", type: "BitsMacro")
