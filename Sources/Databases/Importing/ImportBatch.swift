import FlagModel

/// Records that go to the engine together.
struct ImportBatch {
  /// Their cells, one record after the other.
  var rows = StoredRow()
  /// The number of each of them in the input.
  var numbers: [Int] = []
  /// The fields that each of them gives; empty if each gives all.
  var givenFields: [[Int]] = []

  mutating func removeAll() {
    rows.removeAll()
    numbers.removeAll(keepingCapacity: true)
    givenFields.removeAll(keepingCapacity: true)
  }
}
