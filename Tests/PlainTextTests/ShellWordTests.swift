import PlainText
import Testing

@Suite struct ShellWordTests {
  @Test(
    "a word is quoted where a shell would think more of it",
    arguments: [
      ("zoo.db", "zoo.db"), ("item.flags=a,b", "item.flags=a,b"), ("Ü/x-1", "Ü/x-1"),
      ("a b", "'a b'"), ("", "''"), ("it's", "'it'\\''s'"), ("$HOME", "'$HOME'"), ("*", "'*'"),
      ("a\nb", "'a\nb'"),
    ])
  func words(_ text: String, _ word: String) {
    #expect(shellWord(text) == word)
  }

  @Test("the quotes around a command are not those within it") func commands() {
    #expect(quotedCommand("flagdb", "adopt", "zoo.db") == "'flagdb adopt zoo.db'")
    #expect(quotedCommand("flagdb", "adopt", "a b.db") == "\"flagdb adopt 'a b.db'\"")
  }
}
