// The arithmetic of the skip scan: it finds the next number that satisfies a constraint.

extension FlagConstraint {
  /// A number from `start` on, below which no number from `start` on satisfies the constraint; nil
  /// if none does. Usually it is the next such number. It may be too small if clauses contradict
  /// each other in a way that takes long to find.
  package func next(from start: UInt64) -> UInt64? {
    switch self {
    case .bits(let set, let clear): Self.nextWithBits(set, clear, from: start)
    case .clause(let set, let clear): Self.nextInClause(set, clear, from: start)
    case .among(let numbers):
      numbers.dropFirst(numbers.firstSorted(from: start)).first
    case .notAmong(let numbers): Self.nextNotAmong(numbers, from: start)
    case .all(let parts): Self.nextInAll(parts, from: start)
    case .any(let parts): parts.compactMap { $0.next(from: start) }.min()
    }
  }

  /// The highest wrong bit decides. If it must be set, it is set, and the lower bits start anew. If
  /// it must be clear, the lowest possible clear bit above it is set.
  private static func nextWithBits(_ set: UInt64, _ clear: UInt64, from start: UInt64) -> UInt64? {
    if set & clear != 0 { return nil }
    let wrong = set & ~start | clear & start
    if wrong == 0 { return start }
    let highest: UInt64 = 1 << UInt64(63 - wrong.leadingZeroBitCount)
    var raised = highest
    if set & highest == 0 {
      let above = ~(highest | (highest - 1))
      let free = ~start & ~clear & above
      if free == 0 { return nil }
      raised = free & ~(free - 1)
    }
    let below = raised - 1
    return start & ~below | raised | set & below
  }

  /// The next number that has a bit of `set` or lacks a bit of `clear`. If `start` does not, either
  /// the lowest bit of `set` is set, or a carry clears the lowest bit of `clear`.
  private static func nextInClause(_ set: UInt64, _ clear: UInt64, from start: UInt64) -> UInt64? {
    if start & set != 0 || ~start & clear != 0 { return start }
    let setting: UInt64? =
      if set == 0 { nil } else { (start | lowest(of: set)) & ~(lowest(of: set) - 1) }
    var clearing: UInt64?
    if clear != 0 {
      let full = start | lowest(of: clear) | (lowest(of: clear) - 1)
      clearing = full == .max ? nil : full + 1
    }
    guard let setting, let clearing else { return setting ?? clearing }
    return min(setting, clearing)
  }

  private static func lowest(of mask: UInt64) -> UInt64 { mask & ~(mask - 1) }

  private static func nextNotAmong(_ numbers: [UInt64], from start: UInt64) -> UInt64? {
    var number = start
    for excluded in numbers.dropFirst(numbers.firstSorted(from: start)) {
      if excluded > number { break }
      if number == .max { return nil }
      // The list may contain a number twice.
      if excluded == number { number += 1 }
    }
    return number
  }

  /// The maximum number of rounds. To decide if clauses contradict each other may take exponential
  /// time.
  private static let mostRounds = 64

  private static func nextInAll(_ parts: [FlagConstraint], from start: UInt64) -> UInt64? {
    var number = start
    for _ in 0..<mostRounds {
      let before = number
      for part in parts {
        guard let next = part.next(from: number) else { return nil }
        number = next
      }
      if number == before { return number }
    }
    return number
  }
}
