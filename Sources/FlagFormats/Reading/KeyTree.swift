/// The keys of the objects of an input, those within others below them, each with the column that
/// its values are in.
struct KeyTree {
  private struct Key {
    let parent: Int
    let bytes: [UInt8]
  }

  private struct Path: Hashable {
    let parent: Int
    let bytes: [UInt8]
  }

  private var keys: [Key] = []
  private var columns: [Path: Int] = [:]
  /// The column that is next when an object has the keys of the one before, in the same order.
  private var expected = 0

  /// The key of an object that is in no other.
  static let root = -1
  static let limit = 20_000

  var count: Int { keys.count }

  func parent(of column: Int) -> Int { keys[column].parent }

  mutating func startRecord() { expected = 0 }

  /// The column of a key that stands as bytes in the input; nil for a new one.
  @inline(__always)
  mutating func column(of key: UnsafeBufferPointer<UInt8>, in parent: Int) -> Int? {
    if expected < keys.count, matches(expected, key, parent) {
      expected += 1
      return expected - 1
    }
    guard let column = columns[Path(parent: parent, bytes: Array(key))] else { return nil }
    expected = column + 1
    return column
  }

  @inline(__always)
  private func matches(
    _ column: Int, _ key: UnsafeBufferPointer<UInt8>, _ parent: Int
  ) -> Bool {
    keys[column].bytes.withUnsafeBufferPointer { known in
      guard known.count == key.count, keys[column].parent == parent else { return false }
      for index in 0..<known.count where known[index] != key[index] { return false }
      return true
    }
  }

  mutating func add(_ bytes: [UInt8], in parent: Int) -> Int {
    columns[Path(parent: parent, bytes: bytes)] = keys.count
    keys.append(Key(parent: parent, bytes: bytes))
    expected = keys.count
    return keys.count - 1
  }
}
