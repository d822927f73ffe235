import FlagModel
import Testing

@testable import Databases
@testable import Guessing

/// The rules for masks, each guard alone.
@Suite struct MaskRuleTests {
  private func masks(_ numbers: [Int64]) -> Masks {
    Masks(Dictionary(numbers.map { ($0, 1) }) { one, _ in one })
  }

  /// Every combination of some bits.
  private static func combinations(of bits: [Int64]) -> [Int64] {
    bits.reduce([0]) { numbers, bit in numbers + numbers.map { $0 | bit } }
  }

  @Test(
    "values that may be flags where the name says so",
    arguments: [
      ([0, 1], false), ([1], false), ([0], false), ([], false), ([0, 4], false), ([5], true),
      ([0, 1, 2], true), ([-1, 0, 1], false), ([4, 8], true),
      (Array(1...40), false), (Array(0...63), true), (Array(1...16), true),
    ] as [([Int64], Bool)])
  func mayBeFlags(numbers: [Int64], may: Bool) {
    #expect(masks(numbers).mayBeFlags == may)
  }

  @Test(
    "the type that holds them",
    arguments: [
      ([1, 6], .int), ([0, 1 << 31], .uint32), ([3, -1 << 31], .int32),
      ([2_147_483_681, -2_147_483_648], .int32), ([1 << 32], .int), ([-1 << 32, 1], .int),
      ([-1, 6], .int),
    ] as [([Int64], IntegerType)])
  func width(numbers: [Int64], type: IntegerType) {
    #expect(masks(numbers).rawType == type)
  }

  @Test func bothSignsOfAWordAreOneBit() {
    #expect(masks([1 << 31, -1 << 31]).all == 1 << 31)
  }

  // MARK: The rule for values

  @Test(
    "values that hardly anything but flags makes",
    arguments: [
      ("one bit each", [1, 2, 4, 8, 16, 32, 64], true),
      ("combinations", [1, 2, 3, 16, 17, 64, 65, 80, 256, 320], true),
      ("combinations without the lowest bits", [16, 32, 48, 256, 272, 1024, 1040, 1280], true),
      ("fewer than six", [1, 16, 64, 256, 1024], false),
      ("a run", Array(1...12), false),
      ("a run of sixteens", (1...12).map { $0 << 4 }, false),
      ("prices", [100, 250, 500, 1_000, 1_500, 2_000, 9_900], false),
      ("with negative ones", [-5, 1, 2, 4, 8, 16, 32, 64], false),
      ("beyond 2^40", [1 << 41, 1, 2, 4, 8, 16, 32], false),
      ("squares", (1...20).map { $0 * $0 }, false),
      ("primes", [2, 3, 5, 7, 11, 13, 101, 211, 307, 401, 503, 601], false),
      ("counts, of which a few are large", Array(1...30) + [35, 38, 72, 150, 1_050], false),
      ("powers of ten", [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000], false),
      ("all combinations of bits far apart", combinations(of: [1, 32, 512, 4096]), true),
    ] as [(String, [Int64], Bool)])
  func areDistinctive(what: String, numbers: [Int64], are: Bool) {
    #expect(masks(numbers).areDistinctive(among: 100) == are)
  }

  @Test func manyDifferentValuesAreNoFlags() {
    let flags = masks([1, 2, 4, 8, 16, 32, 64])
    #expect(flags.areDistinctive(among: 14) && !flags.areDistinctive(among: 13))
  }

  @Test(
    arguments: [
      ([12, 18, 60], true), ([8, 16, 24], false), ([8, 16, 32], false), ([3, 4], false),
      ([0], false),
      ([0, 60, 90], true), ([], false),
    ] as [(Set<UInt64>, Bool)])
  func roundNumbersHaveADivisor(numbers: Set<UInt64>, are: Bool) {
    #expect(Masks.areRound(numbers) == are)
  }

  @Test(
    arguments: [
      (Set((0...9).map { UInt64($0) }), true), ([1, 2, 4, 8, 16, 32], false),
      ([1, 2, 4, 8, 16], true),
      ([], true), ([.max, 0], false),
    ] as [(Set<UInt64>, Bool)])
  func runsAreDense(numbers: Set<UInt64>, isRun: Bool) {
    #expect(Masks.isRun(numbers) == isRun)
  }

  // MARK: Fields

  @Test(
    "bits that lie apart may be a number",
    arguments: [
      ([268_435_457, 805_306_368, 805_306_371, 805_306_374], 0...7),
      ([805_306_374], nil),
      ([1, 2, 3, 1 << 20], 0...7),
      ([1, 2, 4, 1 << 20], nil),
      ([1, 2, 3, 1 << 9], nil),
      ([4, 33, 161, 1 << 20], nil),
      ([1, 2, 3, 4], nil),
    ] as [([Int64], ClosedRange<Int>?)])
  func fields(numbers: [Int64], bits: ClosedRange<Int>?) {
    #expect(masks(numbers).field == bits)
  }
}
