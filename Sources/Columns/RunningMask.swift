/// The union or the intersection of the bits of integers.
struct RunningMask: RunningAggregate {
  let column: Int
  let isUnion: Bool
  private var masks: [Int64] = []
  private var isEmpty: [Bool] = []

  init(column: Int, isUnion: Bool) {
    self.column = column
    self.isUnion = isUnion
  }

  mutating func reserve(_ groups: Int) {
    masks.extend(to: groups, with: isUnion ? 0 : -1)
    isEmpty.extend(to: groups, with: true)
  }

  mutating func add(
    _ batch: ColumnBatch, _ rows: UnsafeBufferPointer<Int32>, _ groups: UnsafePointer<Int32>
  ) throws(ColumnRefusal) {
    let column = batch.columns[column]
    for (index, row) in rows.enumerated() {
      let row = Int(row)
      guard column.kinds[row] == ColumnBatch.Kind.integer else {
        if column.kinds[row] == ColumnBatch.Kind.null { continue }
        throw .otherKind
      }
      add(column.words[row], to: Int(groups[index]))
    }
  }

  mutating func mergeSame(_ part: RunningMask, into places: [Int32]) {
    for (other, place) in places.enumerated() where !part.isEmpty[other] {
      add(part.masks[other], to: Int(place))
    }
  }

  @inline(__always)
  private mutating func add(_ mask: Int64, to group: Int) {
    if isUnion {
      masks[group] |= mask
    } else {
      masks[group] &= mask
    }
    isEmpty[group] = false
  }

  func value(of group: Int) -> ColumnValue {
    isEmpty[group] ? .null : .integer(masks[group])
  }
}
