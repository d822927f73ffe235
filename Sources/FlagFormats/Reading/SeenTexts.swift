/// A lossy cache of texts that occurred before in a column.
struct SeenTexts {
  private var slots: [[UInt8]] = []
  /// The number of found texts minus the number of new ones.
  private var gain = 0
  private static let count = 1 << 10
  private static let longest = 64
  /// The loss after which the cache is abandoned, because most texts are distinct.
  private static let patience = 1 << 12

  /// True if a text has certainly occurred before.
  mutating func insert(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard gain > -Self.patience, !text.isEmpty, text.count <= Self.longest else { return false }
    if slots.isEmpty { slots = Array(repeating: [], count: Self.count) }
    let slot = Self.slot(of: text)
    if slots[slot].elementsEqual(text) {
      gain = min(gain + 1, Self.patience)
      return true
    }
    slots[slot] = Array(text)
    gain -= 1
    return false
  }

  private static func slot(of text: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & UInt64(count - 1))
  }
}
