import PlainText
import Testing

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("red\u{1b}[31m", #"red\u{1b}[31m"#),
    ("\u{1b}]0;title\u{7}", #"\u{1b}]0;title\u{7}"#),
    ("one\ntwo\tthree\rfour\r\nfive", #"one\ntwo\tthree\rfour\r\nfive"#),
    ("\0\u{7f}", #"\u{0}\u{7f}"#),
    ("\u{9b}31m\u{85}", #"\u{9b}31m\u{85}"#),
    ("abc\u{202e}txt.exe\u{202c}", #"abc\u{202e}txt.exe\u{202c}"#),
    ("\u{2066}a\u{2069}\u{200e}\u{200f}\u{61c}", #"\u{2066}a\u{2069}\u{200e}\u{200f}\u{61c}"#),
    ("a\u{2028}b\u{2029}", #"a\u{2028}b\u{2029}"#),
    ("hidden\u{e0041}\u{e0042}", #"hidden\u{e0041}\u{e0042}"#),
    ("🏴x\u{e0041}", #"🏴x\u{e0041}"#),
  ])
  func escapes(_ text: String, _ expected: String) {
    #expect(visible(text) == expected)
    #expect(visible(visible(text)) == visible(text))
    #expect(!visible(text).unicodeScalars.contains(where: isUnseen))
  }

  @Test(arguments: [
    "", "plain", "naïve Å", "日本語", "مرحبا", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "10 € – “so”", #"C:\new\table"#, "\u{a0}",
    "zero\u{200b}width",
  ])
  func leavesNormalTextAlone(_ text: String) {
    #expect(Array(visible(text).utf8) == Array(text.utf8))
  }

  @Test(arguments: [
    ("", ""), ("one\n\n\ttwo\n", "one\n\n\ttwo\n"), ("a\r\nb\rc", "a\\r\nb\\rc"),
    ("\u{1b}[2J\n\u{202e}abc", "\\u{1b}[2J\n\\u{202e}abc"),
    ("a\u{2028}b\u{85}c", "a\\u{2028}b\\u{85}c"),
  ])
  func keepsLinesWhereTheyAreMeant(_ text: String, _ expected: String) {
    #expect(Array(visibleLines(text).utf8) == Array(expected.utf8))
    #expect(visibleLines(visibleLines(text)) == visibleLines(text))
    #expect(visible(visibleLines(text)) == visible(text))
  }
}
