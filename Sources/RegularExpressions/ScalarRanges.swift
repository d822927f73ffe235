/// Sorted, disjoint ranges of Unicode scalars.
package struct ScalarRanges: Hashable, Sendable {
  package private(set) var all: [ClosedRange<UInt32>] = []

  static let last: UInt32 = 0x10FFFF

  /// - Parameter ranges: in any order; they can overlap.
  init(_ ranges: [ClosedRange<UInt32>]) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) { append(range) }
  }

  /// Appends a range that does not begin before the last one.
  private mutating func append(_ range: ClosedRange<UInt32>) {
    if let last = all.last, range.lowerBound <= last.upperBound + 1 {
      all[all.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
    } else {
      all.append(range)
    }
  }

  /// All other scalars, except 0, which no text on a server can contain.
  package var inverse: ScalarRanges {
    var ranges: [ClosedRange<UInt32>] = []
    var next: UInt32 = 1
    for range in all {
      if range.lowerBound > next { ranges.append(next...range.lowerBound - 1) }
      next = max(next, range.upperBound + 1)
    }
    if next <= Self.last { ranges.append(next...Self.last) }
    return ScalarRanges(ranges)
  }

  func union(_ others: [ScalarRanges]) -> ScalarRanges {
    if others.isEmpty { return self }
    return ScalarRanges(all + others.flatMap(\.all))
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low].contains(scalar.value)
  }

  // MARK: Properties of Unicode

  /// The scalars that satisfy a condition. In an unassigned plane, one scalar represents all.
  init(where isMeant: (Unicode.Scalar) -> Bool) {
    for plane in UInt32(0)...16 {
      let (first, last) = (plane << 16, plane << 16 + 0xFFFF)
      // The last two scalars of each plane are never characters.
      let isEmpty = (4...13).contains(plane) || plane > 14
      let begins = isEmpty ? [first, last - 1] : Array(first...last)
      for value in begins {
        guard let scalar = Unicode.Scalar(value), isMeant(scalar) else { continue }
        append(isEmpty && value == first ? first...last - 2 : value...(isEmpty ? last : value))
      }
    }
  }

  package static let words = ScalarRanges(where: ScalarSet.isWord)
  static let digits = ScalarRanges { $0.properties.generalCategory == .decimalNumber }
  static let spaces = ScalarRanges { $0.properties.isWhitespace }
}

extension ScalarSet.Item {
  /// The scalars in the set.
  var ranges: ScalarRanges {
    switch self {
    case .range(let range): ScalarRanges([range.lowerBound.value...range.upperBound.value])
    case .digit: .digits
    case .word: .words
    case .space: .spaces
    case .lineEnd: ScalarRanges([0xA...0xD, 0x85...0x85, 0x2028...0x2029])
    case .category(let categories):
      ScalarRanges { categories.contains($0.properties.generalCategory) }
    case .not(let item): item.ranges.inverse
    }
  }
}
