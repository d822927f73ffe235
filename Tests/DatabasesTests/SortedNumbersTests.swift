import Testing

@testable import SQLiteEngine

@Suite struct SortedNumbersTests {
  @Test(arguments: [0, 1, 9, 10, 11, 20, 95, 300])
  func everyPlaceIsRead(count: Int) {
    var expected = (0..<count).map { _ in Int64.random(in: -50...50) }
    if count > 9 { expected.replaceSubrange(3..<5, with: [.min, .max]) }
    var numbers = SortedNumbers(limit: 10)
    for number in expected { numbers.append(number) }
    numbers.sort()
    #expect(numbers.count == expected.count)
    expected.sort()
    let read = expected.indices.map { numbers.number(at: $0) }
    #expect(read == expected)
  }

  @Test func differentNumbersAreRead() {
    let expected = (0..<200).map { _ in Int64.random(in: .min ... .max) }
    var numbers = SortedNumbers(limit: 7)
    for number in expected { numbers.append(number) }
    numbers.sort()
    let read = expected.indices.map { numbers.number(at: $0) }
    #expect(read == expected.sorted())
  }
}
