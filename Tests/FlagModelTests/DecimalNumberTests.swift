import Testing

@testable import FlagModel

/// Numbers with all their digits.
@Suite struct DecimalNumberTests {
  @Test("numbers are ordered by their values") func order() throws {
    let texts = [
      "-1e400", "-12345678901234567890.1235", "-12345678901234567890.1234", "-10", "-9.5", "-0.001",
      "0", "1e-400", "0.001", "0.01", "1", "1.5", "1.50001", "9", "10", "99.9", "100",
      "12345678901234567890.1234", "12345678901234567890.1235", "1e400",
    ]
    let numbers = try texts.map { try #require(DecimalNumber($0)) }
    for (place, number) in numbers.enumerated() {
      for (other, another) in numbers.enumerated() {
        #expect((number < another) == (place < other), "\(texts[place]) and \(texts[other])")
      }
    }
    #expect(DecimalNumber("1.500") == DecimalNumber("1.5"))
    #expect(DecimalNumber("-0.0") == DecimalNumber("0"))
  }
}
