/// Eight bytes that are looked at together. A test marks the highest bit of each byte that it finds;
/// bytes above the lowest one found may be marked wrongly, so only the lowest counts.
struct ByteWord {
  private let bits: UInt64

  /// There must be eight bytes to load, whatever they are.
  @inline(__always)
  init(at pointer: UnsafePointer<UInt8>) {
    bits = UInt64(
      littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  @inline(__always)
  static func repeating(_ byte: UInt8) -> UInt64 { UInt64(byte) &* ones }

  /// Marks what equals the byte that a pattern repeats.
  @inline(__always)
  func equal(to pattern: UInt64) -> UInt64 {
    let difference = bits ^ pattern
    return (difference &- Self.ones) & ~difference & Self.tops
  }

  /// Marks control characters and whatever is not ASCII.
  @inline(__always)
  var unusual: UInt64 { (((bits &- Self.repeating(0x20)) & ~bits) | bits) & Self.tops }

  /// The index of the lowest mark.
  @inline(__always)
  static func first(_ marks: UInt64) -> Int { marks.trailingZeroBitCount >> 3 }
}

/// The bytes of the UTF-8 scalar that begins here: 0 where none does, and beyond the end where it
/// is cut short by it.
@inline(never)
func scalarLength(at pointer: UnsafePointer<UInt8>, before end: Int) -> Int {
  let length: Int
  var second: ClosedRange<UInt8> = 0x80...0xBF
  switch pointer[0] {
  case 0xC2...0xDF: length = 2
  case 0xE0: (length, second) = (3, 0xA0...0xBF)
  case 0xED: (length, second) = (3, 0x80...0x9F)
  case 0xE1...0xEF: length = 3
  case 0xF0: (length, second) = (4, 0x90...0xBF)
  case 0xF4: (length, second) = (4, 0x80...0x8F)
  case 0xF1...0xF3: length = 4
  default: return 0
  }
  for index in 1..<length where index < end {
    let byte = pointer[index]
    guard index == 1 ? second.contains(byte) : 0x80...0xBF ~= byte else { return 0 }
  }
  return length
}
