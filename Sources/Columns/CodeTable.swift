/// Assigns codes from 0 to the distinct values that it sees: a hash table with open addressing.
struct CodeTable {
  private var slots: [Int32]
  private(set) var keys: [UInt64] = []
  /// The codes of small numbers, which are the most frequent keys.
  private var small: [Int32]
  private static let smallest = 1 << 12

  init() {
    slots = [Int32](repeating: -1, count: 1 << 8)
    small = [Int32](repeating: -1, count: Self.smallest)
  }

  @inline(__always)
  mutating func code(of key: UInt64) -> Int32 {
    if key < UInt64(Self.smallest) {
      let code = small[Int(key)]
      if code >= 0 { return code }
    }
    return find(key)
  }

  private static func hash(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 20)
  }

  private mutating func find(_ key: UInt64) -> Int32 {
    let mask = slots.count - 1
    var slot = Self.hash(key) & mask
    while slots[slot] >= 0 {
      if keys[Int(slots[slot])] == key { return slots[slot] }
      slot = (slot + 1) & mask
    }
    let code = Int32(truncatingIfNeeded: keys.count)
    slots[slot] = code
    keys.append(key)
    if key < UInt64(Self.smallest) { small[Int(key)] = code }
    if 2 * keys.count > slots.count { grow() }
    return code
  }

  private mutating func grow() {
    let mask = 2 * slots.count - 1
    slots = [Int32](repeating: -1, count: mask + 1)
    for (code, key) in keys.enumerated() {
      var slot = Self.hash(key) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(truncatingIfNeeded: code)
    }
  }
}

/// Does the same for texts. Texts of up to seven bytes are packed into numbers, and longer ones are
/// found by a hash of their bytes.
struct TextTable {
  private var numbers = CodeTable()
  /// The texts of the hashes, one for each code.
  private(set) var texts: [[UInt8]] = []
  /// The size of the texts in bytes.
  private(set) var size = 0

  mutating func code(of text: UnsafeRawBufferPointer) -> Int32 {
    if text.count <= 7 { return take(numbers.code(of: Self.packed(text)), text) }
    // Texts with the same hash get consecutive keys.
    var key = Self.hash(text)
    while true {
      let code = take(numbers.code(of: key | 1 << 63), text)
      if text.compared(to: texts[Int(code)]) == 0 { return code }
      key &+= 1
    }
  }

  @inline(__always)
  private mutating func take(_ code: Int32, _ text: UnsafeRawBufferPointer) -> Int32 {
    if Int(code) == texts.count { add(text) }
    return code
  }

  private mutating func add(_ text: UnsafeRawBufferPointer) {
    texts.append(Array(text))
    size += text.count
  }

  /// Packs the bytes and their count; the highest bit stays free.
  @inline(__always)
  private static func packed(_ text: UnsafeRawBufferPointer) -> UInt64 {
    var number = UInt64(text.count)
    for byte in text { number = number << 8 | UInt64(byte) }
    return number
  }

  @inline(__always)
  private static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = UInt64(text.count)
    var place = 0
    while place + 8 <= text.count {
      hash =
        (hash ^ text.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
      place += 8
    }
    while place < text.count {
      hash = (hash ^ UInt64(text[place])) &* 0x100_0000_01B3
      place += 1
    }
    return hash ^ hash >> 32
  }
}
