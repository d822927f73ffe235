import PlainText

/// The bytes of a record during formatting, before they go to the output. At least one readable
/// word follows the last byte, so that a text can be scanned eight bytes at a time.
struct LineBytes: ~Copyable {
  private(set) var count = 0
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private static let margin = 8

  init() {
    capacity = 256
    start = .allocate(capacity: capacity + Self.margin)
    start.initialize(repeating: 0, count: capacity + Self.margin)
  }

  deinit {
    start.deallocate()
  }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  func bytes(from offset: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start + offset, count: count - offset)
  }

  func text(from offset: Int = 0) -> String { String(decoding: bytes(from: offset), as: UTF8.self) }

  /// Keeps only the first bytes.
  mutating func cut(to count: Int) { self.count = min(self.count, count) }

  mutating func append(_ byte: UInt8) {
    reserve(1)
    start[count] = byte
    count += 1
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Lets the body store bytes at the end, up to the given maximum, and return their number.
  @inline(__always)
  mutating func append(atMost most: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
    reserve(most)
    count += body(start + count)
  }

  mutating func replace(from offset: Int, with text: String) {
    cut(to: offset)
    append(text: text)
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) { if capacity - count < more { grow(by: more) } }

  @inline(never)
  private mutating func grow(by more: Int) {
    let larger = max(capacity * 2, count + more)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + Self.margin)
    memory.update(from: start, count: count)
    (memory + count).initialize(repeating: 0, count: larger + Self.margin - count)
    start.deallocate()
    start = memory
    capacity = larger
  }

  /// The result of a scan: bytes of a certain kind, and bytes beyond ASCII.
  struct Findings {
    let hasMarks: Bool
    let isASCII: Bool
  }

  /// Scans the bytes from an offset on. `marks` sets the highest bit of each byte of that kind in a
  /// word. It is zero if the word has none.
  @inline(__always)
  func look(from offset: Int, marks: (UInt64) -> UInt64) -> Findings {
    let raw = UnsafeRawPointer(start)
    var marked: UInt64 = 0
    var above: UInt64 = 0
    var at = offset
    while at + 8 <= count {
      let word = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      marked |= marks(word)
      above |= word
      at += 8
    }
    if at < count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let isText = UInt64.max >> UInt64(8 * (8 - (count - at)))
      marked |= marks(word | ~isText) & isText
      above |= word & isText
    }
    return Findings(hasMarks: marked & highBits != 0, isASCII: above & highBits == 0)
  }

  /// Replaces bytes from an offset on by their escapes. It works in place from the end, so that no
  /// byte is overwritten before it is moved.
  mutating func escape(from offset: Int, _ escape: (UInt8) -> Escape?) {
    var more = 0
    for index in offset..<count { more += (escape(start[index])?.count ?? 1) - 1 }
    if more == 0 { return }
    reserve(more)
    var target = count + more
    for source in (offset..<count).reversed() {
      let byte = start[source]
      guard let escape = escape(byte) else {
        target -= 1
        start[target] = byte
        continue
      }
      target -= escape.count
      for index in 0..<escape.count { start[target + index] = escape.byte(at: index) }
    }
    count += more
  }

  /// Inserts a byte before those from an offset on.
  mutating func insert(_ byte: UInt8, at offset: Int) {
    reserve(1)
    (start + offset + 1).update(from: start + offset, count: count - offset)
    start[offset] = byte
    count += 1
  }
}

// MARK: Eight bytes at a time

let highBits: UInt64 = 0x8080_8080_8080_8080
private let lowBits: UInt64 = 0x0101_0101_0101_0101

/// Sets the highest bit of each byte in the word that equals the given one. Bytes above the first
/// match may be marked by mistake.
@inline(__always)
func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
  let same = word ^ (lowBits &* UInt64(byte))
  return (same &- lowBits) & ~same & highBits
}

/// Sets the highest bit of each byte below 0x20, with the same limitation.
@inline(__always)
func controlMarks(in word: UInt64) -> UInt64 { (word &- lowBits &* 0x20) & ~word & highBits }
