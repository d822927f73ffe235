/// An aggregate of all groups, to which records are added.
protocol GroupAggregate {
  /// Reserves memory for a number of groups.
  mutating func reserve(_ groups: Int)
  mutating func add(_ records: GroupedRecords) throws(ColumnRefusal)
  func value(of group: Int) throws(ColumnRefusal) -> ColumnValue
}

/// An aggregate that does not depend on the order of the records, so that parts can be merged.
protocol RunningAggregate: GroupAggregate {
  /// Adds all groups of a part, whose groups have other numbers here.
  mutating func mergeSame(_ part: Self, into places: [Int32]) throws(ColumnRefusal)
  /// The size of all texts in bytes.
  var textSize: Int { get }
}

extension RunningAggregate {
  var textSize: Int { 0 }

  /// Adds a part of the same aggregate.
  mutating func merge(_ part: any RunningAggregate, into places: [Int32]) throws(ColumnRefusal) {
    guard let part = part as? Self else { throw ColumnRefusal("the parts are different") }
    try mergeSame(part, into: places)
  }
}

extension GroupRequest.Aggregate {
  /// Nil if the aggregate depends on the order of the records.
  var running: (any RunningAggregate)? {
    switch self {
    case .records: RunningCount(column: nil)
    case .values(let column): RunningCount(column: column)
    case .sum(let column, false): WholeSum(column: column, part: .all)
    case .highSum(let column): WholeSum(column: column, part: .high)
    case .lowSum(let column): WholeSum(column: column, part: .low)
    case .matching(let column, let value): RunningMatches(column: column, value: value)
    case .least(let column, let kind): RunningExtreme(column: column, kind: kind, isGreatest: false)
    case .greatest(let column, let kind):
      RunningExtreme(column: column, kind: kind, isGreatest: true)
    case .union(let column): RunningMask(column: column, isUnion: true)
    case .intersection(let column): RunningMask(column: column, isUnion: false)
    case .sum, .total, .deviation, .days: nil
    }
  }

  /// Nil if the aggregate does not depend on the order of the records.
  var ordered: (any GroupAggregate)? {
    switch self {
    case .sum(let column, true): RealSum(column: column, isTotal: false)
    case .total(let column): RealSum(column: column, isTotal: true)
    case .deviation(let column, let isReal): RunningDeviation(column: column, isReal: isReal)
    case .days(let column): DaySum(column: column)
    case .records, .values, .sum, .least, .greatest, .union, .intersection, .matching, .highSum,
      .lowSum:
      nil
    }
  }
}

extension Array {
  /// Extends the array to a minimum length.
  mutating func extend(to count: Int, with value: Element) {
    guard count > self.count else { return }
    append(contentsOf: repeatElement(value, count: count - self.count))
  }
}

/// The number of records, or of those with a value.
private struct RunningCount: RunningAggregate {
  let column: Int?
  private var counts: [Int64] = []

  init(column: Int?) { self.column = column }

  mutating func reserve(_ groups: Int) { counts.extend(to: groups, with: 0) }

  mutating func add(_ records: GroupedRecords) {
    guard let column else {
      for index in records.rows.indices { counts[Int(records.groups[index])] += 1 }
      return
    }
    let kinds = records.batch.columns[column].kinds
    for (index, row) in records.rows.enumerated() {
      counts[Int(records.groups[index])] += kinds[Int(row)] == ColumnBatch.Kind.null ? 0 : 1
    }
  }

  mutating func mergeSame(_ part: RunningCount, into places: [Int32]) {
    for (count, place) in zip(part.counts, places) { counts[Int(place)] += count }
  }

  func value(of group: Int) -> ColumnValue { .integer(counts[group]) }
}

/// The sum of integers, calculated in 128 bits.
private struct WholeSum: RunningAggregate {
  private struct Sum {
    var low: UInt64 = 0
    var high: Int64 = 0
    var isEmpty = true

