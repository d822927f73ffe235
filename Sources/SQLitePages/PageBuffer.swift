/// Memory for pages. Some padding follows the last page, so that a number at the end of a page can
/// be read before its length is known; bounds are checked afterwards.
final class PageBuffer {
  private var start: UnsafeMutableRawPointer
  /// The usable size in bytes.
  private(set) var count: Int
  private static let padding = 32
  /// The bytes by which the buffer grows at least.
  private static let growth = 1 << 20

  init(_ count: Int) {
    self.count = count
    start = Self.zeros(count)
  }

  deinit {
    start.deallocate()
  }

  private static func zeros(_ count: Int) -> UnsafeMutableRawPointer {
    let start = UnsafeMutableRawPointer.allocate(byteCount: count + padding, alignment: 16)
    start.initializeMemory(as: UInt8.self, repeating: 0, count: count + padding)
    return start
  }

  var base: UnsafeRawPointer { UnsafeRawPointer(start) }

  /// The bytes from an offset on.
  func rest(from offset: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: start + offset, count: count - offset)
  }

  var all: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  /// Enlarges the buffer to a size, and keeps its content.
  func reserve(_ count: Int) {
    guard count > self.count else { return }
    let larger = self.count == 0 ? count : max(count, self.count + Self.growth)
    let new = Self.zeros(larger)
    new.copyMemory(from: start, byteCount: self.count)
    start.deallocate()
    start = new
    self.count = larger
  }
}

extension UnsafeRawPointer {
  /// Reads a number of two bytes.
  @inline(__always)
  func short(_ offset: Int) -> Int {
    Int(UInt16(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
  }

  /// Reads a page number.
  @inline(__always)
  func page(_ offset: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Reads a varint of one to nine bytes, and moves the offset behind it.
  @inline(__always)
  func number(_ offset: inout Int) -> UInt64 {
    let first = load(fromByteOffset: offset, as: UInt8.self)
    if first < 0x80 {
      offset += 1
      return UInt64(first)
    }
    return longNumber(&offset)
  }

  /// Moves the offset behind a varint, which ends with its ninth byte or with the first below 0x80.
  @inline(__always)
  func skipNumber(_ offset: inout Int) {
    let bytes = UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    let ends = ~bytes & 0x8080_8080_8080_8080
    offset += ends.trailingZeroBitCount >> 3 + 1
  }

  @inline(never)
  private func longNumber(_ offset: inout Int) -> UInt64 {
    var number: UInt64 = 0
    for _ in 0..<8 {
      let byte = load(fromByteOffset: offset, as: UInt8.self)
      offset += 1
      number = number << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return number }
    }
    let last = load(fromByteOffset: offset, as: UInt8.self)
    offset += 1
    return number << 8 | UInt64(last)
  }

  /// Reads an integer of a record with a serial type of 1 to 6, 8 or 9.
  @inline(__always)
  func integer(_ type: UInt64, _ offset: Int) -> Int64 {
    switch type {
    case 1: return Int64(load(fromByteOffset: offset, as: Int8.self))
    case 2: return Int64(Int16(truncatingIfNeeded: short(offset)))
    case 3: return Int64(Int32(bitPattern: page(offset)) >> 8)
    case 4: return Int64(Int32(bitPattern: page(offset)))
    case 5: return word(offset) >> 16
    case 6: return word(offset)
    case 9: return 1
    default: return 0
    }
  }

  /// Reads an integer of eight bytes.
  @inline(__always)
  func word(_ offset: Int) -> Int64 {
    Int64(bigEndian: loadUnaligned(fromByteOffset: offset, as: Int64.self))
  }
}
