import FlagFormats
import Testing

@Suite struct JSONReadingTests {
  static let json: [(String, [String])] = [
    ("[]", []),
    ("[{\"a\":1,\"b\":\"x\"}]", ["1| a=1 b='x'"]),
    (
      " [\n {\"a\": 1},\n {\"b\": true, \"a\": null}\n]\n",
      ["2| a=1", "3| a=NULL b=true"]
    ),
    ("{\"a\":1}", ["1| a=1"]),
    ("{\n\"a\":\n1}\n{\"a\":2}{\"a\":3}", ["1| a=1", "4| a=2", "4| a=3"]),
    ("\u{FEFF}[{\"a\":-1.5e+3}]", ["1| a=-1.5e+3"]),
    (
      "[{\"a\":{\"b\":1,\"c\":{\"d\":[2,{}]}}}]",
      ["1| a={\"b\":1,\"c\":{\"d\":[2,{}]}} a.b=1 a.c={\"d\":[2,{}]} a.c.d=[2,{}]"]
    ),
    ("[{\"a\":{}}]", ["1| a={}"]),
    (
      "[{\"n\\u0061\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83e\\udd93\"}]",
      ["1| na='\"\\/\u{8}\u{C}\n\r\té🦓'"]
    ),
    ("[{\"a\":9007199254740993},{\"a\":1e400}]", ["1| a=9007199254740993", "1| a=1e400"]),
    ("[{\"a\":1},{\"b\":2},{\"b\":3,\"a\":4}]", ["1| a=1", "1| b=2", "1| a=4 b=3"]),
    // What is wrong, and what can be read after it.
    ("", ["1:1: expected an array of objects, or an object, found nothing (end)"]),
    ("1", ["1:1: expected an object, found a number"]),
    ("\"a\"", ["1:1: expected an object, found a text"]),
    ("null", ["1:1: expected an object, found null"]),
    ("[1,{\"a\":1}]", ["1:2: expected an object, found a number", "1| a=1"]),
    ("[[{\"a\":1}]]", ["1:2: expected an object, found an array"]),
    ("[{\"a\":1},]", ["1| a=1", "1:10: expected an object, found ']' (end)"]),
    ("[{\"a\":1,}]", ["1:9: expected a key in double quotes, found '}' (end)"]),
    ("[{\"a\":[1,]}]", ["1:10: expected a value, found ']' (end)"]),
    ("[{\"a\":1} {\"a\":2}]", ["1| a=1", "1:10: expected ',' or ']', found '{' (end)"]),
    ("[{\"a\":1}", ["1| a=1", "1:9: expected ',' or ']', found nothing (end)"]),
    ("[", ["1:2: expected the end of the array, found the end of the input (end)"]),
    ("[{\"a\":1", ["1:2: expected the end of the object, found the end of the input (end)"]),
    ("[{\"a\":\"x", ["1:7: expected the end of the text, found the end of the input (end)"]),
    ("[{\"a\":tru", ["1:7: expected a value, found 'tru' (end)"]),
    ("[{\"a\":1}] x", ["1| a=1", "1:11: expected nothing after the array, found 'x' (end)"]),
    ("{\"a\":1} x", ["1| a=1", "1:9: expected a value, found 'x' (end)"]),
    ("[{\"a\":1,\"a\":2},{\"a\":3}]", ["1:9: duplicate key 'a'", "1| a=3"]),
    ("[{\"a\":1,\"\\u0061\":2}]", ["1:9: duplicate key 'a'"]),
    ("[{\"a\":1 // x\n}]", ["1:9: expected ',' or '}', found '//' (end)"]),
    ("[{'a':1}]", ["1:3: expected a key in double quotes, found ''a'' (end)"]),
    ("[{a:1}]", ["1:3: expected a key in double quotes, found 'a' (end)"]),
    ("[{\"a\" 1}]", ["1:7: expected ':' after the key, found '1' (end)"]),
    ("[{\"a\":NaN}]", ["1:7: expected a value, found 'NaN' (end)"]),
    ("[{\"a\":.5}]", ["1:7: expected a value, found '.5' (end)"]),
    ("[{\"a\":1.}]", ["1:9: expected a digit, found '}' (end)"]),
    (
      "[{\"a\":01},{\"a\":2}]",
      ["1:7: expected a number without a zero before it, found '01'", "1| a=2"]
    ),
    (
      "[{\"a\":\"\\ud83e\"},{\"a\":2}]",
      ["1:8: expected both halves of a surrogate pair", "1| a=2"]
    ),
    ("[{\"a\":\"\\udd93\\ud83e\"}]", ["1:8: expected both halves of a surrogate pair"]),
    ("[{\"a\":\"\\x\"}]", ["1:8: unknown escape '\\x'"]),
    ("[{\"a\":\"\\u12g4\"}]", ["1:8: expected four hexadecimal digits after '\\u'"]),
    ("[{\"a\":\"\t\"}]", ["1:8: expected control characters as escapes, found U+0009"]),
    ("[{\"a\":\"\0\"}]", ["1:8: expected control characters as escapes, found U+0000"]),
    (
      "[{\"a\":\"x\n\"}]",
      ["1:7: expected a quote that closes this text, found the end of the line (end)"]
    ),
  ]

