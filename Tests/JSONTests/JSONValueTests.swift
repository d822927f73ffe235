import JSON
import Testing

@Suite struct JSONValueTests {
  @Test(arguments: [
    ("null", JSONValue.null), (" true\n", .bool(true)), ("false", .bool(false)),
    ("9007199254740993", .number("9007199254740993")), ("-0.10e+5", .number("-0.10e+5")),
    ("0", .number("0")), (#""""#, .string("")),
    (#""\u00e9\n\"\\\/\ud83e\udd93""#, .string("é\n\"\\/🦓")),
    ("\"\u{2028}\u{7f}\"", .string("\u{2028}\u{7f}")),
    ("[]", .array([])), ("{ }", .object([])), ("\u{feff}1", .number("1")),
  ])
  func values(_ text: String, _ value: JSONValue) throws {
    #expect(try JSONValue(reading: text.utf8) == value)
  }

  @Test func placesOfKeys() throws {
    let text = #" { "a" : [1, "é"] , "é":null}"#
    guard case .object(let members) = try JSONValue(reading: text.utf8) else {
      Issue.record("no object")
      return
    }
    #expect(
      members.map { String(decoding: Array(text.utf8)[$0.keyRange], as: UTF8.self) }
        == [#""a""#, #""é""#])
  }

  /// The text, the message, and what it points at.
  @Test(arguments: [
    ("", "expected a value, found nothing", ""),
    ("nul", "expected a value, found 'nul'", "nul"),
    ("NaN", "expected a value, found 'NaN'", "NaN"),
    ("'a'", "expected a value, found ''a''", "'a'"),
    ("1 2", "expected nothing after the value, found '2'", "2"),
    ("[1]]", "expected nothing after the value, found ']'", "]"),
    ("01", "expected a number without a zero before it, found '01'", "01"),
    ("+1", "expected a value, found '+1'", "+1"),
    (".5", "expected a value, found '.5'", ".5"),
    ("1.", "expected a digit, found nothing", ""),
    ("1e", "expected a digit, found nothing", ""),
    ("-", "expected a digit, found nothing", ""),
    ("[1,]", "expected a value, found ']'", "]"),
    ("[1 2]", "expected ',' or ']', found '2'", "2"),
    ("[1", "expected the end of the array, found the end of the input", "["),
    ("[1,", "expected the end of the array, found the end of the input", "["),
    (#"{"a":1,}"#, "expected a key in double quotes, found '}'", "}"),
    (#"{a:1}"#, "expected a key in double quotes, found 'a'", "a"),
    (#"{"a" 1}"#, "expected ':' after the key, found '1'", "1"),
    (#"{"a":"#, "expected the end of the object, found the end of the input", "{"),
    (#"{"a"#, "expected the end of the text, found the end of the input", "\""),
    (#"{"a":1,"a":2}"#, "duplicate key 'a'", #""a""#),
    (#"["\x"]"#, #"unknown escape '\x'"#, #"\x"#),
    (#"["\u12g4"]"#, #"expected four hexadecimal digits after '\u'"#, #"\u"#),
    (#"["\ud800"]"#, "expected both halves of a surrogate pair", #"\ud800"#),
    (#"["\udc00\ud800"]"#, "expected both halves of a surrogate pair", #"\udc00"#),
    (#"["\ud800\u0041"]"#, "expected both halves of a surrogate pair", #"\ud800\u0041"#),
    ("[\"a\nb\"]", "expected a quote that closes this text, found the end of the line", "\"a"),
    ("[\"a\tb\"]", "expected control characters as escapes, found U+0009", "\t"),
    ("[1] // note", "expected nothing after the value, found '//'", "//"),
  ])
  func errors(_ text: String, _ message: String, _ place: String) {
    let fault = #expect(throws: JSONFault.self) { try JSONValue(reading: text.utf8) }
    #expect(fault?.problem.message == message)
    let bytes = fault.map { Array(text.utf8)[$0.range] }
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == place)
  }

  @Test func everyCutTextIsRefused() throws {
    let text = #"{"a":[1.5e3,"\u00e9x",true,null],"b":{"c":[]}}"#
    _ = try JSONValue(reading: text.utf8)
    for length in 0..<text.utf8.count {
      #expect(throws: JSONFault.self) { try JSONValue(reading: text.utf8.prefix(length)) }
    }
  }

  @Test func depthIsBounded() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSONValue(reading: nested(512).utf8)
    for text in [nested(513), nested(100_000), String(repeating: "[", count: 100_000)] {
      let error = #expect(throws: JSONFault.self) { try JSONValue(reading: text.utf8) }
      #expect(error?.problem.message == "nested deeper than 512 levels")
      #expect(error?.range == 512..<513)
    }
  }

  @Test func keysAreComparedByteForByte() throws {
    _ = try JSONValue(reading: "{\"\u{e9}\":1,\"e\u{301}\":2}".utf8)
    let many = (0..<100).map { "\"k\($0)\":0" }.joined(separator: ",")
    _ = try JSONValue(reading: "{\(many)}".utf8)
    for again in [0, 15, 16, 17, 99] {
      let error = #expect(throws: JSONFault.self) {
        try JSONValue(reading: "{\(many),\"k\(again)\":1}".utf8)
      }
      #expect(error?.problem.message == "duplicate key 'k\(again)'")
    }
  }
}
