/// Eight bytes that are looked at together. A test marks the highest bit of each byte that it finds;
/// bytes above the lowest one found may be marked wrongly, so only the lowest counts.
public struct ByteWord {
  @usableFromInline let bits: UInt64

  /// There must be eight bytes to load, whatever they are.
  @inlinable @inline(__always)
  public init(at pointer: UnsafePointer<UInt8>) {
    bits = UInt64(
      littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
  }

  @inlinable static var ones: UInt64 { 0x0101_0101_0101_0101 }
  @inlinable static var tops: UInt64 { 0x8080_8080_8080_8080 }

  @inlinable @inline(__always)
  public static func repeating(_ byte: UInt8) -> UInt64 { UInt64(byte) &* ones }

  /// Marks what equals the byte that a pattern repeats.
  @inlinable @inline(__always)
  public func equal(to pattern: UInt64) -> UInt64 {
    let difference = bits ^ pattern
    return (difference &- Self.ones) & ~difference & Self.tops
  }

  /// Marks control characters and whatever is not ASCII.
  @inlinable @inline(__always)
  public var unusual: UInt64 { (((bits &- Self.repeating(0x20)) & ~bits) | bits) & Self.tops }

  /// The index of the lowest mark.
  @inlinable @inline(__always)
  public static func first(_ marks: UInt64) -> Int { marks.trailingZeroBitCount >> 3 }
}

/// The number that hexadecimal digits write; nil if one of them is no digit.
public func hexadecimal(_ digits: UnsafePointer<UInt8>, count: Int) -> UInt32? {
  var number: UInt32 = 0
  for index in 0..<count {
    let byte = digits[index]
    let letter = byte | 0x20
    if byte &- 0x30 <= 9 {
      number = number << 4 | UInt32(byte - 0x30)
    } else if (0x61...0x66).contains(letter) {
      number = number << 4 | UInt32(letter - 0x61 + 10)
    } else {
      return nil
    }
  }
  return number
}
