/// An aggregate that depends on the order of the records.
protocol OrderedAggregate {
  mutating func reserve(_ groups: Int)
  mutating func add(
    _ batch: ColumnBatch, _ rows: UnsafeBufferPointer<Int32>, _ groups: UnsafePointer<Int32>
  ) throws(ColumnRefusal)
  func value(of group: Int) throws(ColumnRefusal) -> ColumnValue
}

/// The sum of integers as a real number.
struct WholeTotal: OrderedAggregate {
  let column: Int
  private var sums: [Double] = []

  init(column: Int) {
    self.column = column
  }

  mutating func reserve(_ groups: Int) { sums.extend(to: groups, with: 0) }

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
      sums[Int(groups[index])] += Double(column.words[row])
    }
  }

  func value(of group: Int) -> ColumnValue { .real(sums[group]) }
}

/// The sum of real numbers in the order of the records, so that it has the same digits as SQL's. In
/// a sum, numbers beyond 1e290 are added separately, as in flagdb's SQL function; in a total they
/// are not.
/// See Documentation/Decisions/sums-have-128-bits-on-the-way.md.
struct RealSum: OrderedAggregate {
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

  mutating func add(
    _ batch: ColumnBatch, _ rows: UnsafeBufferPointer<Int32>, _ groups: UnsafePointer<Int32>
  ) throws(ColumnRefusal) {
    let column = batch.columns[column]
    for (index, row) in rows.enumerated() {
      let row = Int(row)
      guard column.kinds[row] == ColumnBatch.Kind.real else {
        if column.kinds[row] == ColumnBatch.Kind.null { continue }
        throw .otherKind
      }
      let value = Double(bitPattern: UInt64(bitPattern: column.words[row]))
      let group = Int(groups[index])
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
    let value = sum.large == 0 ? sum.real : (sum.large + sum.real * 0x1p-64) * 0x1p64
    if value.isNaN { throw ColumnRefusal("numbers without end in both directions have no sum") }
    return .real(value)
  }
}
