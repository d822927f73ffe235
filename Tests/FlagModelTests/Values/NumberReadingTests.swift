import FlagModel
import Testing

@Suite struct NumberReadingTests {
  @Test(arguments: [
    ("true", 1), ("TRUE", 1), ("yes", 1), ("Y", 1), ("t", 1), ("on", 1), ("1", 1), (" true ", 1),
    ("false", 0), ("No", 0), ("n", 0), ("F", 0), ("off", 0), ("0", 0),
  ])
  func bools(text: String, stored: Int64) {
    expectReads(text, as: .bool, .integer(stored), shown: stored == 1 ? "true" : "false")
  }

  @Test(arguments: ["", "2", "maybe", "tru", "01", "٠"])
  func badBools(text: String) {
    let found = text.isEmpty ? "an empty text" : "'\(text)'"
    expectRefuses(text, as: .bool, "expected true or false, found \(found)")
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("+7", 7), ("007", 7), ("-12", -12), (" 5\t", 5), ("0x1F", 31),
    ("0Xff", 255), ("0o644", 420), ("-0o17", -15), ("0b11", 3), ("-0x80", -128),
    ("9007199254740993", 9_007_199_254_740_993),
    ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
    ("0x7fffffffffffffff", Int64.max), ("-0x8000000000000000", Int64.min),
    ("00000000000000000000000000000000000001", 1),
  ])
  func integers(text: String, stored: Int64) {
    expectReads(text, as: .integer(.int), .integer(stored), shown: "\(stored)")
  }

  @Test(
    arguments: [
      ("1.5", nil), ("1.0", "write it as 1"), ("-2.00", "write it as -2"), ("1e3", nil),
      ("1,000", "write it without separators: 1000"),
      ("1_000", "write it without separators: 1000"),
      ("1'000'000", "write it without separators: 1000000"), ("1_0", nil),
      ("1,5", "write the decimal point as a point: 1.5"), ("٣", "write it with the digits 0 to 9"),
      ("", nil), ("-", nil), ("+", nil), ("0x", nil), ("0xG", nil), ("0b12", nil), ("0o", nil),
      ("0o8", nil),
      ("FF", nil), ("--1", nil), ("1-", nil), ("one", nil), ("true", nil), ("1 2", nil), ("½", nil),
      ("nan", nil),
    ] as [(String, String?)])
  func badIntegers(text: String, hint: String?) {
    let found = text.isEmpty ? "an empty text" : "'\(text)'"
    expectRefuses(text, as: .integer(.int), "expected a whole number, found \(found)", hint: hint)
  }

  @Test(arguments: IntegerType.allCases)
  func rangesOfIntegers(type: IntegerType) {
    let range = type.storedRange
    expectReads("\(range.lowerBound)", as: .integer(type), .integer(range.lowerBound))
    expectReads("\(range.upperBound)", as: .integer(type), .integer(range.upperBound))
    let hint =
      type == .uint || type == .uint64
      ? "a database stores integers as signed 64-bit numbers" : nil
    let words =
      "expected a whole number from \(range.lowerBound) to \(range.upperBound) "
      + "(\(type.rawValue)), found "
    for number in [above(range.upperBound.magnitude), "1" + String(repeating: "0", count: 40)] {
      expectRefuses(number, as: .integer(type), words + "'\(number)'", hint: hint)
    }
    let below = type.isSigned ? "-" + above(range.lowerBound.magnitude) : "-1"
    expectRefuses(below, as: .integer(type), words + "'\(below)'", hint: hint)
  }

  private func above(_ magnitude: UInt64) -> String { "\(magnitude + 1)" }

  @Test(arguments: [
    ("50", 50, "50.0"), ("0.1", 0.1, "0.1"), (".5", 0.5, "0.5"), ("-2.50", -2.5, "-2.5"),
    ("1e3", 1000, "1000.0"), ("1E+20", 1e20, "1e+20"),
    ("5e-324", Double.leastNonzeroMagnitude, "5e-324"),
    ("1e-999", 0, "0.0"), ("-0.0", 0, "0.0"), ("-0", 0, "0.0"), ("007.5", 7.5, "7.5"),
    ("9007199254740993", 9_007_199_254_740_992, "9007199254740992.0"),
    ("1.7976931348623157e308", Double.greatestFiniteMagnitude, "1.7976931348623157e+308"),
  ])
  func doubles(text: String, stored: Double, shown: String) {
    expectReads(text, as: .double, .real(stored), shown: shown)
  }

  @Test(
    arguments: [
      ("1,5", "write the decimal point as a point: 1.5"),
      ("-0,25", "write the decimal point as a point: -0.25"),
      ("1,000.5", "write it without separators: 1000.5"),
      ("1 000", "write it without separators: 1000"),
      ("1,000,000", "write it without separators: 1000000"),
      ("١٫٥", "write it with the digits 0 to 9"),
      ("", nil), (".", nil), ("5.", nil), ("1.2.3", nil), ("0x1p3", nil), ("0x10", nil),
      ("nan", nil), ("NaN", nil), ("inf", nil), ("-Infinity", nil), ("1e", nil), ("1e+", nil),
      ("e5", nil), ("1f", nil), ("+-1", nil), ("true", nil),
    ] as [(String, String?)])
  func badNumbers(text: String, hint: String?) {
    let found = text.isEmpty ? "an empty text" : "'\(text)'"
    expectRefuses(text, as: .double, "expected a number, found \(found)", hint: hint)
    expectRefuses(text, as: .float, "expected a number, found \(found)", hint: hint)
    expectRefuses(
      text, as: .decimal(places: 2), "expected a decimal number, found \(found)", hint: hint)
  }

  @Test func overflowingNumbers() {
    for text in ["1e999", "-1e999", "1" + String(repeating: "0", count: 400)] {
      #expect(throws: ValueError.self) { try AttributeType.double.value(from: text) }
    }
    expectRefuses("1e999", as: .double, "expected a number that a Double can hold, found '1e999'")
    expectRefuses("1e39", as: .float, "expected a number that a Float can hold, found '1e39'")
  }

  @Test(arguments: [
    ("0.1", Float(0.1), "0.1"), ("16777217", 16_777_216, "16777216.0"), ("-0.0", 0, "0.0"),
    ("3.4028235e38", Float.greatestFiniteMagnitude, "3.4028235e+38"),
  ])
  func floats(text: String, stored: Float, shown: String) {
    expectReads(text, as: .float, .real(Double(stored)), shown: shown)
  }

  @Test(
    arguments: [
      ("12.5", 2, 1250, "12.50"), ("12", 2, 1200, "12.00"), ("-0.01", 2, -1, "-0.01"),
      ("12.500", 2, 1250, "12.50"), (".5", 2, 50, "0.50"), ("+1", 0, 1, "1"), ("1.0", 0, 1, "1"),
      ("0.1", 6, 100_000, "0.1"), ("12", 6, 12_000_000, "12"),
      ("1.000001", 6, 1_000_001, "1.000001"),
      ("-0", 2, 0, "0.00"), ("92233720368547758.07", 2, Int64.max, "92233720368547758.07"),
      ("-92233720368547758.08", 2, Int64.min, "-92233720368547758.08"),
      ("9.223372036854775807", 18, Int64.max, "9.223372036854775807"),
      ("0000000000000000000000000000001", 2, 100, "1.00"),
    ] as [(String, Int, Int64, String)])
  func decimals(text: String, places: Int, stored: Int64, shown: String) {
    expectReads(text, as: .decimal(places: places), .integer(stored), shown: shown)
  }

  @Test(
    arguments: [
      ("1.005", 2, "expected at most 2 digits after the point, found '1.005'", nil),
      ("1.5", 0, "expected no digits after the point, found '1.5'", nil),
      ("1e2", 2, "expected a decimal number, found '1e2'", "write it without an exponent"),
      (
        "92233720368547758.08", 2,
        "expected a decimal number from -92233720368547758.08 to 92233720368547758.07, "
          + "found '92233720368547758.08'", nil
      ),
      (
        "9223372036854775808", 0,
        "expected a decimal number from -9223372036854775808 to 9223372036854775807, "
          + "found '9223372036854775808'", nil
      ),
    ] as [(String, Int, String, String?)])
  func badDecimals(text: String, places: Int, message: String, hint: String?) {
    expectRefuses(text, as: .decimal(places: places), message, hint: hint)
  }

  @Test func placesBeyondAnIntegersDigitsDoNotTrap() {
    #expect(AttributeType.decimal(places: 400).text(of: .integer(.min)) == "-9.223372036854775808")
    #expect(AttributeType.decimal(places: -3).text(of: .integer(7)) == "7")
  }

  @Test func longTextsAreCutInErrors() {
    let text = String(repeating: "x", count: 100_000)
    let shown = String(repeating: "x", count: 60)
    expectRefuses(text, as: .double, "expected a number, found '\(shown)…'")
    expectRefuses("a\u{1B}[2J\n", as: .bool, #"expected true or false, found 'a\u{1B}[2J\n'"#)
  }
}
