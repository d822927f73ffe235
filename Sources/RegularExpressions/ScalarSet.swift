/// The scalars that match at one position of a pattern: `[a-z_]`, `\d`, `.`.
package struct ScalarSet: Sendable {
  indirect enum Item: Sendable {
    case range(ClosedRange<Unicode.Scalar>)
    case digit
    case word
    case space
    case lineEnd
    case category([Unicode.GeneralCategory])
    case not(Item)
  }

  let items: [Item]
  private let isNegated: Bool
  private let ignoresCase: Bool
  private(set) var ascii = ASCIISet()

  init(_ items: [Item], isNegated: Bool = false, ignoringCase: Bool = false) {
    self.items = ignoringCase ? items + items.compactMap(\.folded) : items
    self.isNegated = isNegated
    ignoresCase = ignoringCase
    for value in 0..<UInt8(128) where contains(Unicode.Scalar(value)) { ascii.insert(value) }
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let variants = ignoresCase ? scalar.caseVariants : [scalar]
    return isNegated != variants.contains { variant in items.contains { $0.contains(variant) } }
  }

  /// The scalars in the set.
  package var ranges: ScalarRanges {
    let exact = ScalarRanges([]).union(items.map(\.ranges))
    var more: [ClosedRange<UInt32>] = []
    if ignoresCase {
      for (scalar, variants) in Unicode.Scalar.withCases
      where variants.contains(where: exact.contains) {
        more.append(scalar.value...scalar.value)
      }
    }
    let all = exact.union(more.isEmpty ? [] : [ScalarRanges(more)])
    return isNegated ? all.inverse : all
  }

  /// The definition of `\w` by Unicode and NSRegularExpression.
  package static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
      return true
    default:
      return properties.isAlphabetic || scalar == "\u{200C}" || scalar == "\u{200D}"
    }
  }
}

/// The ASCII scalars in a set, one bit each, as a fast path.
struct ASCIISet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  mutating func insert(_ value: UInt8) {
    if value < 64 { low |= 1 << UInt64(value) } else { high |= 1 << UInt64(value & 63) }
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value < 64 ? low : high) >> UInt64(scalar.value & 63) & 1 == 1
  }
}

extension ScalarSet.Item {
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .range(let range): range.contains(scalar)
    case .digit: scalar.properties.generalCategory == .decimalNumber
    case .word: ScalarSet.isWord(scalar)
    case .space: scalar.properties.isWhitespace
    case .lineEnd:
      ("\n"..."\r").contains(scalar) || "\u{85}\u{2028}\u{2029}".unicodeScalars.contains(scalar)
    case .category(let categories): categories.contains(scalar.properties.generalCategory)
    case .not(let item): !item.contains(scalar)
    }
  }

  /// The other case of a single scalar.
  fileprivate var folded: ScalarSet.Item? {
    guard case .range(let range) = self, range.lowerBound == range.upperBound else { return nil }
    let scalar = range.lowerBound.upper.lower
    return .range(scalar...scalar)
  }
}

extension Unicode.Scalar {
  /// The scalar in upper and lower case, if that is a single scalar.
  fileprivate var caseVariants: [Unicode.Scalar] { [self, lower, upper, lower.upper, upper.lower] }

  fileprivate var lower: Unicode.Scalar { single(properties.lowercaseMapping) }
  fileprivate var upper: Unicode.Scalar { single(properties.uppercaseMapping) }

  /// The scalars that have two cases, with their variants. All are in the first two planes.
  fileprivate static let withCases: [(scalar: Unicode.Scalar, variants: [Unicode.Scalar])] =
    (UInt32(0)...0x1FFFF).compactMap { value in
      guard let scalar = Unicode.Scalar(value) else { return nil }
      let variants = scalar.caseVariants
      return variants.contains { $0 != scalar } ? (scalar, variants) : nil
    }

  private func single(_ mapping: String) -> Unicode.Scalar {
    let scalars = mapping.unicodeScalars
    guard let first = scalars.first, scalars.count == 1 else { return self }
    return first
  }
}
