package import FlagModel

/// The limits of SQLite's parser: a stack depth of 100, and 32,766 values in a statement.
extension SQLText {
  private static let greatestValueCount = 30_000
  private static let greatestNesting = 80
  /// More segments than the longest statement of SQLite can contain.
  private static let mostSegments = 1_000_000

  /// Throws if SQLite would refuse a statement with this piece.
  package func requireFeasible() throws(Diagnostic) {
    let segments = expanded(in: SQLiteDialect(), most: Self.mostSegments)
    guard segments.count < Self.mostSegments, Self.nesting(segments) <= Self.greatestNesting else {
      throw Diagnostic(
        "the predicate is nested deeper than SQLite can read",
        hint: "the records of records inside each other count most")
    }
    let count = Self.valueCount(segments)
    guard count <= Self.greatestValueCount else {
      throw Diagnostic(
        "a predicate may have \(Self.greatestValueCount) values at most, found \(count)")
    }
  }

  /// The depth of SQLite's parser stack for a text, as measured: 3 for a bracket, 6 after a
  /// function name, 11 around a query, and 2 more for an AND after an OR.
  private static func nesting(_ segments: [Segment]) -> Int {
    let bytes = segments.flatMap { segment in
      if case .text(let text) = segment { Array(text.utf8) } else { [UInt8(ascii: "?")] }
    }
    var open: [Int] = []
    var depth = 0
    var deepest = 0
    // The pending operators within each bracket.
    var words = [Junction.none]
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: " ") {
        words[words.count - 1].pass(bytes[index...])
      } else if byte == UInt8(ascii: "(") {
        let isQuery = bytes[(index + 1)...].starts(with: "SELECT".utf8)
        let isCall = index > 0 && bytes[index - 1] | 0x20 > 0x60
        var levels = isCall ? 6 : 3
        if isQuery { levels = 11 }
        if words[words.count - 1] == .orThenAnd { levels += 2 }
        open.append(levels)
        words.append(.none)
        depth += open.last ?? 0
        deepest = max(deepest, depth)
      } else if byte == UInt8(ascii: ")") {
        depth -= open.popLast() ?? 0
        if words.count > 1 { words.removeLast() }
      }
    }
    return deepest
  }

  /// The operators OR and AND that wait for their right operands.
  private enum Junction {
    case none, or, orThenAnd

    mutating func pass(_ rest: ArraySlice<UInt8>) {
      if rest.starts(with: " OR ".utf8) {
        self = .or
      } else if self == .or, rest.starts(with: " AND ".utf8) {
        self = .orThenAnd
      }
    }
  }

  private static func valueCount(_ segments: [Segment]) -> Int {
    segments.reduce(0) { count, segment in
      switch segment {
      case .value: count + 1
      case .list(let values, _): count + (values.count > 100 ? 1 : values.count)
      case .rows(let rows): count + rows.reduce(0) { $0 + $1.count }
      default: count
      }
    }
  }
}
