import FlagFormats
import FlagModel
import Testing

@testable import JSON

@Suite struct JSONWriterTests {
  @Test func records() {
    #expect(
      written(.json) == #"""
        [
        {"id":1,"code":"S-1","markers":["HRM","PLX"],"status":"measured","price":12.50,"score":0.1,"taken":"2026-11-20T10:30:00.25Z","ok":true},
        {"id":2,"code":"","markers":[],"status":"received","price":-0.05,"score":1e+21,"taken":"2026-11-20T00:00:00Z","ok":false},
        {"id":-3,"code":null,"markers":["RAW","TOP","0x40"],"status":"?9","price":null,"score":null,"taken":null,"ok":null}
        ]

        """#)
    #expect(written(.json, Samples.columns, []) == "[]\n")
  }

  @Test func linesAndRaw() {
    #expect(
      written(.ndjson, Samples.columns, [Samples.rows[0]]) { $0.isRaw = true } == #"""
        {"id":1,"code":"S-1","markers":6,"status":1,"price":1250,"score":0.1,"taken":"2026-11-20 10:30:00.25","ok":true}

        """#)
    let columns = [OutputColumn(name: "a")]
    #expect(
      written(.ndjson, columns, [[.integer(1)], [.null]]) { $0.recordEnd = .nul }
        == "{\"a\":1}\0{\"a\":null}\0")
  }

  @Test(arguments: [
    ("plain", #""plain""#), (#"a"b\c"#, #""a\"b\\c""#),
    ("\0\u{1}\u{8}\t\n\u{b}\u{c}\r\u{1b}\u{1f}", #""\u0000\u0001\b\t\n\u000b\f\r\u001b\u001f""#),
    ("\u{7f}\u{9b}\u{202e}\u{2028}", "\"\u{7f}\u{9b}\u{202e}\u{2028}\""), ("日本🦓", #""日本🦓""#),
    ("</script>", #""</script>""#),
  ])
  func text(_ text: String, _ json: String) throws {
    #expect(written(.ndjson, texts: [text]) == "{\"text\":\(json)}\n")
    // On a terminal it has escapes, and is the same text when it is read.
    let guarded = written(.ndjson, texts: [text]) { $0.guardsTerminal = true }
    for line in [guarded, written(.ndjson, texts: [text])] {
      let member = JSONMember("text", .string(text), keyRange: 1..<7)
      #expect(try JSONValue(reading: line.utf8) == .object([member]))
    }
    #expect(!guarded.unicodeScalars.dropLast().contains { $0.value == 0x9B || $0.value < 0x20 })
  }

  private static let values: [(AttributeType, Value, String)] = [
    (.array(.string), .text("[ \"a\" ,\n\"b\" ]"), #"["a","b"]"#),
    (.array(.integer(.int)), .text("[1,9007199254740993]"), "[1,9007199254740993]"),
    (.array(.integer(.int8)), .text("[300, -0, 1.50]"), "[300,-0,1.50]"),
    (.array(.string), .text(#"["a","\u0041\/","é"]"#), #"["a","A/","é"]"#),
    (.array(.string), .text(#"["a",1,null]"#), #"["a",1,null]"#),
    (.array(.string), .text("[\"a\"] "), #"["a"]"#),
    (.array(.date), .text("[]"), "[]"),
    (.array(.enumeration(Samples.status)), .text("[0,1]"), #"["received","measured"]"#),
    (.array(.array(.bool)), .text("[[true],[]]"), "[[true],[]]"),
    (.array(.string), .text("no array"), #""no array""#),
    (.array(.string), .text("{}"), #""{}""#),
    (.data, .blob([1, 2, 3, 4]), #""AQIDBA==""#),
    (.integer(.int), .integer(.min), "-9223372036854775808"),
    (.decimal(places: 6), .integer(.max), "9223372036854.775807"),
    (.double, .real(0.1 + 0.2), "0.30000000000000004"),
    (.float, .real(Double(Float(0.1))), "0.1"),
    (.double, .real(.infinity), "9e999"),
    (.double, .real(-.infinity), "-9e999"),
    (.double, .real(.nan), "\"nan\""),
    (.date, .text("some day"), #""some day""#),
    (.bool, .integer(7), "7"),
    (.string, .integer(7), "7"),
  ]

  @Test(arguments: values)
  func value(_ type: AttributeType, _ value: Value, _ json: String) throws {
    let line = written(.ndjson, [OutputColumn(name: "v", type: type)], [[value]])
    #expect(line == "{\"v\":\(json)}\n")
    _ = try JSONValue(reading: line.utf8)
  }

  @Test func readsBackWhatItWrote() throws {
    for isRaw in [false, true] {
      let text = written(.json, Samples.columns, Array(Samples.rows[...1])) { $0.isRaw = isRaw }
      guard case .array(let records) = try JSONValue(reading: text.utf8) else {
        Issue.record("no array")
        return
      }
      for (record, row) in zip(records, Samples.rows) {
        guard case .object(let members) = record else { continue }
        for ((member, column), value) in zip(zip(members, Samples.columns), row) {
          #expect(member.key == column.name)
          let type = try #require(column.type)
          #expect(try type.value(from: member.value, isRaw: isRaw) == value, "\(column.name)")
        }
      }
    }
  }
}
