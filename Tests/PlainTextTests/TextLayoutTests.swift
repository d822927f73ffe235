import PlainText
import Testing

@Suite struct TextLayoutTests {
  @Test(arguments: [
    ("HRM|PLX", 7, "HRM|PLX"),
    ("HRM|PLX", 6, "HRM|P…"),
    ("HRM", 1, "…"),
    ("HRM", 0, ""),
    ("日本語", 6, "日本語"),
    ("日本語", 5, "日本…"),
    ("日本語", 4, "日…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"),
  ])
  func truncates(_ text: String, to width: Int, _ expected: String) {
    let result = truncated(text, to: width)
    #expect(result == expected)
    #expect(displayWidth(of: result) <= width)
  }

  @Test func truncatesWithAnEllipsisThatDoesNotFit() {
    #expect(truncated("abcdef", to: 2, with: "...") == "ab")
    #expect(truncated("abcdef", to: 5, with: "...") == "ab...")
  }

  @Test(arguments: [
    ("TCP_FLAG_ACK", 12, "TCP_FLAG_ACK"),
    ("TCP_FLAG_ACK", 9, "TCP_…_ACK"),
    ("TCP_FLAG_SYN", 8, "TCP_…SYN"),
    ("TCP_FLAG_SYN", 2, "T…"),
    ("TCP_FLAG_SYN", 0, ""),
    ("日本語日本語", 8, "日本…語"),
    ("e\u{301}e\u{301}e\u{301}e\u{301}", 3, "e\u{301}…e\u{301}"),
  ])
  func shortensInTheMiddle(_ text: String, to width: Int, _ expected: String) {
    let result = shortenedInMiddle(text, to: width)
    #expect(result == expected)
    #expect(displayWidth(of: result) <= width)
  }

  @Test func pads() {
    #expect(padded("日本", to: 6) == "日本  ")
    #expect(padded("42", to: 6, .right) == "    42")
    #expect(padded("longer", to: 3) == "longer")
  }

  @Test(arguments: [
    ("", 10, [""]),
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 3, ["one", "two", "thr", "ee"]),
    ("  one   two ", 20, ["one two"]),
    ("first\n\nsecond line", 6, ["first", "", "second", "line"]),
    ("日本語の文", 4, ["日本", "語の", "文"]),
    ("ab", 0, ["a", "b"]),
    ("日", 1, ["日"]),
  ])
  func wraps(_ text: String, to width: Int, _ expected: [String]) {
    #expect(wrapped(text, to: width) == expected)
  }
}
