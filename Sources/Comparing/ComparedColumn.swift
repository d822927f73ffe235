package import FlagModel

/// A column in both compared databases, which may have different types there.
package struct ComparedColumn: Hashable, Sendable {
  package let name: Name
  /// The type in the first database; nil for keys.
  package let before: AttributeType?
  package let after: AttributeType?
  /// False for a column of one side that is only shown in records of this side.
  package let isCompared: Bool

  package init(
    _ name: Name, _ before: AttributeType?, _ after: AttributeType?, isCompared: Bool = true
  ) {
    self.name = name
    self.before = before
    self.after = after
    self.isCompared = isCompared
  }

  /// The column with values as they are stored, without names.
  package var stored: ComparedColumn { ComparedColumn(name, nil, nil, isCompared: isCompared) }

  /// The flag sets of both sides, if both have flags.
  package var flagSets: (before: FlagSet, after: FlagSet)? {
    guard case .flags(let before)? = before, case .flags(let after)? = after else { return nil }
    return (before, after)
  }
}

/// Compares values by their meaning: flags and cases by their names, even if their numbers differ.
struct ValueMatcher {
  private let column: ComparedColumn
  /// True if values with equal cells are equal.
  private let isPlain: Bool
  /// True if different cells are different values, except for numbers.
  private let isExact: Bool
  /// The results for pairs of flags or cases, which are few.
  private var results: [Pair: Bool] = [:]
  private static let mostKnown = 1 << 12

  private struct Pair: Hashable {
    let before: Value
    let after: Value
  }

  /// - Parameter ignoresForms: true if one value may have several stored forms, because the engines
  ///   differ.
  init(_ column: ComparedColumn, ignoresForms: Bool) {
    self.column = column
    isPlain = column.before == column.after
    // A server also writes numbers as texts, some with zeros after the last digit.
    isExact = isPlain && !ignoresForms && column.before != .double
  }

  mutating func matches(_ place: Int, _ before: StoredRow, _ after: StoredRow) -> Bool {
    if !column.isCompared { return true }
    if before.hasSameBytes(at: place, as: after), isPlain { return true }
    if isExact, !before.isNumber(at: place) || !after.isNumber(at: place) { return false }
    return matches(before.value(at: place), after.value(at: place))
  }

  private mutating func matches(_ before: Value, _ after: Value) -> Bool {
    if before == .null || after == .null { return before == after }
    if isPlain, !isExact, case .any? = column.before {
      return AttributeType.any.text(of: before) == AttributeType.any.text(of: after)
    }
    let pair = Pair(before: before, after: after)
    if let result = results[pair] { return result }
    let result =
      column.meaning(of: before, column.before, beside: column.after)
      == column.meaning(of: after, column.after, beside: column.before)
    if results.count < Self.mostKnown { results[pair] = result }
    return result
  }
}

/// The meaning of a value, comparable between types.
private enum ComparedMeaning: Equatable {
  case flags(Set<String>)
  case number(DecimalNumber)
  case text(String)
}

extension ComparedColumn {
  fileprivate func meaning(
    of value: Value, _ type: AttributeType?, beside other: AttributeType?
  ) -> ComparedMeaning {
    if case .flags(let set)? = type, case .integer(let stored) = value {
      return .flags(Set(set.items(of: set.mask(stored: stored))))
    }
    let text = (type ?? .any).text(of: value)
    let isNumber =
      switch value {
      case .integer: type == nil || type == .any || type?.isNumber == true
      case .real: true
      // A number with more digits than a Double is a text.
      case .text:
        type?.isNumber == true || (type == .any || type == .string) && other?.isNumber == true
      case .null, .blob: false
      }
    guard isNumber, let number = DecimalNumber(text) else { return .text(text) }
    return .number(number)
  }
}

extension AttributeType {
  var isNumber: Bool {
    switch self {
    case .integer, .double, .float, .decimal: true
    default: false
    }
  }
}

extension StoredRow {
  fileprivate func isNumber(at place: Int) -> Bool {
    switch cells[place] {
    case .integer, .real: true
    case .null, .text, .blob: false
    }
  }

  /// True if two cells have the same kind and content.
  func hasSameBytes(at place: Int, as other: StoredRow) -> Bool {
    switch (cells[place], other.cells[place]) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)), (.blob(let left), .blob(let right)):
      order(of: left, and: right, in: other) == 0
    default: false
    }
  }

  /// Compares two texts or blobs by their bytes.
  /// - Returns: less than 0 if the own one is smaller, 0 if they are equal.
  func order(of ownRange: Range<Int>, and range: Range<Int>, in other: StoredRow) -> Int {
    bytes.withUnsafeBytes { mine in
      other.bytes.withUnsafeBytes { others in
        let count = min(ownRange.count, range.count)
        for index in 0..<count {
          let byte = mine[ownRange.lowerBound + index]
          let otherByte = others[range.lowerBound + index]
          if byte != otherByte { return Int(byte) - Int(otherByte) }
        }
        return ownRange.count - range.count
      }
    }
  }
}
