import JSON
import Testing

@Suite struct JSONTextTests {
  static let document = JSONValue.object(of: [
    ("a", .array([.integer(1), .number("-0.10"), .null, .bool(true)])), ("left out", nil),
    ("b", .array([.object(of: [("c", .string("\"\u{8}")), ("d", .array([]))])])),
    ("e", .object(of: [])),
  ])

  @Test func compact() {
    #expect(Self.document.text() == #"{"a":[1,-0.10,null,true],"b":[{"c":"\"\b","d":[]}],"e":{}}"#)
  }

  @Test func indented() {
    #expect(
      Self.document.text(.indented(linesFrom: .max)) == #"""
        {
          "a": [
            1,
            -0.10,
            null,
            true
          ],
          "b": [
            {
              "c": "\"\b",
              "d": []
            }
          ],
          "e": {}
        }
        """#)
  }

  @Test func inLinesWhereNoObjectIsHeld() {
    #expect(
      Self.document.text(.indented(linesFrom: 1)) == #"""
        {
          "a": [1, -0.10, null, true],
          "b": [
            {"c": "\"\b", "d": []}
          ],
          "e": {}
        }
        """#)
  }

  @Test(arguments: [
    "plain é 🦓", "\u{0}\u{1f}\"\\/\u{7f}", "\u{9b}31m\u{202e}\u{2028}\r\n", "e\u{301}",
  ])
  func textsComeBack(_ text: String) throws {
    let written = JSONValue.string(text).text()
    #expect(!written.utf8.contains { $0 < 0x20 })
    guard case .string(let back) = try JSONValue(reading: written.utf8) else {
      Issue.record("no text: \(written)")
      return
    }
    #expect(back.utf8.elementsEqual(text.utf8))
  }
}
