/// A set of records, with one bit for each.
struct RecordSet: Hashable, Sendable {
  private var words: [UInt64]

  /// An empty set for this number of records.
  init(of count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  mutating func insert(_ record: Int) { words[record / 64] |= 1 << UInt64(record % 64) }

  func contains(_ record: Int) -> Bool { words[record / 64] >> UInt64(record % 64) & 1 == 1 }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  func count(in other: RecordSet) -> Int {
    var count = 0
    for index in words.indices { count += (words[index] & other.words[index]).nonzeroBitCount }
    return count
  }

  func intersection(_ other: RecordSet) -> RecordSet {
    var result = self
    for index in words.indices { result.words[index] &= other.words[index] }
    return result
  }
}
