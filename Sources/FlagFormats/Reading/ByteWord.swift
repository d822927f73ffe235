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
