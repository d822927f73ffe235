/// A comparison of two columns with values of the same kind.
package struct ColumnComparison: Hashable, Sendable {
  package enum Order: Hashable, Sendable {
    case equal, unequal, less, lessOrEqual, greater, greaterOrEqual
  }

  private let left: Int
  private let order: Order
  private let right: Int
  private let kind: ColumnBatch.Kind
  /// The result if one value is NULL, and if both are.
  private let ofOneNull: Bool
  private let ofTwoNulls: Bool

  package init(
    _ left: Int, _ order: Order, _ right: Int, kind: ColumnBatch.Kind, ofOneNull: Bool,
    ofTwoNulls: Bool
  ) {
    self.left = left
    self.order = order
    self.right = right
    self.kind = kind
    self.ofOneNull = ofOneNull
    self.ofTwoNulls = ofTwoNulls
  }

  /// Writes 1 for each record for which the comparison is true, and 0 for the others.
  func mark(_ batch: ColumnBatch, into marks: UnsafeMutablePointer<UInt8>) throws(ColumnRefusal) {
    switch kind {
    case ColumnBatch.Kind.integer: try mark(batch, into: marks) { holds($0, $1) }
    case ColumnBatch.Kind.real:
      try mark(batch, into: marks) {
        holds(
          Double(bitPattern: UInt64(bitPattern: $0)), Double(bitPattern: UInt64(bitPattern: $1)))
      }
    default:
      try mark(batch, into: marks) { holds(batch.text($0).compared(to: batch.text($1)), 0) }
    }
  }

  @inline(__always)
  private func mark(
    _ batch: ColumnBatch, into marks: UnsafeMutablePointer<UInt8>, _ test: (Int64, Int64) -> Bool
  ) throws(ColumnRefusal) {
    let left = batch.columns[left]
    let right = batch.columns[right]
    for row in 0..<batch.count {
      let holds: Bool
      switch (left.kinds[row], right.kinds[row]) {
      case (kind, kind): holds = test(left.words[row], right.words[row])
      case (ColumnBatch.Kind.null, ColumnBatch.Kind.null): holds = ofTwoNulls
      case (ColumnBatch.Kind.null, kind), (kind, ColumnBatch.Kind.null): holds = ofOneNull
      default: throw .otherKind
      }
      marks[row] = holds ? 1 : 0
    }
  }

  @inline(__always)
  private func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch order {
    case .equal: left == right
    case .unequal: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}
