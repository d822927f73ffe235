/// The records of a trial in two halves: the first selects statements, and the second judges them.
///
/// Equal records are in the same half, and count as one. A second copy of a record proves nothing.
struct Halves {
  let first: RecordSet
  let second: RecordSet
  /// The first record of each group in the second half, or of all groups.
  let judges: RecordSet
  /// Those of them for whose group most records have a bit, for each bit of the trial.
  let judgesWithBit: [RecordSet]
  /// The numbers of records in the first half, and of those with each bit.
  let firstCount: Int
  let firstCounts: [Int]
  private let bits: [RecordSet]

  /// - Parameters:
  ///   - leaders: for each record, the first one that equals it.
  ///   - countsAll: true to judge also on the first half. It is sound, because the test of chance takes every
  ///     statement into account; a second half alone has too few groups if there are few.
  init(_ leaders: [Int], bits: [RecordSet], countsAll: Bool = false) {
    self.bits = bits
    var first = RecordSet(of: leaders.count)
    var second = first
    var judges = first
    var sizes = [Int](repeating: 0, count: leaders.count)
    for (record, leader) in leaders.enumerated() {
      sizes[leader] += 1
      if Self.isFirst(leader) {
        first.insert(record)
      } else {
        second.insert(record)
      }
      if countsAll || second.contains(leader) { judges.insert(leader) }
    }
    self.first = first
    self.second = second
    self.judges = judges
    firstCount = first.count
    firstCounts = bits.map { $0.count(in: first) }
    judgesWithBit = bits.map { Self.majority(of: $0, leaders, sizes) }
  }

  /// True for half of the records at random, the same ones each time.
  private static func isFirst(_ record: Int) -> Bool { scattered(record) >> 40 & 1 == 0 }

  /// The first records of the groups of which most records are in a set.
  private static func majority(
    of records: RecordSet, _ leaders: [Int], _ sizes: [Int]
  ) -> RecordSet {
    var counts = [Int](repeating: 0, count: leaders.count)
    for (record, leader) in leaders.enumerated() where records.contains(record) {
      counts[leader] += 1
    }
    var majority = RecordSet(of: leaders.count)
    for leader in counts.indices where counts[leader] * 2 > sizes[leader] {
      majority.insert(leader)
    }
    return majority
  }

  /// The number of records of the first half among these, and of those with each bit.
  func counts(of places: [Int]) -> (all: Int, both: [Int]) {
    var all = 0
    var both = bits.map { _ in 0 }
    for place in places where first.contains(place) {
      all += 1
      for (index, records) in bits.enumerated() where records.contains(place) { both[index] += 1 }
    }
    return (all, both)
  }
}
