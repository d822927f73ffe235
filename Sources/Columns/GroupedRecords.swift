/// Records of a batch, with the group of each.
struct GroupedRecords {
  let batch: ColumnBatch
  /// The places of the records in the batch.
  let rows: UnsafeBufferPointer<Int32>
  let groups: UnsafePointer<Int32>

  /// Calls a function with each value of a column and its group. Skips NULL, and throws at a value
  /// of another kind.
  @inline(__always)
  func forEachValue(
    of column: Int, kind: ColumnBatch.Kind, _ body: (Int64, Int) throws(ColumnRefusal) -> Void
  ) throws(ColumnRefusal) {
    let column = batch.columns[column]
    for (index, row) in rows.enumerated() {
      let row = Int(row)
      guard column.kinds[row] == kind else {
        if column.kinds[row] == ColumnBatch.Kind.null { continue }
        throw .otherKind
      }
      try body(column.words[row], Int(groups[index]))
    }
  }
}
