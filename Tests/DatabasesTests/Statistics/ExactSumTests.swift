import Testing

@testable import Databases
@testable import Statistics

@Suite("Exact means")
struct ExactSumTests {
  @Test(
    "of whole numbers",
    arguments: [
      ([1, 2], "1.5"), ([1, 1, 2], "1.333"), ([2, 2, 1], "1.667"), ([-1, -2], "-1.5"),
      ([-1, 1], "0"), ([-1, -1, -2], "-1.333"), ([5], "5"), ([0, 0, 0, -1], "-0.25"),
      ([.max, .max], "9223372036854775807"), ([.min, .min], "-9223372036854775808"),
      ([.min, .max], "-0.5"), ([.max, .max - 1], "9223372036854775806.5"),
      ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1], "-0.045"),
      ([.max, .max, .max, .max - 1], "9223372036854775806.75"),
    ] as [([Int64], String)])
  func whole(values: [Int64], mean: String) {
    #expect(ExactSum(values.map { ($0, 1) }).mean(places: 0, keeping: 0) == mean)
  }

  @Test(
    "of decimals, with the places of money and three more",
    arguments: [
      ([1250, 800], "10.25"), ([1250, 801], "10.255"), ([100, 100], "1.00"), ([-5, 0], "-0.025"),
      ([1, 0, 0], "0.00333"), ([-1, -1], "-0.01"), ([.max], "92233720368547758.07"),
    ] as [([Int64], String)])
  func decimals(values: [Int64], mean: String) {
    #expect(ExactSum(values.map { ($0, 1) }).mean(places: 2, keeping: 2) == mean)
  }

  @Test("of nothing, and of more than can be summed, there is none")
  func none() {
    #expect(ExactSum([]).mean(places: 0, keeping: 0) == nil)
    #expect(ExactSum(high: 0, low: 0, count: .max).mean(places: 0, keeping: 0) == nil)
  }
}
