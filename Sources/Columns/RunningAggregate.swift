/// An aggregate of all groups, to which records are added.
protocol RunningAggregate {
  /// Reserves memory for a number of groups.
  mutating func reserve(_ groups: Int)
  /// Adds records of a batch to their groups.
  mutating func add(
    _ batch: ColumnBatch, _ rows: UnsafeBufferPointer<Int32>, _ groups: UnsafePointer<Int32>
  ) throws(ColumnRefusal)
  func value(of group: Int) throws(ColumnRefusal) -> ColumnValue
}

extension GroupRequest.Aggregate {
  var running: any RunningAggregate {
    switch self {
    case .records: RunningCount(column: nil)
    case .values(let column): RunningCount(column: column)
    case .sum(let column, false): WholeSum(column: column)
    case .sum(let column, true): RealSum(column: column, isTotal: false)
    case .total(let column, false): WholeTotal(column: column)
    case .total(let column, true): RealSum(column: column, isTotal: true)
    case .least(let column, let kind): RunningExtreme(column: column, kind: kind, isGreatest: false)
    case .greatest(let column, let kind):
      RunningExtreme(column: column, kind: kind, isGreatest: true)
    }
  }
}

extension Array {
  /// Extends the array to a minimum length.
  fileprivate mutating func extend(to count: Int, with value: Element) {
    guard count > self.count else { return }
    append(contentsOf: repeatElement(value, count: count - self.count))
  }
}

/// The number of records, or of those with a value.
private struct RunningCount: RunningAggregate {
  let column: Int?
  private var counts: [Int64] = []

  init(column: Int?) {
    self.column = column
  }

  mutating func reserve(_ groups: Int) { counts.extend(to: groups, with: 0) }

  mutating func add(
    _ batch: ColumnBatch, _ rows: UnsafeBufferPointer<Int32>, _ groups: UnsafePointer<Int32>
  ) {
    guard let column else {
      for index in rows.indices { counts[Int(groups[index])] += 1 }
      return
    }
    let kinds = batch.columns[column].kinds
    for (index, row) in rows.enumerated() {
      counts[Int(groups[index])] += kinds[Int(row)] == ColumnBatch.Kind.null ? 0 : 1
    }
  }

  func value(of group: Int) -> ColumnValue { .integer(counts[group]) }
}

/// The sum of integers, calculated in 128 bits.
private struct WholeSum: RunningAggregate {
  private struct Sum {
    var low: UInt64 = 0
    var high: Int64 = 0
    var isEmpty = true
  }

  let column: Int
  private var sums: [Sum] = []

  init(column: Int) {
    self.column = column
  }

  mutating func reserve(_ groups: Int) { sums.extend(to: groups, with: Sum()) }

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
      let value = column.words[row]
      let group = Int(groups[index])
      let (low, overflow) = sums[group].low.addingReportingOverflow(UInt64(bitPattern: value))
      sums[group].low = low
      sums[group].high &+= (value >> 63) &+ (overflow ? 1 : 0)
      sums[group].isEmpty = false
    }
  }

  func value(of group: Int) throws(ColumnRefusal) -> ColumnValue {
    let sum = sums[group]
    if sum.isEmpty { return .null }
    let value = Int64(bitPattern: sum.low)
    guard sum.high == value >> 63 else { throw ColumnRefusal("a sum has more than 64 bits") }
    return .integer(value)
  }
}

/// The sum of integers as a real number.
private struct WholeTotal: RunningAggregate {
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
private struct RealSum: RunningAggregate {
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

/// The minimum or maximum of the values; of equal values, the first.
private struct RunningExtreme: RunningAggregate {
  let column: Int
  let kind: UInt8
  let isGreatest: Bool
  private var words: [Int64] = []
  private var texts: [[UInt8]] = []
  private var isEmpty: [Bool] = []

  init(column: Int, kind: UInt8, isGreatest: Bool) {
    self.column = column
    self.kind = kind
    self.isGreatest = isGreatest
  }

  mutating func reserve(_ groups: Int) {
    isEmpty.extend(to: groups, with: true)
    if kind == ColumnBatch.Kind.text {
      texts.extend(to: groups, with: [])
    } else {
      words.extend(to: groups, with: 0)
    }
  }

  mutating func add(
    _ batch: ColumnBatch, _ rows: UnsafeBufferPointer<Int32>, _ groups: UnsafePointer<Int32>
  ) throws(ColumnRefusal) {
    let column = batch.columns[column]
    for (index, row) in rows.enumerated() {
      let row = Int(row)
      guard column.kinds[row] == kind else {
        if column.kinds[row] == ColumnBatch.Kind.null { continue }
        throw .otherKind
      }
      let group = Int(groups[index])
      let word = column.words[row]
      if kind == ColumnBatch.Kind.text {
        let text = batch.text(word)
        let order = text.compared(to: texts[group])
        if isEmpty[group] || (isGreatest ? order > 0 : order < 0) { texts[group] = Array(text) }
      } else if isEmpty[group] || isBeyond(word, words[group]) {
        words[group] = word
      }
      isEmpty[group] = false
    }
  }

  @inline(__always)
  private func isBeyond(_ word: Int64, _ kept: Int64) -> Bool {
    if kind == ColumnBatch.Kind.integer { return isGreatest ? word > kept : word < kept }
    let value = Double(bitPattern: UInt64(bitPattern: word))
    let other = Double(bitPattern: UInt64(bitPattern: kept))
    return isGreatest ? value > other : value < other
  }

  func value(of group: Int) -> ColumnValue {
    if isEmpty[group] { return .null }
    switch kind {
    case ColumnBatch.Kind.text: return .text(texts[group])
    case ColumnBatch.Kind.integer: return .integer(words[group])
    default: return .real(Double(bitPattern: UInt64(bitPattern: words[group])))
    }
  }
}
