/// Eight bytes that are examined together. A test sets the highest bit of each matching byte. Bytes
/// above the lowest match can be wrong, so only the lowest is used.
public struct ByteWord {
  @usableFromInline let bits: UInt64

  /// Loads eight bytes, all of which must be readable.
  @inlinable @inline(__always)
  public init(at pointer: UnsafePointer<UInt8>) {
    bits = UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
  }

  @inlinable static var ones: UInt64 { 0x0101_0101_0101_0101 }
  @inlinable static var tops: UInt64 { 0x8080_8080_8080_8080 }

  @inlinable @inline(__always)
  public static func repeating(_ byte: UInt8) -> UInt64 { UInt64(byte) &* ones }

  /// Marks the bytes that equal the repeated byte of a pattern.
  @inlinable @inline(__always)
  public func equal(to pattern: UInt64) -> UInt64 {
    let difference = bits ^ pattern
    return (difference &- Self.ones) & ~difference & Self.tops
  }

  /// Marks control characters and bytes that are not ASCII.
  @inlinable @inline(__always)
  public var unusual: UInt64 { (((bits &- Self.repeating(0x20)) & ~bits) | bits) & Self.tops }

  /// The index of the lowest mark.
  @inlinable @inline(__always)
  public static func first(_ marks: UInt64) -> Int { marks.trailingZeroBitCount >> 3 }
}

/// The value of hexadecimal digits; nil if a character is no digit.
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
