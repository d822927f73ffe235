/// Gives an OptionSet what flagdb knows of its flags: their names, a property such as `hasHRM` for
/// each, and a bit for each flag that is declared without a value, as in `static var HRM: Self`.
///
/// Such a flag has the lowest bit that no other flag and no field has, in the order of declaration.
/// The flags of a model that is named keep their bits, and no other flag gets one of them. The model
/// is a file that `flagdb schema` writes. The path counts from the folder of the source.
@attached(member, names: arbitrary)
@attached(memberAttribute)
@attached(extension, conformances: NamedFlags)
public macro Flags(model: String? = nil) =
  #externalMacro(module: "FlagMacros", type: "FlagsMacro")

/// Makes a flag that is declared without a value the one of a bit. `@Flags` writes it.
@attached(accessor)
public macro FlagBit(_ bit: Int) = #externalMacro(module: "FlagMacros", type: "FlagBitMacro")

/// Makes a property of an OptionSet the number or the case in some of its bits, as in
/// `@Bits(0...7) var core: Core`. The raw values of the cases count from the lowest of the bits, or
/// are the bits themselves, which `inPlace` says where they may be either. A type without a case 0
/// is optional.
@attached(accessor)
public macro Bits(_ bits: ClosedRange<Int>, inPlace: Bool? = nil) =
  #externalMacro(module: "FlagMacros", type: "BitsMacro")

/// Makes a `Bool` of an OptionSet one of its bits.
@attached(accessor)
public macro Bits(_ bit: Int) = #externalMacro(module: "FlagMacros", type: "BitsMacro")
