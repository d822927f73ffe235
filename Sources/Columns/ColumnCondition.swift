/// A condition on the values of a record. Each test defines its result for NULL, so there is no
/// third truth value.
package indirect enum ColumnCondition: Hashable, Sendable {
  case constant(Bool)
  case all([ColumnCondition])
  case any([ColumnCondition])
  case test(column: Int, ColumnTest, isTrueOfNull: Bool)
  /// A test of a part of a date.
  case testOfKey(GroupRequest.Key, ColumnTest, isTrueOfNull: Bool)
  case comparison(ColumnComparison)
  case testOfCalculation(ColumnCalculation, ColumnTest, isTrueOfNull: Bool)

  /// Writes 1 for each record of a batch that satisfies the condition, and 0 for the others.
  func mark(_ batch: ColumnBatch, into marks: UnsafeMutablePointer<UInt8>) throws(ColumnRefusal) {
    switch self {
    case .constant(let holds): marks.update(repeating: holds ? 1 : 0, count: batch.count)
    case .test(let column, let test, let isTrueOfNull):
      try test.mark(batch, batch.columns[column], isTrueOfNull ? 1 : 0, into: marks)
    case .testOfCalculation(let calculation, let test, let isTrueOfNull):
      try calculation.values(batch).mark(batch, test, isTrueOfNull ? 1 : 0, into: marks)
    case .testOfKey(let key, let test, let isTrueOfNull):
      try test.mark(batch, key, isTrueOfNull, into: marks)
    case .comparison(let comparison): try comparison.mark(batch, into: marks)
    case .all(let parts): try mark(parts, isAnd: true, batch, into: marks)
    case .any(let parts): try mark(parts, isAnd: false, batch, into: marks)
    }
  }

  private func mark(
    _ parts: [ColumnCondition], isAnd: Bool, _ batch: ColumnBatch,
    into marks: UnsafeMutablePointer<UInt8>
  ) throws(ColumnRefusal) {
    marks.update(repeating: isAnd ? 1 : 0, count: batch.count)
    if parts.isEmpty { return }
    let others = UnsafeMutablePointer<UInt8>.allocate(capacity: batch.count)
    defer { others.deallocate() }
    for part in parts {
      try part.mark(batch, into: others)
      if isAnd {
        for row in 0..<batch.count { marks[row] &= others[row] }
      } else {
        for row in 0..<batch.count { marks[row] |= others[row] }
      }
    }
  }
}

/// A test of a value that is not NULL.
package enum ColumnTest: Hashable, Sendable {
  case isNull
  case isPresent
  /// True if the bits of a mask equal those of a number, or differ from them.
  case bits(mask: Int64, number: Int64, isEqual: Bool)
  case integers(ClosedRange<Int64>, isInside: Bool)
  case integersAmong(Set<Int64>, isInside: Bool)
  case reals(ColumnRange<Double>, isInside: Bool)
  case texts(ColumnRange<[UInt8]>, isInside: Bool)
  case textsAmong(Set<[UInt8]>, isInside: Bool)
  /// True if a text contains another one, or ends with it.
  case textContains([UInt8], isInside: Bool)
  case textEndsWith([UInt8], isInside: Bool)

  func mark(
    _ batch: ColumnBatch, _ column: ColumnBatch.Column, _ ofNull: UInt8,
    into marks: UnsafeMutablePointer<UInt8>
  ) throws(ColumnRefusal) {
    switch self {
    case .isNull, .isPresent:
      let (null, others): (UInt8, UInt8) = self == .isNull ? (1, 0) : (0, 1)
      for row in 0..<batch.count {
        marks[row] = column.kinds[row] == ColumnBatch.Kind.null ? null : others
      }
    case .bits(let mask, let number, let isEqual):
      try mark(batch.count, column, ColumnBatch.Kind.integer, ofNull, into: marks) {
        ($0 & mask == number) == isEqual
      }
    case .integers(let range, let isInside):
      try mark(batch.count, column, ColumnBatch.Kind.integer, ofNull, into: marks) {
        range.contains($0) == isInside
      }
    case .integersAmong(let set, let isInside):
      try mark(batch.count, column, ColumnBatch.Kind.integer, ofNull, into: marks) {
        set.contains($0) == isInside
      }
    case .reals(let range, let isInside):
      try mark(batch.count, column, ColumnBatch.Kind.real, ofNull, into: marks) {
        range.contains(Double(bitPattern: UInt64(bitPattern: $0)), <) == isInside
      }
    case .texts(let range, let isInside):
      try mark(batch.count, column, ColumnBatch.Kind.text, ofNull, into: marks) {
        range.contains(batch.text($0)) == isInside
      }
    case .textsAmong(let set, let isInside):
      try mark(batch.count, column, ColumnBatch.Kind.text, ofNull, into: marks) {
        set.contains(Array(batch.text($0))) == isInside
      }
    case .textContains(let other, let isInside):
      try mark(batch.count, column, ColumnBatch.Kind.text, ofNull, into: marks) {
        batch.text($0).contains(other) == isInside
      }
    case .textEndsWith(let other, let isInside):
      try mark(batch.count, column, ColumnBatch.Kind.text, ofNull, into: marks) {
        (word) throws(ColumnRefusal) in
        let text = batch.text(word)
        // For SQL, such a text has its end there.
        if !other.isEmpty, text.contains(0) { throw .otherKind }
        return text.ends(with: other) == isInside
      }
    }
  }

  /// Throws for a value of another kind, which only SQL can compare.
  @inline(__always)
  private func mark(
    _ count: Int, _ column: ColumnBatch.Column, _ kind: ColumnBatch.Kind, _ ofNull: UInt8,
    into marks: UnsafeMutablePointer<UInt8>, _ test: (Int64) throws(ColumnRefusal) -> Bool
  ) throws(ColumnRefusal) {
    for row in 0..<count {
      if column.kinds[row] == kind {
        marks[row] = try test(column.words[row]) ? 1 : 0
      } else if column.kinds[row] == ColumnBatch.Kind.null {
        marks[row] = ofNull
      } else {
        throw .otherKind
      }
    }
  }
}

extension ColumnRefusal {
  static let otherKind = ColumnRefusal("a value is of another type than its column")
}

/// A range of values with optional ends.
package struct ColumnRange<Bound: Hashable & Sendable>: Hashable, Sendable {
  package let lower: Bound?
  package let upper: Bound?
  package let includesLower: Bool
  package let includesUpper: Bool

  package init(
    from lower: Bound?, isIncluded includesLower: Bool = true, to upper: Bound?,
    upperIsIncluded includesUpper: Bool = true
  ) {
    self.lower = lower
    self.upper = upper
    self.includesLower = includesLower
    self.includesUpper = includesUpper
  }

  @inline(__always)
  fileprivate func contains(_ value: Bound, _ isLess: (Bound, Bound) -> Bool) -> Bool {
    if let lower, includesLower ? isLess(value, lower) : !isLess(lower, value) { return false }
    if let upper, includesUpper ? isLess(upper, value) : !isLess(value, upper) { return false }
    return true
  }
}

extension ColumnRange<[UInt8]> {
  func contains(_ text: UnsafeRawBufferPointer) -> Bool {
    if let lower {
      let order = text.compared(to: lower)
      if includesLower ? order < 0 : order <= 0 { return false }
    }
    if let upper {
      let order = text.compared(to: upper)
      if includesUpper ? order > 0 : order >= 0 { return false }
    }
    return true
  }
}
