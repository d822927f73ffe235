import FlagModel

/// The order of the values of a key column: NULL, numbers, texts by their bytes, blobs. It is that of SQLite, and of a
/// server that sorts texts so.
struct KeyOrder {
  private let own: AttributeType?
  private let other: AttributeType?
  /// True if a text may be a number that no `Double` represents.
  private let areNumbers: Bool
  /// True if equal integers are equal numbers, unlike those of decimals with other places.
  private let haveSameUnits: Bool

  /// - Parameters:
  ///   - own: the side of the first value.
  ///   - other: the side of the second value.
  init(
    _ column: ComparedColumn, from own: KeyPath<ComparedColumn, AttributeType?>,
    to other: KeyPath<ComparedColumn, AttributeType?>
  ) {
    let (own, other) = (column[keyPath: own], column[keyPath: other])
    self.own = own
    self.other = other
    // Each side must be in the order in which both are merged.
    let types = [column.before, column.after]
    areNumbers =
      types.contains { $0?.isNumber == true }
      && types.allSatisfy { $0 == nil || $0 == .any || $0?.isNumber == true }
    haveSameUnits = own == other || own?.isDecimal != true && other?.isDecimal != true
  }

  /// - Returns: less than 0 if the first value is smaller, 0 if they are equal.
  func order(_ row: StoredRow, and other: StoredRow, at place: Int) -> Int {
    switch (row.cells[place], other.cells[place]) {
    case (.integer(let left), .integer(let right)) where haveSameUnits: order(left, right)
    case (.integer(let left), .real(let right)) where haveSameUnits: order(Double(left), right)
    case (.real(let left), .integer(let right)) where haveSameUnits: order(left, Double(right))
    case (.real(let left), .real(let right)): order(left, right)
    case (.text, .text) where areNumbers: numberOrder(row, other, at: place)
    case (.text(let left), .text(let right)), (.blob(let left), .blob(let right)):
      row.order(of: left, and: right, in: other)
    case (let left, let right) where areNumbers && left.mayBeNumber && right.mayBeNumber:
      numberOrder(row, other, at: place)
    case (let left, let right): left.rank - right.rank
    }
  }

  private func order<Number: Comparable>(_ left: Number, _ right: Number) -> Int {
    if left < right { return -1 }
    return left == right ? 0 : 1
  }

  /// A server sorts NaN after all numbers.
  private func order(_ left: Double, _ right: Double) -> Int {
    if left.isNaN || right.isNaN { return (left.isNaN ? 1 : 0) - (right.isNaN ? 1 : 0) }
    if left < right { return -1 }
    return left == right ? 0 : 1
  }

  private func numberOrder(_ row: StoredRow, _ other: StoredRow, at place: Int) -> Int {
    let (left, right) = (row.value(at: place), other.value(at: place))
    let ranks = left.rankAmongNumbers - right.rankAmongNumbers
    if ranks != 0 { return ranks }
    let text = (own ?? .any).text(of: left)
    let otherText = (self.other ?? .any).text(of: right)
    guard let number = DecimalNumber(text), let otherNumber = DecimalNumber(otherText) else {
      return order(Name(text), Name(otherText))
    }
    return order(number, otherNumber)
  }
}

extension AttributeType {
  fileprivate var isDecimal: Bool { if case .decimal = self { true } else { false } }
}

extension Value {
  /// The place of an infinite number, of all finite ones, and of a text that is no number.
  fileprivate var rankAmongNumbers: Int {
    switch self {
    case .real(let number) where number.isNaN: 3
    case .real(let number) where number.isInfinite: number < 0 ? 0 : 2
    case .text(let text) where DecimalNumber(text) == nil: 4
    default: 1
    }
  }
}

extension StoredRow.Cell {
  fileprivate var mayBeNumber: Bool {
    switch self {
    case .integer, .real, .text: true
    case .null, .blob: false
    }
  }

  /// The rank of the cell's kind in the order of SQLite.
  fileprivate var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }
}
