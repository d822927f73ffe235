import FlagModel

/// The numbers in a column of flags, which are masks.
struct MaskNumbers {
  /// The bits of all numbers; a negative number has 64 bits.
  private var allBits: UInt64 = 0
  private var isNegative = false
  private var fits32Bits = true
  private(set) var isEmpty = true

  /// Adds an item of a list; returns false if it is no number.
  mutating func insert(_ text: some StringProtocol) -> Bool {
    let text = String(text.trimmed)
    guard let first = text.utf8.first, (0x30...0x39).contains(first) || first == UInt8(ascii: "-"),
      let mask = Self.any.bits(number: text)
    else { return false }
    isEmpty = false
    allBits |= mask
    if first == UInt8(ascii: "-") {
      isNegative = true
      if Int32(text) == nil { fits32Bits = false }
    } else if mask > UInt64(UInt32.max) {
      fits32Bits = false
    }
    return true
  }

  /// The set that reads any number as a mask.
  static let any = FlagSet(name: "", rawType: .int64, flags: [])

  /// True if all numbers fit in 32 bits, and some are negative, as their highest bit is set.
  private var areSigned32Bits: Bool { isNegative && fits32Bits }

  /// The integer type of the masks. A negative number of 32 bits has no bits beyond them.
  var rawType: IntegerType { areSigned32Bits ? .int32 : .int64 }

  /// All bits that a number has.
  var bits: UInt64 { areSigned32Bits ? allBits & UInt64(UInt32.max) : allBits }

  /// A flag for each bit: `bit0`, `bit4`.
  var flags: [Flag] {
    (0..<64).filter { bits >> UInt64($0) & 1 == 1 }.map {
      Flag(name: Name("bit\($0)"), mask: 1 << UInt64($0))
    }
  }

  /// The set with an integer type that holds all numbers.
  func held(by set: FlagSet) -> FlagSet {
    let type = set.rawType
    if isEmpty || bits & ~set.widthMask == 0 && (type.bitWidth < 64 || !areSigned32Bits) {
      return set
    }
    let isNarrow = areSigned32Bits && set.declaredMask & ~UInt64(UInt32.max) == 0
    return FlagSet(
      name: set.name, rawType: isNarrow ? .int32 : .int64, flags: set.flags,
      combinations: set.combinations, fields: set.fields, summary: set.summary)
  }
}
