import FlagFormats
import FlagModel
import Testing

@Suite struct JSONParserTests {
  @Test(arguments: [
    ("null", JSONValue.Kind.null), (" true\n", .bool(true)), ("false", .bool(false)),
    ("9007199254740993", .number("9007199254740993")), ("-0.10e+5", .number("-0.10e+5")),
    ("0", .number("0")), (#""""#, .string("")),
    (#""\u00e9\n\"\\\/\ud83e\udd93""#, .string("é\n\"\\/🦓")),
    ("\"\u{2028}\u{7f}\"", .string("\u{2028}\u{7f}")),
    ("[]", .array([])), ("{ }", .object([])), ("\u{feff}1", .number("1")),
  ])
  func values(_ text: String, _ kind: JSONValue.Kind) throws {
    #expect(try JSONParser.parse(SourceText(text)).kind == kind)
  }

  @Test func placesOfValues() throws {
    let source = SourceText(#" { "a" : [1, "é"] , "b":null}"#)
    let value = try JSONParser.parse(source)
    guard case .object(let members) = value.kind, case .array(let items) = members[0].value.kind
    else {
      Issue.record("no object with an array")
      return
    }
    #expect(source.text(value.range) == #"{ "a" : [1, "é"] , "b":null}"#)
    #expect(members.map { source.text($0.keyRange) } == [#""a""#, #""b""#])
    #expect(members.map { source.text($0.value.range) } == [#"[1, "é"]"#, "null"])
    #expect(items.map { source.text($0.range) } == ["1", #""é""#])
  }

  /// The text, the message, and what it points at.
  @Test(arguments: [
    ("", "expected a value, found the end of the text", ""),
    ("nul", "expected a value, found 'nul'", "nul"),
    ("NaN", "expected a value, found 'NaN'", "NaN"),
    ("'a'", "expected a value, found ''a''", "'a'"),
    ("1 2", "expected nothing after the value, found '2'", "2"),
    ("[1]]", "expected nothing after the value, found ']'", "]"),
    ("01", "expected a number without a zero before it", "01"),
    ("+1", "expected a value, found '+1'", "+1"),
    (".5", "expected a value, found '.5'", ".5"),
    ("1.", "expected a digit, found the end of the text", ""),
    ("1e", "expected a digit, found the end of the text", ""),
    ("-", "expected a digit, found the end of the text", ""),
    ("[1,]", "expected a value, found ']'", "]"),
    ("[1 2]", "expected ',' or ']', found '2'", "2"),
    ("[1", "array without an end: the text ends within it", "["),
    ("[1,", "array without an end: the text ends within it", "["),
    (#"{"a":1,}"#, "expected a key in double quotes, found '}'", "}"),
    (#"{a:1}"#, "expected a key in double quotes, found 'a'", "a"),
    (#"{"a" 1}"#, "expected ':' after the key, found '1'", "1"),
    (#"{"a":"#, "object without an end: the text ends within it", "{"),
    (#"{"a"#, "text without an end: the text ends within it", "\""),
    (#"{"a":1,"a":2}"#, "duplicate key 'a'", #""a""#),
    (#"["\x"]"#, "unknown escape", #"\x"#),
    (#"["\u12g4"]"#, #"expected four hexadecimal digits after '\u'"#, #"\u12"#),
    (#"["\ud800"]"#, "expected both halves of a surrogate pair", #"\ud800"#),
    (#"["\udc00\ud800"]"#, "expected both halves of a surrogate pair", #"\udc00"#),
    (#"["\ud800\u0041"]"#, "expected both halves of a surrogate pair", #"\ud800\u0041"#),
    ("[\"a\nb\"]", "expected control characters as escapes, found U+000A", "\n"),
    ("[1] // note", "expected nothing after the value, found '//'", "//"),
  ])
  func errors(_ text: String, _ message: String, _ place: String) {
    let source = SourceText(name: "in.json", text)
    let error = #expect(throws: Diagnostic.self) { try JSONParser.parse(source) }
    #expect(error?.message == message)
    #expect(error?.place.map { source.text($0.range) } == place)
  }

  @Test func everyCutTextIsRefused() throws {
    let text = #"{"a":[1.5e3,"\u00e9x",true,null],"b":{"c":[]}}"#
    _ = try JSONParser.parse(SourceText(text))
    for length in 0..<text.utf8.count {
      let cut = SourceText(name: nil, utf8: Array(text.utf8.prefix(length)))
      #expect(throws: Diagnostic.self) { try JSONParser.parse(cut) }
    }
  }

  @Test func depthIsBounded() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSONParser.parse(SourceText(nested(512)))
    for text in [nested(513), nested(100_000), String(repeating: "[", count: 100_000)] {
      let error = #expect(throws: Diagnostic.self) { try JSONParser.parse(SourceText(text)) }
      #expect(error?.message == "nested deeper than 512 levels")
      #expect(error?.place?.range == 512..<513)
    }
  }

  @Test func keysAreComparedByteForByte() throws {
    _ = try JSONParser.parse(SourceText("{\"\u{e9}\":1,\"e\u{301}\":2}"))
    let many = (0..<100).map { "\"k\($0)\":0" }.joined(separator: ",")
    _ = try JSONParser.parse(SourceText("{\(many)}"))
    for again in [0, 15, 16, 17, 99] {
      let error = #expect(throws: Diagnostic.self) {
        try JSONParser.parse(SourceText("{\(many),\"k\(again)\":1}"))
      }
      #expect(error?.message == "duplicate key 'k\(again)'")
    }
  }
}

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
    (.flags(Samples.markers), "[]", .integer(0)),
    (.enumeration(Samples.status), #""measured""#, .integer(1)),
    (.array(.string), #"[ "a", "b\n" ]"#, .text(#"["a","b\n"]"#)),
  ])
  func takes(_ type: AttributeType, _ json: String, _ value: Value) throws {
    #expect(try type.value(from: JSONParser.parse(SourceText(json))) == value)
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
    (.flags(Samples.markers), "[1]", "expected the names of flags of 'BIOMarker', found a number"),
    (.flags(Samples.markers), "6", "expected names of flags of 'BIOMarker', found '6'"),
    (.flags(Samples.markers), #"["HRN"]"#, "'HRN' is not a flag of 'BIOMarker'"),
    (.enumeration(Samples.status), #""lost""#, "'lost' is not a case of 'Status'"),
    (.array(.string), #""a""#, "expected an array, found a text"),
    (.string, "null", "expected a text, found null"),
  ])
  func refuses(_ type: AttributeType, _ json: String, _ message: String) throws {
    let value = try JSONParser.parse(SourceText(json))
    let error = #expect(throws: ValueError.self) { try type.value(from: value) }
    #expect(error?.message == message)
  }
}
