import FlagModel

/// The records with the bits to explain, in halves.
struct Trial {
  /// The number of records.
  let count: Int
  /// The bits to explain.
  let bits: [Int]
  /// The records with each of these bits.
  let records: [RecordSet]
  private let halves: Halves
  private let halvesByRelated: [Halves]

  init(_ evidence: Evidence, bits: [Int]) {
    let masks = evidence.masks
    count = masks.count
    self.bits = bits
    let records = bits.map { bit in
      var records = RecordSet(of: masks.count)
      for (index, mask) in masks.enumerated() where mask >> UInt64(bit) & 1 == 1 {
        records.insert(index)
      }
      return records
    }
    var groups = RecordGroups(of: masks.count)
    groups.divide(by: masks)
    for column in evidence.columns where column.isOwn { groups.divide(by: column.values) }
    let leaders = groups.leaders
    self.records = records
    halves = Halves(leaders, bits: records)
    halvesByRelated = evidence.relatedKeys.map { keys in
      var related = RecordGroups(of: masks.count)
      related.divide(by: keys)
      // Records without a related one have nothing in common.
      related.divide(by: keys.indices.map { keys[$0] == .null ? leaders[$0] : -1 })
      return Halves(related.leaders, bits: records, countsAll: true)
    }
  }

  /// - Parameter relation: the number of the relationship; nil for the records themselves.
  func halves(byRelated relation: Int?) -> Halves { relation.map { halvesByRelated[$0] } ?? halves }
}
