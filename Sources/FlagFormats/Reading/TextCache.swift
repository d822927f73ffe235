import FlagModel

/// Caches the values of short texts, such as names of flags and cases.
final class TextCache {
  // Raw memory instead of arrays, because these lookups dominate the time for a record.
  private let keys: UnsafeMutablePointer<[UInt8]>
  private let values: UnsafeMutablePointer<Value>
  private static let slots = 1 << 12
  private static let longest = 256

  init() {
    keys = .allocate(capacity: Self.slots)
    keys.initialize(repeating: [], count: Self.slots)
    values = .allocate(capacity: Self.slots)
    values.initialize(repeating: .null, count: Self.slots)
  }

  deinit {
    keys.deinitialize(count: Self.slots)
    keys.deallocate()
    values.deinitialize(count: Self.slots)
    values.deallocate()
  }

  /// The cell of a cached text.
  @inline(__always)
  func cell(of text: UnsafeBufferPointer<UInt8>, into row: inout StoredRow) -> StoredRow.Cell? {
    let slot = Self.slot(of: text)
    let isKnown = keys[slot].withUnsafeBufferPointer { key in
      guard key.count == text.count, !key.isEmpty else { return false }
      for index in 0..<key.count where key[index] != text[index] { return false }
      return true
    }
    if isKnown { return row.cell(of: values[slot]) }
    return nil
  }

  func remember(_ text: UnsafeBufferPointer<UInt8>, _ value: Value) {
    guard !text.isEmpty, text.count <= Self.longest else { return }
    let slot = Self.slot(of: text)
    keys[slot] = Array(text)
    values[slot] = value
  }

  @inline(__always)
  private static func slot(of text: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & UInt64(slots - 1))
  }
}
