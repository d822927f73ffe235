package import FlagModel
package import SQLText

/// A table with a row for each group, and a column for each value of another key.
package struct CrossTable: Sendable {
  private let keyCount: Int
  private let absent: Value
  private var order: [[Value]] = []
  private var cells: [[Value]: [Value: Value]] = [:]
  private var columnValues: Set<Value> = []

  package init(_ query: CrossQuery) {
    keyCount = query.keyCount
    absent = query.absent
  }

  /// Adds a result row: the keys, the value of the column, and the cell.
  package mutating func add(_ row: [Value]) {
    let keys = Array(row.prefix(keyCount))
    if cells[keys] == nil { order.append(keys) }
    cells[keys, default: [:]][row[keyCount]] = row[keyCount + 1]
    columnValues.insert(row[keyCount])
  }

  /// The maximum number of columns.
  package static let mostColumns = 1_000

  /// The values of the columns in their order. For calendar units, it includes those without
  /// records, unless there would be too many.
  /// - Parameter isUnsigned: true for flags, whose highest bit is stored as a negative number.
  package func columns(by unit: CalendarUnit?, isUnsigned: Bool) -> [Value] {
    let sorted = columnValues.sorted { $0.isBefore($1, isUnsigned: isUnsigned) }
    guard let unit else { return sorted }
    var all: [Value] = []
    for value in sorted {
      var next = all.last.flatMap(unit.next)
      while let between = next, between != value, all.count <= Self.mostColumns {
        all.append(between)
        next = unit.next(after: between)
      }
      all.append(value)
    }
    if all.count > Self.mostColumns { return sorted }
    return all
  }

  /// The rows in the given order, or in the order of their arrival.
  package func rows(_ columns: [Value], in order: [[Value]]? = nil) -> [[Value]] {
    (order ?? self.order).map { keys in
      let row = cells[keys] ?? [:]
      return keys + columns.map { row[$0] ?? absent }
    }
  }
}

extension Value {
  /// Compares in the order of SQL: NULL, numbers, texts by their bytes, data.
  fileprivate func isBefore(_ other: Value, isUnsigned: Bool) -> Bool {
    switch (self, other) {
    case (.integer(let a), .integer(let b)):
      if isUnsigned { return UInt64(bitPattern: a) < UInt64(bitPattern: b) }
      return a < b
    case (.integer(let a), .real(let b)): return Double(a) < b
    case (.real(let a), .integer(let b)): return a < Double(b)
    case (.real(let a), .real(let b)): return a < b
    case (.text(let a), .text(let b)): return a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.blob(let a), .blob(let b)): return a.lexicographicallyPrecedes(b)
    default: return rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }
}
