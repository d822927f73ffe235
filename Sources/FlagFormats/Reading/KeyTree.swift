/// The member names of JSON objects as a tree, each with the index of its column.
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
  /// The expected column, if an object has the same members in the same order as the previous one.
  private var expected = 0

  /// The parent of members of the outermost object.
  static let root = -1
  static let limit = 20_000

  var count: Int { keys.count }

  func parent(of column: Int) -> Int { keys[column].parent }

  mutating func startRecord() { expected = 0 }

  /// The column of a member name in the input; nil for a new name.
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
  private func matches(_ column: Int, _ key: UnsafeBufferPointer<UInt8>, _ parent: Int) -> Bool {
    keys[column].bytes.withUnsafeBufferPointer { existing in
      guard existing.count == key.count, keys[column].parent == parent else { return false }
      for index in 0..<existing.count where existing[index] != key[index] { return false }
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
