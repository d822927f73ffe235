/// The records of a trial in two halves: the first selects statements, and the second judges them.
struct Trial {
  let masks: [UInt64]
  /// The bits to explain.
  let bits: [Int]
  /// The records with each of these bits.
  let records: [RecordSet]
  let first: RecordSet
  let second: RecordSet
  /// The numbers of records in the first half, and of those with each bit.
  let firstCount: Int
  let firstCounts: [Int]

  var count: Int { masks.count }

  init(_ masks: [UInt64], bits: [Int]) {
    self.masks = masks
    self.bits = bits
    records = bits.map { bit in
      var records = RecordSet(of: masks.count)
      for (index, mask) in masks.enumerated() where mask >> UInt64(bit) & 1 == 1 {
        records.insert(index)
      }
      return records
    }
    var (first, second) = (RecordSet(of: masks.count), RecordSet(of: masks.count))
    for record in masks.indices {
      if Self.isFirst(record) { first.insert(record) } else { second.insert(record) }
    }
    self.first = first
    self.second = second
    firstCount = first.count
    firstCounts = records.map { $0.count(in: first) }
  }

  /// True for half of the records at random, the same ones each time.
  private static func isFirst(_ record: Int) -> Bool {
    var mixed = UInt64(record) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 31)) &* 0x94D0_49BB_1331_11EB
    return mixed >> 40 & 1 == 0
  }

  /// The number of records of the first half among these, and of those with each bit.
  func counts(of places: [Int]) -> (all: Int, both: [Int]) {
    var all = 0
    var both = bits.map { _ in 0 }
    for place in places where first.contains(place) {
      all += 1
      for (index, bit) in bits.enumerated() where masks[place] >> UInt64(bit) & 1 == 1 {
        both[index] += 1
      }
    }
    return (all, both)
  }
}
