import FlagFormats
import FlagModel
import JSON
import Testing

@Suite struct JSONConversionTests {
  @Test(arguments: [
    (AttributeType.string, #""x""#, Value.text("x")),
    (.bool, "true", .integer(1)),
    (.integer(.int64), "9007199254740993", .integer(9_007_199_254_740_993)),
    (.integer(.int64), "-9223372036854775808", .integer(.min)),
    (.double, "1e3", .real(1000)),
    (.decimal(places: 2), "12.5", .integer(1250)),
    (.date, #""2026-11-20T10:30:00Z""#, .text("2026-11-20 10:30:00")),
    (.data, #""AQID""#, .blob([1, 2, 3])),
    (.flags(Samples.markers), #"["HRM","PLX"]"#, .integer(6)),
    (.flags(Samples.markers), #"["0x40","TOP"]"#, .integer(.min | 0x40)),
    (.flags(Samples.markers), #""HRM|PLX""#, .integer(6)),
    (.flags(Samples.markers), "6", .integer(6)), (.flags(Samples.markers), #""6""#, .integer(6)),
    (.flags(Samples.markers), #"["HRM",4]"#, .integer(6)),
    (.flags(Samples.markers), "[]", .integer(0)),
    (.enumeration(Samples.status), #""measured""#, .integer(1)),
    (.array(.string), #"[ "a", "b\n" ]"#, .text(#"["a","b\n"]"#)),
    (.any, "5", .integer(5)), (.any, "-9223372036854775808", .integer(.min)),
    (.any, "5.0", .real(5)), (.any, "1e3", .real(1000)), (.any, #""5""#, .text("5")),
    (.any, #""""#, .text("")), (.any, #""x""#, .text("x")),
  ])
  func takes(_ type: AttributeType, _ json: String, _ value: Value) throws {
    #expect(try type.value(from: JSONValue(reading: json.utf8)) == value)
  }

  @Test(arguments: [
    (AttributeType.string, "5", "expected a text, found a number"),
    (.string, "true", "expected a text, found true"),
    (.integer(.int), #""5""#, "expected a whole number, found a text"),
    (.double, #""0.5""#, "expected a number, found a text"),
    (.bool, "1", "expected true or false, found a number"),
    (.bool, #""true""#, "expected true or false, found a text"),
    (.date, "0", "expected a date as a text, found a number"),
    (
      .flags(Samples.markers), #"{"HRM":true}"#,
      "expected the names of flags of 'BIOMarker', found an object"
    ),
    (.flags(Samples.markers), "[1.5]", "'1.5' is not a flag of 'BIOMarker'"),
    (.flags(Samples.markers), "6.5", "'6.5' is not a flag of 'BIOMarker'"),
    (.flags(Samples.markers), #"["HRN"]"#, "'HRN' is not a flag of 'BIOMarker'"),
    (.enumeration(Samples.status), #""lost""#, "'lost' is not a case of 'Status'"),
    (.array(.string), #""a""#, "expected an array, found a text"),
    (.string, "null", "expected a text, found null"),
  ])
  func refuses(_ type: AttributeType, _ json: String, _ message: String) throws {
    let value = try JSONValue(reading: json.utf8)
    let error = #expect(throws: ValueError.self) { try type.value(from: value) }
    #expect(error?.message == message)
  }
}
