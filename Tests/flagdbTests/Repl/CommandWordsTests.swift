import FlagTool
import Testing

/// Lines of a session are cut into words, and words come back as they are typed.
@Suite struct CommandWordsTests {
  @Test(arguments: [
    ("a b", ["a", "b"]), ("'a b' \"c'd\"", ["a b", "c'd"]), (#"a\ b ''"#, ["a b", ""]),
    // Marks after a blank, a quote or a backslash are characters of their own.
    ("X \u{200D}", ["X", "\u{200D}"]), ("'\u{301}a b'", ["\u{301}a b"]),
    ("\"\u{301}\" x", ["\u{301}", "x"]), ("a\r\nb", ["a", "b"]),
  ])
  func areCut(_ line: String, _ words: [String]) {
    #expect(CommandWords(line).words.map { Array($0.utf8) } == words.map { Array($0.utf8) })
  }

  @Test(arguments: ["a", "a b", "it's", "\"", "\\", "'\u{301}", " \u{200D}", "\u{200D}", "\r\n"])
  func comeBack(_ word: String) {
    let line = "x \(CommandWords.typed(word, in: nil)) y"
    #expect(
      CommandWords(line).words.map { Array($0.utf8) } == ["x", word, "y"].map { Array($0.utf8) })
  }
}
