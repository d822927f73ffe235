/// Assigns codes from 0 to the distinct values that it sees: a hash table with open addressing.
struct CodeTable {
  private struct Slot {
    var key: UInt64 = 0
    /// Negative for an empty slot.
    var code: Int32 = -1
  }

  private var slots: [Slot]
  /// The number of bits of a hash that are not used.
  private var shift: UInt64
  private(set) var keys: [UInt64] = []

  init() {
    slots = [Slot](repeating: Slot(), count: 1 << 8)
    shift = 64 - 8
  }

  @inline(__always)
  mutating func code(of key: UInt64) -> Int32 {
    let slot = slots[place(of: key)]
    if slot.key == key, slot.code >= 0 { return slot.code }
    return find(key)
  }

  /// The first slot for a key.
  @inline(__always)
  private func place(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }

  @inline(never)
  private mutating func find(_ key: UInt64) -> Int32 {
    let mask = slots.count - 1
    var place = place(of: key)
    while slots[place].code >= 0 {
      if slots[place].key == key { return slots[place].code }
      place = (place + 1) & mask
    }
    let code = Int32(truncatingIfNeeded: keys.count)
    slots[place] = Slot(key: key, code: code)
    keys.append(key)
    if 4 * keys.count > 3 * slots.count { grow() }
    return code
  }

  private mutating func grow() {
    let mask = 2 * slots.count - 1
    slots = [Slot](repeating: Slot(), count: mask + 1)
    shift -= 1
    for (code, key) in keys.enumerated() {
      var place = place(of: key)
      while slots[place].code >= 0 { place = (place + 1) & mask }
      slots[place] = Slot(key: key, code: Int32(truncatingIfNeeded: code))
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
