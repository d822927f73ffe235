import FlagModel

/// Caches the keys of the records that were named last. A hash of the name selects its slot, and a
/// later name with the same slot replaces it. So the memory is bounded, and a lookup allocates
/// nothing.
struct KeyCache {
  private struct Entry {
    var name: [UInt8] = []
    var key: Value?
  }

  private static let size = 1 << 13
  /// Longer names are not cached.
  private static let longestName = 64
  private var entries: [Entry] = []

  func key(of name: UnsafeBufferPointer<UInt8>) -> Value? {
    if entries.isEmpty { return nil }
    let entry = entries[Self.place(of: name)]
    if entry.key != nil && entry.name.elementsEqual(name) { return entry.key }
    return nil
  }

  mutating func keep(_ key: Value, of name: UnsafeBufferPointer<UInt8>) {
    if name.count > Self.longestName { return }
    if entries.isEmpty { entries = Array(repeating: Entry(), count: Self.size) }
    let place = Self.place(of: name)
    entries[place].name.removeAll(keepingCapacity: true)
    entries[place].name.append(contentsOf: name)
    entries[place].key = key
  }

  /// FNV-1a, which is short and good enough for names.
  private static func place(of name: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (size - 1)
  }
}
