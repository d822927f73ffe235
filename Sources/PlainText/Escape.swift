/// An escape sequence for one byte.
public struct Escape {
  @usableFromInline let bytes: UInt64
  public let count: Int

  @inlinable
  public init(_ first: UInt8, _ second: UInt8) {
    bytes = UInt64(first) | UInt64(second) << 8
    count = 2
  }

  /// `\u001b`
  @inlinable
  public init(codeUnit: UInt16) {
    var bytes = UInt64(UInt8(ascii: "\\")) | UInt64(UInt8(ascii: "u")) << 8
    for index in 0..<4 {
      let digit = UInt8(truncatingIfNeeded: codeUnit >> UInt16(12 - 4 * index) & 0xF)
      let letter =
        if digit < 10 { UInt8(ascii: "0") + digit } else { UInt8(ascii: "a") + digit - 10 }
      bytes |= UInt64(letter) << UInt64(16 + 8 * index)
    }
    self.bytes = bytes
    count = 6
  }

  @inlinable
  public func byte(at index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bytes >> UInt64(8 * index)) }

  @inlinable
  public func append(to bytes: inout [UInt8]) {
    for index in 0..<count { bytes.append(byte(at: index)) }
  }
}
