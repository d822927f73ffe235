// Aggregates that depend on the order of the records.

/// The sum of real numbers in the order of the records, so that it has the same digits as SQL's. In
/// a sum, numbers beyond 1e290 are added separately, as in flagdb's SQL function; in a total they
/// are not.
/// See Documentation/Decisions/sums-have-128-bits-on-the-way.md.
struct RealSum: GroupAggregate {
  private struct Sum {
    var real = 0.0
    /// The sum of the values beyond 1e290, divided by 2^64.
    var large = 0.0
    var isEmpty = true
  }

  let column: Int
  let isTotal: Bool
  private var sums: [Sum] = []

  init(column: Int, isTotal: Bool) {
    self.column = column
    self.isTotal = isTotal
  }

  mutating func reserve(_ groups: Int) { sums.extend(to: groups, with: Sum()) }

  mutating func add(_ records: GroupedRecords) throws(ColumnRefusal) {
    try records.forEachValue(of: column, kind: ColumnBatch.Kind.real) { word, group in
      let value = Double(bitPattern: UInt64(bitPattern: word))
      if value.magnitude > 1e290, !isTotal {
        sums[group].large += value * 0x1p-64
      } else {
        sums[group].real += value
      }
      sums[group].isEmpty = false
    }
  }

  func value(of group: Int) throws(ColumnRefusal) -> ColumnValue {
    let sum = sums[group]
    if isTotal { return sum.real.isNaN ? .null : .real(sum.real) }
    if sum.isEmpty { return .null }
    let value = if sum.large == 0 { sum.real } else { (sum.large + sum.real * 0x1p-64) * 0x1p64 }
    if value.isNaN { throw ColumnRefusal("numbers without end in both directions have no sum") }
    return .real(value)
  }
}

/// The standard deviation, by the method of flagdb's SQL function. The result is the same to the last
/// digit, because the records come in the same order.
struct RunningDeviation: GroupAggregate {
  let column: Int
  let isReal: Bool
  private var deviations: [Deviation] = []

  init(column: Int, isReal: Bool) {
    self.column = column
    self.isReal = isReal
  }

  mutating func reserve(_ groups: Int) { deviations.extend(to: groups, with: Deviation()) }

  mutating func add(_ records: GroupedRecords) throws(ColumnRefusal) {
    let kind = isReal ? ColumnBatch.Kind.real : ColumnBatch.Kind.integer
    try records.forEachValue(of: column, kind: kind) { word, group in
      if isReal {
        deviations[group].add(Double(bitPattern: UInt64(bitPattern: word)))
      } else {
        deviations[group].add(whole: word)
      }
    }
  }

  func value(of group: Int) throws(ColumnRefusal) -> ColumnValue {
    guard let value = deviations[group].value else { return .null }
    if deviations[group].isBeyondSquares {
      throw ColumnRefusal("the squares of the numbers are too large")
    }
    return .real(value)
  }
}

/// The sum of dates as days since 1970, in the order of the records.
struct DaySum: GroupAggregate {
  let column: Int
  private var sums: [Double] = []

  init(column: Int) { self.column = column }

  mutating func reserve(_ groups: Int) { sums.extend(to: groups, with: 0) }

  mutating func add(_ records: GroupedRecords) throws(ColumnRefusal) {
    try records.forEachValue(of: column, kind: ColumnBatch.Kind.text) {
      (word, group) throws(ColumnRefusal) in
      guard let days = records.batch.text(word).days else { throw .otherKind }
      sums[group] += days
    }
  }

  func value(of group: Int) -> ColumnValue { .real(sums[group]) }
}
