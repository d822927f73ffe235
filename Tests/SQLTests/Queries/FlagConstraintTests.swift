import TestSupport
import Testing

@testable import Queries

/// The arithmetic of the skip-scan, against looking at every number.
@Suite struct FlagConstraintTests {
  /// A constraint at random on the lowest bits of a number.
  private func constraint(_ dice: inout Dice, bits: UInt64, depth: Int = 2) -> FlagConstraint {
    let mask = bits == 64 ? UInt64.max : (1 << bits) - 1
    func few() -> UInt64 { dice.next() & dice.next() & mask }
    switch dice.next() % (depth > 0 ? 6 : 4) {
    case 0: return .bits(set: few(), clear: few())
    case 1: return .clause(set: few(), clear: few())
    case 2: return .among((0..<dice.next() % 4).map { _ in dice.next() & mask }.sorted())
    case 3: return .notAmong((0..<dice.next() % 20).map { _ in dice.next() & mask }.sorted())
    case 4:
      return .conjunction(
        (0..<dice.next() % 4).map { _ in constraint(&dice, bits: bits, depth: depth - 1) })
    default:
      return .disjunction(
        (0..<dice.next() % 4).map { _ in constraint(&dice, bits: bits, depth: depth - 1) })
    }
  }

  /// The next number that is admitted, by trying one after the other, beyond the bits in question
  /// too.
  private func nextByTrying(_ constraint: FlagConstraint, from start: UInt64, to end: UInt64)
    -> UInt64?
  {
    (start...end).first { constraint.admits($0) }
  }

  @Test(arguments: [6, 7, 8] as [UInt64])
  func everyNumberOfASmallUniverse(_ bits: UInt64) {
    var dice = Dice(seed: bits)
    let end: UInt64 = 1 << bits
    for _ in 0..<80 {
      let constraint = constraint(&dice, bits: bits)
      for start in 0..<end {
        let next = constraint.next(from: start)
        // One bit more than is asked about is free, so that what is missing shows as a greater one.
        let expected = nextByTrying(constraint, from: start, to: 2 * end - 1)
        guard let expected else {
          #expect(next.map { $0 >= 2 * end } ?? true, "\(constraint) from \(start)")
          continue
        }
        #expect(next == expected, "\(constraint) from \(start)")
      }
    }
  }

  @Test func bitsThatAllHave() {
    var dice = Dice(seed: 5)
    for _ in 0..<2_000 {
      let constraint = constraint(&dice, bits: 7)
      let required = constraint.requiredBits
      #expect(
        (0..<128).allSatisfy { !constraint.admits($0) || $0 & required == required },
        "\(constraint)")
    }
    let both = FlagConstraint.bits(set: 5, clear: 2)
    #expect(FlagConstraint.any([both, .bits(set: 6, clear: 0)]).requiredBits == 4)
    #expect(FlagConstraint.all([both, .bits(set: 8, clear: 0)]).requiredBits == 13)
  }

  /// At the upper end there is no bit more to carry into.
  @Test func topOfTheNumbers() {
    var dice = Dice(seed: 9)
    let high = UInt64.max << 8
    for _ in 0..<100 {
      let low = constraint(&dice, bits: 8)
      let constraint = FlagConstraint.conjunction([.bits(set: high, clear: 0), low])
      for start in stride(from: high, through: .max, by: 1) {
        #expect(
          constraint.next(from: start) == nextByTrying(constraint, from: start, to: .max),
          "\(constraint) from \(start)")
      }
    }
  }

  /// Of 64 bits: no admitted number is passed over, and what is found is admitted.
  @Test func sixtyFourBits() {
    var dice = Dice(seed: 64)
    for _ in 0..<2_000 {
      let constraint = constraint(&dice, bits: 64)
      var start = dice.next()
      for _ in 0..<20 {
        let next = constraint.next(from: start)
        #expect(next.map { $0 >= start && constraint.admits($0) } ?? true, "\(constraint)")
        for _ in 0..<20 {
          // Few of all numbers are admitted: look near those that are.
          let near = (next ?? start) &- dice.next() % 64
          guard near >= start, near < next ?? .max else { continue }
          #expect(!constraint.admits(near), "\(constraint) from \(start): \(near)")
        }
        start = next.map { $0 &+ 1 } ?? dice.next()
      }
    }
  }

  /// To find out if some bits contradict each other may take exponential time: then a number
  /// is given that is not admitted, and none is passed over.
  @Test func contradictions() {
    let pigeons = FlagConstraint.conjunction(
      (0..<20).map { .clause(set: 3 << (2 * $0), clear: 0) }
        + (0..<20).map { .clause(set: 0, clear: 3 << (2 * $0)) }
        + [.clause(set: 1, clear: 2), .clause(set: 2, clear: 1)])
    var start: UInt64 = 0
    for _ in 0..<1_000 {
      guard let next = pigeons.next(from: start) else { return }
      #expect(!pigeons.admits(next) && next >= start)
      start = next + 1
    }
  }

  @Test func bitsThatMustBeBoth() {
    #expect(FlagConstraint.bits(set: 4, clear: 6).next(from: 0) == nil)
    #expect(
      FlagConstraint.conjunction([.bits(set: 4, clear: 0), .bits(set: 0, clear: 4)]) == .nothing)
    #expect(FlagConstraint.anything.next(from: .max) == .max)
    #expect(FlagConstraint.nothing.next(from: 0) == nil)
  }
}
