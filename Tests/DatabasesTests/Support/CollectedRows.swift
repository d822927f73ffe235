import Columns

/// All records of a table in their order.
struct CollectedRows: BatchWork {
  private(set) var rows: [[ColumnValue]] = []
  private var isPart = false

  var needsOrder: Bool { true }

  func part() -> CollectedRows {
    var part = CollectedRows()
    part.isPart = true
    return part
  }

  mutating func add(_ batch: ColumnBatch) {
    if !isPart { append(batch) }
  }

  mutating func addInOrder(_ batch: ColumnBatch, to whole: inout CollectedRows) {
    whole.append(batch)
  }

  mutating func merge(_ part: CollectedRows) {}

  private mutating func append(_ batch: ColumnBatch) {
    for row in 0..<batch.count { rows.append(batch.values(at: row)) }
  }
}
