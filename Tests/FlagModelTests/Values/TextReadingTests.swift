import FlagModel
import TestSupport
import Testing

@Suite struct TextReadingTests {
  @Test(arguments: ["", " a ", "1", "null", "é", "e\u{301}", "line\nline", "'; DROP TABLE x; --"])
  func strings(text: String) {
    expectReads(text, as: .string, .text(text), shown: text)
  }

  @Test func stringsWithNULAreRefused() {
    expectRefuses(
      "a\0b", as: .string, #"expected a text without the character NUL, found 'a\0b'"#)
  }

  @Test(arguments: [
    "9b2e4c1a-5d3f-4e6b-8a7c-0f1d2e3b4c5a", "9B2E4C1A-5D3F-4E6B-8A7C-0F1D2E3B4C5A",
    " {9b2E4c1a-5d3f-4e6b-8a7c-0f1d2e3b4c5A} ",
  ])
  func uuids(text: String) {
    let canonical = "9B2E4C1A-5D3F-4E6B-8A7C-0F1D2E3B4C5A"
    expectReads(text, as: .uuid, .text(canonical), shown: canonical)
  }

  @Test(arguments: [
    "", "9B2E4C1A", "9B2E4C1A5D3F4E6B8A7C0F1D2E3B4C5A", "9B2E4C1A-5D3F-4E6B-8A7C-0F1D2E3B4C5",
    "9B2E4C1A-5D3F-4E6B-8A7C-0F1D2E3B4C5G", "9B2E4C1A5-D3F-4E6B-8A7C-0F1D2E3B4C5A",
    "{9B2E4C1A-5D3F-4E6B-8A7C-0F1D2E3B4C5A",
  ])
  func badUUIDs(text: String) {
    expectRefuses(
      text, as: .uuid,
      "expected a UUID such as 9B2E4C1A-5D3F-4E6B-8A7C-0F1D2E3B4C5A, found "
        + (text.isEmpty ? "an empty text" : "'\(text)'"))
  }

  @Test func newUUIDsAreOfVersionFour() throws {
    var source = RandomSource()
    for _ in 0..<100 {
      let text = UUIDText.random(using: &source)
      expectReads(text, as: .uuid, .text(text), shown: text)
      let digits = Array(text)
      #expect(digits[14] == "4" && "89AB".contains(digits[19]), "seed \(source.seed)")
    }
  }

  @Test(arguments: ["https://example.org/a?b=c#d", "mailto:a@example.org", "a/b.png", "/", "é.org"])
  func urls(text: String) {
    expectReads(text, as: .url, .text(text), shown: text)
    expectReads(" \(text)\n", as: .url, .text(text))
  }

  @Test(
    arguments: [
      ("", "an empty text", nil), ("a b", "'a b'", "write a blank as %20"),
      ("a\tb", #"'a\tb'"#, nil), ("a\u{1B}b", #"'a\u{1B}b'"#, nil),
      ("a\u{A0}b", "'a\u{A0}b'", nil),
    ] as [(String, String, String?)])
  func badURLs(text: String, found: String, hint: String?) {
    expectRefuses(text, as: .url, "expected a URL, found \(found)", hint: hint)
  }

  @Test(
    arguments: [
      ("", []), ("AA==", [0]), ("AA", [0]), ("/+8=", [255, 239]), ("_-8", [255, 239]),
      ("AQID", [1, 2, 3]), ("AQ\nID\n", [1, 2, 3]), ("base64:AQID", [1, 2, 3]),
      ("hex:", []), ("hex:0aFF", [10, 255]), ("0x12", [211, 29, 118]),
    ] as [(String, [UInt8])])
  func data(text: String, stored: [UInt8]) {
    expectReads(text, as: .data, .blob(stored))
  }

  @Test(
    arguments: [
      ("A", "expected Base64, found 'A'", nil), ("AB==", "expected Base64, found 'AB=='", nil),
      ("AA=", "expected Base64, found 'AA='", nil),
      ("AA===", "expected Base64, found 'AA==='", nil),
      ("=", "expected Base64, found '='", nil),
      ("AA==AA==", "expected Base64, found 'AA==AA=='", nil),
      ("AAAA=", "expected Base64, found 'AAAA='", nil), ("é", "expected Base64, found 'é'", nil),
      ("0x123", "expected Base64, found '0x123'", "write hexadecimal as 'hex:…'"),
      ("hex:123", "expected pairs of hexadecimal digits, found 'hex:123'", nil),
      ("hex:1G", "expected pairs of hexadecimal digits, found 'hex:1G'", nil),
    ] as [(String, String, String?)])
  func badData(text: String, message: String, hint: String?) {
    expectRefuses(text, as: .data, message, hint: hint)
  }

  @Test(arguments: [
    (AttributeType.string, "", "[]"), (.string, "[]", "[]"), (.string, " [ ] ", "[]"),
    (.string, "a,b c, d", #"["a","b c","d"]"#),
    (.string, #"["a,b","","\u00e9\n\""]"#, #"["a,b","","é\n\""]"#),
    (.string, #"["\ud83d\ude42\/"]"#, #"["🙂/"]"#), (.string, "é", #"["é"]"#),
    (.integer(.int), "1, 0x10,-3", "[1,16,-3]"),
    (.integer(.int), #"[9007199254740993, "7"]"#, "[9007199254740993,7]"),
    (.double, "[1, 2.5, 1e3]", "[1.0,2.5,1000.0]"), (.float, "0.1", "[0.1]"),
    (.bool, "yes,no", "[true,false]"), (.bool, "[true, false]", "[true,false]"),
    (.decimal(places: 2), "[1.5, \"0.25\"]", #"["1.50","0.25"]"#),
    (.date, "2026-11-20", #"["2026-11-20T00:00:00Z"]"#), (.data, "hex:01", #"["AQ=="]"#),
    (.uuid, "9b2e4c1a-5d3f-4e6b-8a7c-0f1d2e3b4c5a", #"["9B2E4C1A-5D3F-4E6B-8A7C-0F1D2E3B4C5A"]"#),
    (.array(.integer(.int)), "[[1,2],[],[3]]", "[[1,2],[],[3]]"),
  ])
  func arrays(element: AttributeType, text: String, stored: String) {
    expectReads(text, as: .array(element), .text(stored), shown: stored)
  }

  @Test func arraysOfNamesKeepRawValues() throws {
    let states = AttributeType.array(.enumeration(.status))
    #expect(try states.value(from: "measured,.archived") == .text("[1,-7]"))
    #expect(states.text(of: .text("[1,-7]")) == #"["measured","archived"]"#)
    #expect(try states.value(from: #"["measured","archived"]"#) == .text("[1,-7]"))
    #expect(states.text(of: .text("[1,99,null]")) == #"["measured","?99",null]"#)
    let moods = AttributeType.array(.enumeration(.mood))
    #expect(try moods.value(from: "good,g") == .text(#"["g","other"]"#))
    #expect(moods.text(of: .text(#"["g","other"]"#)) == #"["good","g"]"#)
    let sets = AttributeType.array(.flags(.biomarker))
    #expect(
      try sets.value(from: #"["RAW,HRM","",["x"]]"#.replacing(#",["x"]"#, with: ""))
        == .text("[3,0]"))
    #expect(sets.text(of: .text("[3,0,-9223372036854775808]")) == #"["RAW|HRM","","top"]"#)
    for value in ["[1,-7]", "[]"] { #expect(throws: Never.self) { try states.check(.text(value)) } }
    #expect(throws: ValueError.self) { try states.check(.text("[99]")) }
  }

  @Test(arguments: [
    (AttributeType.integer(.int), "1,x", "expected a whole number, found 'x'"),
    (.integer(.int), "1,,2", "expected a value between commas, found '1,,2'"),
    (.integer(.int), "1,", "expected a value between commas, found '1,'"),
    (.integer(.int), "[1.5]", "expected a whole number, found '1.5'"),
    (.integer(.int), "[true]", "expected a whole number, found 'true'"),
    (.integer(.int), "[null]", "expected a whole number, found 'null'"),
    (.integer(.int8), "[128]", "expected a whole number from -128 to 127 (Int8), found '128'"),
    (.integer(.int), "[[1]]", "expected a whole number, found '[1]'"),
    (.string, "[1]", "expected a text, found '1'"),
    (.string, #"["a""#, "expected the end of the array, found the end of the input"),
    (.string, "[a]", "expected a value, found 'a'"),
    (.string, #"["a"] x"#, "expected nothing after the value, found 'x'"),
    (.string, #"["a",]"#, "expected a value, found ']'"),
    (.string, #"[{"a":1}]"#, #"expected a text, found '{"a":1}'"#),
    (.string, #"["\ud83d"]"#, "expected both halves of a surrogate pair"),
    (.string, #"["\udc00"]"#, "expected both halves of a surrogate pair"),
    (.string, #"["\x"]"#, #"unknown escape '\x'"#),
    (.string, #"["\u12"]"#, #"expected four hexadecimal digits after '\u'"#),
    (
      .string, "[\"a\nb\"]", "expected a quote that closes this text, found the end of the line"
    ),
    (.string, #"["a\u0000"]"#, #"expected a text without the character NUL, found 'a\0'"#),
    (.string, #"["a"#, "expected the end of the text, found the end of the input"),
    (.double, "[01e]", "expected a number without a zero before it, found '01e'"),
    (.array(.string), "a,b", "expected a JSON array of arrays, found 'a,b'"),
    (.array(.string), #"["a"]"#, #"expected an array, found '"a"'"#),
  ])
  func badArrays(element: AttributeType, text: String, message: String) {
    let error = #expect(throws: ValueError.self) {
      try AttributeType.array(element).value(from: text)
    }
    #expect(error?.message == message)
  }

  @Test func deepArraysAreRefused() {
    for text in [
      String(repeating: "[", count: 100_000),
      String(repeating: "[", count: 50_000) + String(repeating: "]", count: 50_000),
    ] {
      expectRefuses(text, as: .array(.string), "nested deeper than 512 levels")
    }
  }
}