  @Test(arguments: json.indices)
  func readsJSON(_ index: Int) {
    let (text, expected) = Self.json[index]
    #expect(outcomes(text, .json) == expected)
  }

  static let ndjson: [(String, [String])] = [
    ("", []),
    ("{\"a\":1}\n\n \r\n{\"a\":2}", ["1| a=1", "4| a=2"]),
    ("{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n", ["1| a=1", "4| a=2"]),
    (
      "{\"a\":1}\n{\"a\":\n{\"a\":3}\noops\n[{\"a\":4}]\n{\"a\":5}",
      [
        "1| a=1", "2:6: expected the end of the object, found the end of the line", "3| a=3",
        "4:1: expected a value, found 'oops'",
        "5:1: expected an object, found an array", "6| a=5",
      ]
    ),
    (
      "{\"a\":1\n{\"a\":2}\n{\"a\":\"x\n{\"a\":3}",
      [
        "1:7: expected the end of the object, found the end of the line", "2| a=2",
        "3:6: expected a quote that closes this text, found the end of the line", "4| a=3",
      ]
    ),
    (
      "{\"a\":1}\n{\"a\":",
      ["1| a=1", "2:1: expected the end of the object, found the end of the input"]
    ),
  ]

  @Test(arguments: ndjson.indices)
  func readsLines(_ index: Int) {
    let (text, expected) = Self.ndjson[index]
    #expect(outcomes(text, .ndjson) == expected)
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func boundsTheDepth(_ part: String) {
    let deep = String(repeating: part, count: 100_000)
    let closed = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    for text in ["[{\"a\":\(deep)", "[{\"a\":\(closed)}]", "{\"a\":\(deep)"] {
      let found = outcomes(text, .json)
      #expect(found.count == 1)
      #expect(found.first?.hasSuffix("nested deeper than 512 levels (end)") == true)
    }
  }

  @Test func boundsTheKeys() {
    let keys = (0..<20_001).map { "\"k\($0)\":1" }.joined(separator: ",")
    let found = outcomes("[{\(keys)}]", .json)
    #expect(
      found.first?.hasSuffix("expected at most 20000 different keys, found more (end)") == true)
  }

  @Test func saysTheOffsetOfWhatIsNoText() {
    let bytes = Array("[{\"a\":\"".utf8) + [0xE9] + Array("\"}]".utf8)
    #expect(
      outcomes(bytes, InputStyle(format: .json))
        == ["1:8: expected text in UTF-8, found another byte at offset 7"])
  }
}
