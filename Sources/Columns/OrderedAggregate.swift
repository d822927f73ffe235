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

/// The standard deviation, by the method of flagdb's SQL function. The result is the same to the last
/// digit, because the records come in the same order.
struct RunningDeviation: OrderedAggregate {
  private struct State {
    var count = 0.0
    var mean = 0.0
    /// The sum of the squared differences from the mean.
    var squares = 0.0
    var least = 0.0
    var greatest = 0.0

    @inline(__always)
    mutating func add(_ value: Double) {
      least = count == 0 ? value : min(least, value)
      greatest = count == 0 ? value : max(greatest, value)
      count += 1
      let difference = value - mean
      mean += difference / count
      squares += difference * (value - mean)
    }
  }

  let column: Int
  let isReal: Bool
  private var states: [State] = []

  init(column: Int, isReal: Bool) {
    self.column = column
    self.isReal = isReal
  }

  mutating func reserve(_ groups: Int) { states.extend(to: groups, with: State()) }

  mutating func add(
    _ batch: ColumnBatch, _ rows: UnsafeBufferPointer<Int32>, _ groups: UnsafePointer<Int32>
  ) throws(ColumnRefusal) {
    let column = batch.columns[column]
    let kind = isReal ? ColumnBatch.Kind.real : ColumnBatch.Kind.integer
    for (index, row) in rows.enumerated() {
      let row = Int(row)
      guard column.kinds[row] == kind else {
        if column.kinds[row] == ColumnBatch.Kind.null { continue }
        throw .otherKind
      }
      let word = column.words[row]
      states[Int(groups[index])].add(
        isReal ? Double(bitPattern: UInt64(bitPattern: word)) : Double(word))
    }
  }

  func value(of group: Int) throws(ColumnRefusal) -> ColumnValue {
    let state = states[group]
    guard state.count > 1 else { return .null }
    guard max(state.greatest, -state.least) <= 1e150 else {
      throw ColumnRefusal("the squares of the numbers are too large")
    }
    return .real((state.squares / (state.count - 1)).squareRoot())
  }
}

/// The sum of dates as days since 1970, in the order of the records.
struct DaySum: OrderedAggregate {
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
      guard column.kinds[row] == ColumnBatch.Kind.text else {
        if column.kinds[row] == ColumnBatch.Kind.null { continue }
        throw .otherKind
      }
      guard let days = batch.text(column.words[row]).days else { throw .otherKind }
      sums[Int(groups[index])] += days
    }
  }

  func value(of group: Int) -> ColumnValue { .real(sums[group]) }
}
