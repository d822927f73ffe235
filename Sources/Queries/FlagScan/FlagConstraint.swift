/// A condition on the bits of the number in a flag column. Bit 63 is the highest bit and not a
/// sign.
package indirect enum FlagConstraint: Hashable, Sendable {
  /// All bits of `set` are set, and all bits of `clear` are clear.
  case bits(set: UInt64, clear: UInt64)
  /// At least one bit of `set` is set, or at least one bit of `clear` is clear.
  case clause(set: UInt64, clear: UInt64)
  /// One of these numbers, in ascending order.
  case among([UInt64])
  /// None of these numbers, in ascending order.
  case notAmong([UInt64])
  case all([FlagConstraint])
  case any([FlagConstraint])

  /// Every number satisfies it.
  static let anything = FlagConstraint.bits(set: 0, clear: 0)
  static let nothing = FlagConstraint.any([])

  /// All constraints at once. Required bits are combined, so that one step finds them.
  static func conjunction(_ parts: [FlagConstraint]) -> FlagConstraint {
    var (set, clear): (UInt64, UInt64) = (0, 0)
    var others: [FlagConstraint] = []
    for part in parts.flatMap(\.conjuncts) {
      if case .bits(let more, let less) = part {
        set |= more
        clear |= less
      } else {
        others.append(part)
      }
    }
    if set & clear != 0 || others.contains(nothing) { return nothing }
    if set | clear != 0 { others.insert(.bits(set: set, clear: clear), at: 0) }
    switch others.count {
    case 0: return anything
    case 1: return others[0]
    default: return .all(others)
    }
  }

  private var conjuncts: [FlagConstraint] {
    if case .all(let parts) = self { parts } else { [self] }
  }

  /// At least one of the constraints. Lists of numbers are combined.
  static func disjunction(_ parts: [FlagConstraint]) -> FlagConstraint {
    var numbers: [UInt64] = []
    var others: [FlagConstraint] = []
    for part in parts where part != nothing {
      switch part {
      case anything: return anything
      case .among(let more): numbers += more
      default: others.append(part)
      }
    }
    if !numbers.isEmpty { others.append(.among(numbers.sorted())) }
    if others.count == 1 { return others[0] }
    return .any(others)
  }

  /// The negation of the constraint.
  var opposite: FlagConstraint {
    switch self {
    case .bits(let set, let clear): .clause(set: clear, clear: set)
    case .clause(let set, let clear): .bits(set: clear, clear: set)
    case .among(let numbers): .notAmong(numbers)
    case .notAmong(let numbers): .among(numbers)
    case .all(let parts): .any(parts.map(\.opposite))
    case .any(let parts): .all(parts.map(\.opposite))
    }
  }

  /// The number of elementary constraints.
  var size: Int {
    switch self {
    case .all(let parts), .any(let parts): parts.reduce(1) { $0 + $1.size }
    default: 1
    }
  }

  /// The bits that all matching numbers have.
  package var requiredBits: UInt64 {
    switch self {
    case .bits(let set, _): set
    case .all(let parts): parts.reduce(0) { $0 | $1.requiredBits }
    case .any(let parts) where !parts.isEmpty: parts.reduce(.max) { $0 & $1.requiredBits }
    case .any, .clause, .among, .notAmong: 0
    }
  }

  package func admits(_ number: UInt64) -> Bool {
    switch self {
    case .bits(let set, let clear): number & set == set && number & clear == 0
    case .clause(let set, let clear): number & set != 0 || ~number & clear != 0
    case .among(let numbers): numbers.hasSorted(number)
    case .notAmong(let numbers): !numbers.hasSorted(number)
    case .all(let parts): parts.allSatisfy { $0.admits(number) }
    case .any(let parts): parts.contains { $0.admits(number) }
    }
  }
}

extension [UInt64] {
  /// The index of the first number that is not less, in an ascending list.
  func firstSorted(from number: UInt64) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func hasSorted(_ number: UInt64) -> Bool {
    let place = firstSorted(from: number)
    return place < endIndex && self[place] == number
  }
}
