extension ColumnTest {
  /// Tests a value that is calculated from a column, once for each distinct value of a batch.
  func mark(
    _ batch: ColumnBatch, _ key: GroupRequest.Key, _ isTrueOfNull: Bool,
    into marks: UnsafeMutablePointer<UInt8>
  ) throws(ColumnRefusal) {
    let rows = UnsafeMutablePointer<Int32>.allocate(capacity: 2 * batch.count)
    defer { rows.deallocate() }
    let codes = rows + batch.count
    for row in 0..<batch.count { rows[row] = Int32(truncatingIfNeeded: row) }
    var table = KeyTable(key)
    try table.code(batch, UnsafeBufferPointer(start: rows, count: batch.count), into: codes)
    var results: [UInt8] = []
    for code in 0..<table.count {
      results.append(try holds(table.value(code), isTrueOfNull) ? 1 : 0)
    }
    for row in 0..<batch.count { marks[row] = results[Int(codes[row])] }
  }

  private func holds(_ value: ColumnValue, _ isTrueOfNull: Bool) throws(ColumnRefusal) -> Bool {
    switch (self, value) {
    case (.isNull, _): return value == .null
    case (.isPresent, _): return value != .null
    case (_, .null): return isTrueOfNull
    case (.integers(let range, let isInside), .integer(let number)):
      return range.contains(number) == isInside
    case (.integersAmong(let set, let isInside), .integer(let number)):
      return set.contains(number) == isInside
    case (.texts(let range, let isInside), .text(let text)):
      return text.withUnsafeBytes { range.contains($0) } == isInside
    case (.textsAmong(let set, let isInside), .text(let text)):
      return set.contains(text) == isInside
    default: throw .otherKind
    }
  }
}
