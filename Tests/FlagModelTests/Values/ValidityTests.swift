import Testing

@testable import FlagModel

@Suite struct ValidityTests {
  private static func bounds(_ lower: Value?, _ upper: Value?, includesUpper: Bool = true)
    -> Validity
  {
    Validity(bounds: .init(lower: lower, upper: upper, includesUpper: includesUpper))
  }

  @Test(arguments: [
    (
      AttributeType.double, bounds(.real(0), .real(100)), ["0", "100", "50.5"],
      "120", "score must be in 0...100, found 120"
    ),
    (
      .double, bounds(.real(0), .real(100), includesUpper: false), ["0", "99.9"],
      "100", "score must be in 0..<100, found 100"
    ),
    (.integer(.int), bounds(.integer(1), nil), ["1", "7"], "0", "score must be in 1..., found 0"),
    (
      .integer(.int), bounds(nil, .integer(9)), ["9", "-7"], "10", "score must be in ...9, found 10"
    ),
    (
      .double, bounds(.integer(0), .integer(1)), ["0.5"], "1.5", "score must be in 0...1, found 1.5"
    ),
    (
      .decimal(places: 2), bounds(.integer(0), .integer(1050)), ["10.5"],
      "10.51", "score must be in 0.00...10.50, found 10.51"
    ),
    (
      .date, bounds(.text("2026-01-01 00:00:00"), nil), ["2026-01-01", "2027-01-01"],
      "2025-12-31T23:59:59.9",
      "score must be in 2026-01-01T00:00:00Z..., found '2025-12-31T23:59:59.9Z'"
    ),
    (
      .string, Validity(length: 1...3), ["a", "éé🙂"],
      "abcd", "score must have 1 to 3 characters, found 4 in 'abcd'"
    ),
    (
      .string, Validity(length: 0...3), ["", "abc"],
      "abcd", "score must have at most 3 characters, found 4 in 'abcd'"
    ),
    (
      .string, Validity(length: 2...Int.max), ["ab"],
      "a", "score must have at least 2 characters, found 1 in 'a'"
    ),
    (
      .string, Validity(length: 2...2), ["ab"], "",
      "score must have 2 characters, found 0 in an empty text"
    ),
    (
      .data, Validity(length: 0...2), ["AQI="], "AQID",
      "score must have at most 2 bytes, found 3 in 'AQID'"
    ),
    (
      .string, Validity(pattern: "S-[0-9]+"), ["S-1"],
      "xS-1", "score must be of the form S-[0-9]+, found 'xS-1'"
    ),
    (.double, .anything, ["1e300"], "x", "score: expected a number, found 'x'"),
  ])
  func validities(
    type: AttributeType, validity: Validity, good: [String], bad: String, message: String
  ) throws {
    let attribute = Attribute(name: "score", declaredType: "T", type: type, validity: validity)
    for text in good {
      let value = try attribute.value(from: text)
      try attribute.check(value)
      #expect(try attribute.rawValue(from: type.rawText(of: value)) == value)
    }
    #expect(throws: ValueError(message)) { try attribute.value(from: bad) }
    if let value = try? type.value(from: bad) {
      #expect(throws: ValueError(message)) { try attribute.check(value) }
      #expect(throws: ValueError(message)) { try attribute.rawValue(from: type.rawText(of: value)) }
    }
  }

  @Test func aHintStays() {
    let attribute = Attribute(name: "markers", declaredType: "BIOMarker", type: .flags(.biomarker))
    #expect(
      throws: ValueError("markers: 'HRN' is not a flag of 'BIOMarker'", hint: .meant(["HRM"]))
    ) {
      try attribute.value(from: "HRN")
    }
  }

  @Test func nullIsForOptionalAttributes() throws {
    let code = Attribute(name: "code", declaredType: "String", type: .string)
    #expect(throws: ValueError("code must have a value")) { try code.check(.null) }
    let note = Attribute(
      name: "note", declaredType: "String", type: .string, isOptional: true,
      validity: Validity(length: 1...2))
    try note.check(.null)
  }

  @Test func aPatternThatIsNoneIsSaid() {
    let attribute = Attribute(
      name: "code", declaredType: "String", type: .string, validity: Validity(pattern: "(a"))
    #expect(throws: ValueError("the pattern of 'code' is not valid: expected ')' for this '('")) {
      try attribute.check(.text("a"))
    }
  }

  /// Values that are not of the type, or not in the form in which they are kept.
  @Test(arguments: [
    (AttributeType.bool, Value.integer(2), "true or false, found '2'"),
    (.bool, .text("yes"), "true or false, found 'yes'"),
    (.integer(.int8), .integer(128), "a whole number, found '128'"),
    (.integer(.int), .text("1"), "a whole number, found '1'"),
    (.integer(.int), .real(1), "a whole number, found '1.0'"),
    (.double, .integer(1), "a number, found '1'"), (.double, .real(.nan), "a number, found 'nan'"),
    (.float, .real(1e300), "a number, found '1e+300'"),
    (.decimal(places: 2), .real(1), "a decimal number, found '1.0'"),
    (.string, .text("a\0"), #"a text, found 'a\0'"#), (.string, .integer(1), "a text, found '1'"),
    (.date, .text("2026-11-20"), "a date, found '2026-11-20'"),
    (.date, .text("now"), "a date, found 'now'"),
    (.date, .text("2026-11-20 10:00:00.50"), "a date, found '2026-11-20 10:00:00.50'"),
    (
      .uuid, .text("9b2e4c1a-5d3f-4e6b-8a7c-0f1d2e3b4c5a"),
      "a UUID, found '9b2e4c1a-5d3f-4e6b-8a7c-0f1d2e3b4c5a'"
    ),
    (.url, .text(""), "a URL, found an empty text"), (.data, .text("AQID"), "bytes, found 'AQID'"),
    (.array(.integer(.int)), .text("[1, 2]"), "an array, found '[1, 2]'"),
    (.array(.integer(.int)), .text("1,2"), "an array, found '1,2'"),
    (.flags(.narrow(.int8)), .integer(128), "flags of 'Narrow', found '128'"),
    (.flags(.narrow(.uint8)), .integer(256), "flags of 'Narrow', found '256'"),
    (.enumeration(.status), .integer(7), "a case of 'Status', found '7'"),
    (.enumeration(.status), .text("measured"), "a case of 'Status', found 'measured'"),
  ])
  func valuesFromElsewhere(type: AttributeType, value: Value, complaint: String) {
    #expect(throws: ValueError("expected " + complaint)) { try type.check(value) }
  }
}
