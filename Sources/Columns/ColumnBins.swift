/// Counts the values of columns in each of their bins.
package struct ColumnBins: BatchWork {
  /// The edges between the bins, in ascending order.
  package enum Edges: Hashable, Sendable {
    case integers([Int64])
    case reals([Double])
    case texts([[UInt8]])

    fileprivate var count: Int {
      switch self {
      case .integers(let edges): edges.count
      case .reals(let edges): edges.count
      case .texts(let edges): edges.count
      }
    }
  }

  /// A column with its bins. NULL is in none of them.
  package struct Axis: Hashable, Sendable {
    package let column: Int
    package let edges: Edges
    /// True if the column may contain NULL; otherwise, SQL must decide about a NULL.
    package let mayBeNull: Bool

    package init(column: Int, edges: Edges, mayBeNull: Bool) {
      self.column = column
      self.edges = edges
      self.mayBeNull = mayBeNull
    }
  }

  private let condition: ColumnCondition?
  private let axes: [Axis]
  /// The number of values in each bin of each column.
  package private(set) var counts: [[Int64]]

  package init(where condition: ColumnCondition?, _ axes: [Axis]) {
    self.condition = condition
    self.axes = axes
    counts = axes.map { [Int64](repeating: 0, count: $0.edges.count + 1) }
  }

  package func part() -> ColumnBins { ColumnBins(where: condition, axes) }

  package mutating func merge(_ part: ColumnBins) {
    for (axis, others) in part.counts.enumerated() {
      for (bin, count) in others.enumerated() { counts[axis][bin] += count }
    }
  }

  package mutating func add(_ batch: ColumnBatch) throws(ColumnRefusal) {
    let rows = try batch.rows(where: condition)
    for (place, axis) in axes.enumerated() {
      let column = batch.columns[axis.column]
      switch axis.edges {
      case .integers(let edges):
        try count(rows, column, ColumnBatch.Kind.integer, axis, place) { word in
          edges.count { $0 <= word }
        }
      case .reals(let edges):
        try count(rows, column, ColumnBatch.Kind.real, axis, place) { word in
          let value = Double(bitPattern: UInt64(bitPattern: word))
          return edges.count { $0 <= value }
        }
      case .texts(let edges):
        try count(rows, column, ColumnBatch.Kind.text, axis, place) { word in
          let text = batch.text(word)
          return edges.partition { text.compared(to: $0) < 0 }
        }
      }
    }
  }

  @inline(__always)
  private mutating func count(
    _ rows: [Int32], _ column: ColumnBatch.Column, _ kind: ColumnBatch.Kind, _ axis: Axis,
    _ place: Int,
    _ bin: (Int64) -> Int
  ) throws(ColumnRefusal) {
    for row in rows {
      let row = Int(row)
      if column.kinds[row] == kind {
        counts[place][bin(column.words[row])] += 1
      } else if column.kinds[row] != ColumnBatch.Kind.null || !axis.mayBeNull {
        throw .otherKind
      }
    }
  }
}

extension [[UInt8]] {
  /// The index of the first element for which a monotonic test is true.
  fileprivate func partition(_ holds: ([UInt8]) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension ColumnBatch {
  /// The indexes of the records that satisfy a condition.
  package func rows(where condition: ColumnCondition?) throws(ColumnRefusal) -> [Int32] {
    guard let condition else { return Array(0..<Int32(truncatingIfNeeded: count)) }
    let marks = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, count))
    defer { marks.deallocate() }
    try condition.mark(self, into: marks)
    return (0..<Int32(truncatingIfNeeded: count)).filter { marks[Int($0)] == 1 }
  }
}
