import FlagModel

/// Records that the engine receives together.
struct ImportBatch {
  /// The cells, one record after the other.
  var rows = StoredRow()
  /// The number of each record in the input.
  var numbers: [Int] = []
  /// The fields that each record sets; empty if each sets all.
  var givenFields: [[Int]] = []

  mutating func removeAll() {
    rows.removeAll()
    numbers.removeAll(keepingCapacity: true)
    givenFields.removeAll(keepingCapacity: true)
  }
}