    @inline(__always)
    mutating func add(_ low: UInt64, _ high: Int64) {
      let (sum, overflow) = self.low.addingReportingOverflow(low)
      self.low = sum
      self.high &+= high &+ (overflow ? 1 : 0)
      isEmpty = false
    }
  }

  /// The bits of an integer to add.
  enum Part {
    case all, high, low
  }

  let column: Int
  let part: Part
  private var sums: [Sum] = []

  init(column: Int, part: Part) {
    self.column = column
    self.part = part
  }

  mutating func reserve(_ groups: Int) { sums.extend(to: groups, with: Sum()) }

  mutating func add(_ records: GroupedRecords) throws(ColumnRefusal) {
    try records.forEachValue(of: column, kind: ColumnBatch.Kind.integer) { word, group in
      let value = part.value(word)
      sums[group].add(UInt64(bitPattern: value), value >> 63)
    }
  }

  mutating func mergeSame(_ part: WholeSum, into places: [Int32]) {
    for (sum, place) in zip(part.sums, places) where !sum.isEmpty {
      sums[Int(place)].add(sum.low, sum.high)
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

extension WholeSum.Part {
  @inline(__always)
  fileprivate func value(_ word: Int64) -> Int64 {
    switch self {
    case .all: word
    case .high: word >> 32
    case .low: word & 0xFFFF_FFFF
    }
  }
}

/// The union or the intersection of the bits of integers.
private struct RunningMask: RunningAggregate {
  let column: Int
  let isUnion: Bool
  private var masks: [Mask] = []

  private struct Mask {
    var bits: Int64
    var isEmpty = true
  }

  init(column: Int, isUnion: Bool) {
    self.column = column
    self.isUnion = isUnion
  }

  mutating func reserve(_ groups: Int) {
    masks.extend(to: groups, with: Mask(bits: isUnion ? 0 : -1))
  }

  mutating func add(_ records: GroupedRecords) throws(ColumnRefusal) {
    try records.forEachValue(of: column, kind: ColumnBatch.Kind.integer) { mask, group in
      add(mask, to: group)
    }
  }

  mutating func mergeSame(_ part: RunningMask, into places: [Int32]) {
    for (mask, place) in zip(part.masks, places) where !mask.isEmpty {
      add(mask.bits, to: Int(place))
    }
  }

  @inline(__always)
  private mutating func add(_ mask: Int64, to group: Int) {
    if isUnion {
      masks[group].bits |= mask
    } else {
      masks[group].bits &= mask
    }
    masks[group].isEmpty = false
  }

  func value(of group: Int) -> ColumnValue {
    masks[group].isEmpty ? .null : .integer(masks[group].bits)
  }
}

/// The number of records with a value.
private struct RunningMatches: RunningAggregate {
  let column: Int
  private let kind: ColumnBatch.Kind
  private let word: Int64
  private let text: [UInt8]
  private var counts: [Int64] = []

  init(column: Int, value: ColumnValue) {
    self.column = column
    switch value {
    case .integer(let number):
      kind = ColumnBatch.Kind.integer
      word = number
      text = []
    case .text(let bytes):
      kind = ColumnBatch.Kind.text
      word = 0
      text = bytes
    // SQL compares with these.
    case .null, .real, .blob:
      kind = ColumnBatch.Kind.blob
      word = 0
      text = []
    }
  }

  mutating func reserve(_ groups: Int) { counts.extend(to: groups, with: 0) }

  mutating func add(_ records: GroupedRecords) throws(ColumnRefusal) {
    if kind == ColumnBatch.Kind.blob { throw .otherKind }
    try records.forEachValue(of: column, kind: kind) { other, group in
      let isSame =
        if kind == ColumnBatch.Kind.integer {
          other == word
        } else {
          records.batch.text(other).compared(to: text) == 0
        }
      counts[group] += isSame ? 1 : 0
    }
  }

  mutating func mergeSame(_ part: RunningMatches, into places: [Int32]) {
    for (count, place) in zip(part.counts, places) { counts[Int(place)] += count }
  }

  func value(of group: Int) -> ColumnValue { .integer(counts[group]) }
}
