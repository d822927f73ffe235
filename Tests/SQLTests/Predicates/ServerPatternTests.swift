import FlagModel
import RegularExpressions
import TestServer
import Testing

@testable import PostgreSQLText
@testable import SQLText

/// Patterns in the notation of a server, which match there what ours match here.
@Suite("Regular expressions on a server") struct ServerPatternTests {
  private static let patterns = [
    "", "abc", "S-[0-9]+", "a|b|", "(ab|c)d*", "(?:ab)+", "(?<year>[0-9]{4})", "a{2,3}", "a{2,}",
    "a{0}",
    "a{256,}", "a{300}", "a{0,600}", "(ab){255,257}", "a+?b*?c??", ".", ".*", "[^a-c]", "[-a]",
    "[a-]",
    #"[\]\\^]"#, #"[\d.]+"#, #"\d"#, #"\D\W\S"#, #"\w+"#, #"\W+"#, #"\s"#, #"\s.*"#, #"\S+"#,
    #"\p{L}\p{Lu}\pN"#, #"\P{L}+"#, #"[\p{Sc}x]"#, #"\p{Cn}"#, #"\p{Mn}+"#, #"\x41\x{1F642}\u0042"#,
    #"\.\*\(\["#,
    #"\ba\b.*"#, #"a\Bb"#, #".*\bis\b.*"#, #"\bz\b"#, ".*b$", "^a$", #"\Aa\z"#, "(^a|b$)+",
    "(^)*a($)*",
    "(?i)straße", "a(?i)b(?-i)c", "(?i:a)b", "(a(?i)b)c", "(?i)[a-f]+", "(?i)[^a]", "(?i)σ",
    "(?i)K", "(?i)É.*",
    "(a*)*b", "(a?){3}", "(|a)+", #"[^\x{0}-\x{10FFFF}]"#, #"[\s\S]*"#, "\n", "日本", "***=a",
    "(?i)ǆ", #"[\W\d]+"#,
    #"\t\n\r\f\e\a"#, "a b#c", "[[:alpha:]]",
  ]

  private static let texts = [
    "", "a", "b", "ab", "abc", "ABC", "c", "d", "cddd", "abab", "aa", "aaa", "aaaa", "aabb", "acc",
    "S-1", "S-", "2026",
    "S-0017", "1.5", "1,5", "7", "٧", "½", "a b", "1 b", "a-b", "héllo_1", " ", "\u{A0}", "\n",
    "\r", "\u{2028}", "a\nb", "\t",
    "aB1", "éÉ½", "€", "x", "AB", "A🙂B", ".*([", "this is it", "is", "this", "ba", "b\n", "STRAßE",
    "straße", "STRASSE",
    "aBc", "Ab", "aB", "aF", "Σ", "ς", "σ", "K", "k", "\u{212A}", "é", "É", "e\u{301}", "\u{301}",
    "日本", "ä", "ß", "z", "z z",
    "***=a", "Ǆ", "ǅ", "ǆ", "\u{378}", "\t\n\r\u{C}\u{1B}\u{7}", "a b#c", "]", "\\", "^", "-",
    "123",
    String(repeating: "a", count: 256), String(repeating: "a", count: 300),
    String(repeating: "a", count: 600),
    String(repeating: "ab", count: 256),
  ]

  @Test(arguments: [false, true]) func sameTexts(ignoringCase: Bool) throws {
    let schema = try TestSchema()
    try schema.run("CREATE TABLE texts (number int, text text)")
    for (number, text) in Self.texts.enumerated() {
      try schema.run("INSERT INTO texts VALUES ($1, $2)", .integer(Int64(number)), .text(text))
    }
    for pattern in Self.patterns {
      guard let ours = try? RegularExpression(pattern, ignoringCase: ignoringCase) else {
        #expect(throws: RegularExpressionError.self) {
          try ServerPattern(pattern, ignoringCase: ignoringCase)
        }
        continue
      }
      let theirs = try ServerPattern(pattern, ignoringCase: ignoringCase).text
      let rows = try schema.run(
        "SELECT number FROM texts WHERE text ~ $1 ORDER BY number", .text(theirs))
      let matches = Self.texts.indices.filter { ours.matchesWhole(Self.texts[$0]) }
      #expect(rows == matches.map { [.integer(Int64($0))] }, "\(pattern)")
    }
  }
}
