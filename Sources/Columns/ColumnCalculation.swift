/// A calculation with the numbers of a record. Where SQL would leave the type of the numbers, as
/// after an overflow, it throws.
package indirect enum ColumnCalculation: Hashable, Sendable {
  package enum Operation: Hashable, Sendable {
    case add, subtract, multiply, divide, remainder
  }

  case column(Int, isReal: Bool)
  case integer(Int64)
  case real(Double)
  case negative(ColumnCalculation)
  case operation(Operation, ColumnCalculation, ColumnCalculation)

  /// True if the result is a real number.
  package var isReal: Bool {
    switch self {
    case .column(_, let isReal): isReal
    case .integer: false
    case .real: true
    case .negative(let inner): inner.isReal
    case .operation(_, let left, let right): left.isReal || right.isReal
    }
  }

  /// Calculates the result for each record of a batch.
  func values(_ batch: ColumnBatch) throws(ColumnRefusal) -> CalculatedColumn {
    switch self {
    case .column(let column, let isReal):
      return try CalculatedColumn(batch.columns[column], batch.count, isReal: isReal)
    case .integer(let number):
      return CalculatedColumn(batch.count, kind: ColumnBatch.Kind.integer, word: number)
    case .real(let number):
      let word = Int64(bitPattern: number.bitPattern)
      return CalculatedColumn(batch.count, kind: ColumnBatch.Kind.real, word: word)
    case .negative(let inner):
      let values = try inner.values(batch)
      try values.negate(isReal: isReal)
      return values
    case .operation(let operation, let left, let right):
      let values = try left.values(batch)
      let others = try right.values(batch)
      if isReal {
        if !left.isReal { values.makeReal() }
        if !right.isReal { others.makeReal() }
        try values.combineReals(operation, others)
      } else {
        try values.combineIntegers(operation, others)
      }
      return values
    }
  }
}

/// The results of a calculation.
final class CalculatedColumn {
  let column: ColumnBatch.Column
  private let count: Int

  private init(_ count: Int) {
    self.count = count
    column = ColumnBatch.Column(
      kinds: .allocate(capacity: max(1, count)), words: .allocate(capacity: max(1, count)))
  }

  convenience init(_ count: Int, kind: ColumnBatch.Kind, word: Int64) {
    self.init(count)
    column.kinds.initialize(repeating: kind, count: count)
    column.words.initialize(repeating: word, count: count)
  }

  /// Copies a column of numbers of one kind.
  convenience init(_ other: ColumnBatch.Column, _ count: Int, isReal: Bool) throws(ColumnRefusal) {
    self.init(count)
    let kind = isReal ? ColumnBatch.Kind.real : ColumnBatch.Kind.integer
    for row in 0..<count {
      guard other.kinds[row] == kind || other.kinds[row] == ColumnBatch.Kind.null else {
        throw .otherKind
      }
      column.kinds[row] = other.kinds[row]
      column.words[row] = other.kinds[row] == kind ? other.words[row] : 0
    }
  }

  deinit {
    column.kinds.deallocate()
    column.words.deallocate()
  }

  /// Tests the results. They stay in memory as long as this method runs.
  func mark(
    _ batch: ColumnBatch, _ test: ColumnTest, _ ofNull: UInt8,
    into marks: UnsafeMutablePointer<UInt8>
  ) throws(ColumnRefusal) {
    defer { withExtendedLifetime(self) {} }
    try test.mark(batch, column, ofNull, into: marks)
  }

  func makeReal() {
    for row in 0..<count where column.kinds[row] == ColumnBatch.Kind.integer {
      set(Double(column.words[row]), row)
    }
  }

  func negate(isReal: Bool) throws(ColumnRefusal) {
    for row in 0..<count where column.kinds[row] != ColumnBatch.Kind.null {
      if isReal {
        set(-number(row), row)
      } else {
        guard column.words[row] != .min else { throw .overflow }
        column.words[row] = -column.words[row]
      }
    }
  }

  func combineReals(
    _ operation: ColumnCalculation.Operation, _ other: CalculatedColumn
  ) throws(ColumnRefusal) {
    for row in 0..<count {
      guard column.kinds[row] != ColumnBatch.Kind.null,
        other.column.kinds[row] != ColumnBatch.Kind.null
      else {
        column.kinds[row] = ColumnBatch.Kind.null
        continue
      }
      let a = number(row)
      let b = other.number(row)
      switch operation {
      case .add: set(a + b, row)
      case .subtract: set(a - b, row)
      case .multiply: set(a * b, row)
      case .divide: set(b == 0 ? .nan : a / b, row)
      case .remainder: throw ColumnRefusal("SQL calculates the remainder of integers")
      }
    }
  }

  func combineIntegers(
    _ operation: ColumnCalculation.Operation, _ other: CalculatedColumn
  ) throws(ColumnRefusal) {
    for row in 0..<count {
      let a = column.words[row]
      let b = other.column.words[row]
      let isDivision = operation == .divide || operation == .remainder
      guard column.kinds[row] != ColumnBatch.Kind.null,
        other.column.kinds[row] != ColumnBatch.Kind.null, !isDivision || b != 0
      else {
        column.kinds[row] = ColumnBatch.Kind.null
        continue
      }
      let result =
        switch operation {
        case .add: a.addingReportingOverflow(b)
        case .subtract: a.subtractingReportingOverflow(b)
        case .multiply: a.multipliedReportingOverflow(by: b)
        case .divide: a.dividedReportingOverflow(by: b)
        case .remainder: a.remainderReportingOverflow(dividingBy: b == -1 ? 1 : b)
        }
      guard !result.overflow else { throw .overflow }
      column.words[row] = result.partialValue
    }
  }

  private func number(_ row: Int) -> Double {
    Double(bitPattern: UInt64(bitPattern: column.words[row]))
  }

  /// SQLite has no NaN: it is NULL.
  private func set(_ number: Double, _ row: Int) {
    column.kinds[row] = number.isNaN ? ColumnBatch.Kind.null : ColumnBatch.Kind.real
    column.words[row] = Int64(bitPattern: number.bitPattern)
  }
}

extension ColumnRefusal {
  fileprivate static let overflow = ColumnRefusal("a calculation has more than 64 bits")
}
