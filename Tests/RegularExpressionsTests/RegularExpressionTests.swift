import Testing

@testable import RegularExpressions

@Suite struct RegularExpressionTests {
  /// A pattern, texts that it matches as a whole, and texts that it does not.
  private static let patterns: [(String, [String], [String])] = [
    ("", [""], ["a"]),
    ("abc", ["abc"], ["ab", "abcd", "ABC"]),
    ("S-[0-9]+", ["S-1", "S-0017"], ["S-", "s-1", "S-1 ", "S-1a"]),
    ("a|b|", ["a", "b", ""], ["ab", "c"]),
    ("(ab|c)d*", ["ab", "cddd"], ["abc", "d"]),
    ("(?:ab)+", ["ab", "abab"], ["", "aba"]),
    ("(?<year>[0-9]{4})", ["2026"], ["202", "20260"]),
    ("a{2,3}", ["aa", "aaa"], ["a", "aaaa"]),
    ("a{2,}", ["aa", "aaaaa"], ["a"]),
    ("a{0}", [""], ["a"]),
    ("a+?b*?c??", ["a", "aabb", "ac"], ["b", "acc"]),
    (".", ["a", "é", "🙂", "\t"], ["", "\n", "\r", "\u{2028}", "ab"]),
    ("[^a-c]", ["d", "é"], ["a", "b", "c", ""]),
    ("[-a]", ["-", "a"], ["b"]),
    ("[a-]", ["-", "a"], ["b"]),
    (#"[\]\\^]"#, ["]", "\\", "^"], ["a"]),
    (#"[\d.]+"#, ["1.5"], ["1,5"]),
    (#"\d"#, ["7", "٧"], ["x", "½"]),
    (#"\D\W\S"#, ["a b"], ["1 b", "aab", "a  "]),
    (#"\w+"#, ["héllo_1"], ["a b", "a-b", ""]),
    (#"\s"#, [" ", "\u{A0}", "\n"], ["a"]),
    (#"\p{L}\p{Lu}\pN"#, ["aB1", "éÉ½"], ["ab1", "1B1"]),
    (#"\P{L}+"#, ["12 !"], ["a"]),
    (#"[\p{Sc}x]"#, ["€", "x"], ["e"]),
    (#"\x41\x{1F642}\u0042"#, ["A🙂B"], ["AB"]),
    (#"\.\*\(\["#, [".*(["], ["a*(["]),
    (#"\ba\b.*"#, ["a", "a b"], ["ab"]),
    (#"a\Bb"#, ["ab"], ["a"]),
    (#".*\bis\b.*"#, ["this is it", "is"], ["this"]),
    (".*b$", ["ab"], ["ba", "b\n"]),
    ("^a$", ["a"], ["", "ba"]),
    (#"\Aa\z"#, ["a"], ["aa"]),
    ("(^a|b$)+", ["a", "b", "ab"], ["ba", "aa"]),
    ("(?i)straße", ["STRAßE", "straße"], ["STRASSE"]),
    ("a(?i)b(?-i)c", ["abc", "aBc"], ["Abc", "abC"]),
    ("(?i:a)b", ["ab", "Ab"], ["aB"]),
    ("(a(?i)b)c", ["abc", "aBc"], ["aBC"]),
    ("(?i)[a-f]+", ["aF"], ["g"]),
    ("(?i)[^a]", ["b"], ["a", "A"]),
    ("(?i)σ", ["Σ", "ς"], ["s"]),
    ("(a*)*b", ["b", "aab"], ["aa"]),
    ("(a?){3}", ["", "a", "aaa"], ["aaaa"]),
    ("(|a)+", ["", "aa"], ["b"]),
  ]

  @Test(arguments: patterns)
  func wholeText(pattern: String, matching: [String], others: [String]) throws {
    let expression = try RegularExpression(pattern)
    for text in matching {
      #expect(expression.matchesWhole(text), "\(pattern) matches '\(text)'")
    }
    for text in others {
      #expect(!expression.matchesWhole(text), "\(pattern) does not match '\(text)'")
    }
  }

  @Test func caseIsIgnoredWhenAsked() throws {
    let expression = try RegularExpression("s-[k-m]", ignoringCase: true)
    for text in ["s-k", "S-L", "ſ-\u{212A}"] { #expect(expression.matchesWhole(text)) }
    #expect(!expression.matchesWhole("s-n"))
  }

  @Test(arguments: [
    ("(a", 0, "expected ')' for this '('"),
    ("a)", 1, "expected no ')', since no group is open"),
    ("é[a", 2, "expected ']' for this '['"),
    ("[]", 0, #"expected something in the class; ']' itself is written '\]'"#),
    (
      "*a", 0,
      #"expected something to repeat before '*', which is written '\*' to stand for itself"#
    ),
    (
      "a|+", 2,
      #"expected something to repeat before '+', which is written '\+' to stand for itself"#
    ),
    ("a**", 2, "expected a group around a repetition that is repeated"),
    ("a*+", 1, "a possessive repetition is not supported"),
    ("a{2}+", 1, "a possessive repetition is not supported"),
    ("a{3,2}", 1, "expected the smaller number first in '{3,2}'"),
    ("a{", 2, #"expected a number of repetitions; '{' itself is written '\{'"#),
    ("a{2", 1, "expected '}' for this '{'"),
    ("a{1001}", 2, "expected at most 1000 repetitions"),
    ("a{99999999999999999999}", 2, "expected at most 1000 repetitions"),
    ("[z-a]", 1, "expected the smaller character first in 'z-a'"),
    (#"[\d-z]"#, 1, "expected one character at each end of a range"),
    (#"[\b]"#, 1, "expected a character in the class"),
    ("[a&&b]", 2, #"'&&' in a class is not supported; '\&&' stands for itself"#),
    ("[a--b]", 2, #"'--' in a class is not supported; '\--' stands for itself"#),
    ("[[:alpha:]]", 1, #"'[' in a class is not supported; '\[' stands for itself"#),
    (#"(a)\1"#, 3, #"a back-reference '\1' is not supported"#),
    (#"\k<a>"#, 0, #"a back-reference '\k' is not supported"#),
    ("(?=a)", 0, "look-ahead '(?=' is not supported"),
    ("a(?!b)", 1, "look-ahead '(?!' is not supported"),
    ("(?<=a)", 0, "look-behind '(?<=' is not supported"),
    ("(?<!a)", 0, "look-behind '(?<!' is not supported"),
    ("(?>a)", 0, "an atomic group '(?>' is not supported"),
    ("(?(1)a)", 0, "a condition '(?(' is not supported"),
    ("(?x)a", 0, "expected one of '(?:', '(?i)' and '(?i:'"),
    ("(?<>a)", 3, "expected the name of a group and '>'"),
    (#"\q"#, 0, #"the escape '\q' is not supported"#),
    (#"a\"#, 1, #"expected a character after '\'"#),
    (#"\xZZ"#, 0, #"expected a character as '\x41', '\x{41}' or '\u0041'"#),
    (#"\uD800"#, 0, #"expected a character as '\x41', '\x{41}' or '\u0041'"#),
    (#"\p{Foo}"#, 0, "expected a category of Unicode such as 'L', 'Lu' or 'Nd', found 'Foo'"),
    (#"\p{}"#, 0, "expected a category of Unicode such as 'L', 'Lu' or 'Nd', found ''"),
  ])
  func refused(pattern: String, offset: Int, message: String) {
    #expect(throws: RegularExpressionError(message: message, offset: offset)) {
      try RegularExpression(pattern)
    }
  }

  private static let hugePatterns = [
    "(a{1000}){1000}", "a{1000}{1000}", "((((((){1000}){1000}){1000}){1000}){1000}){1000}",
    String(repeating: "a", count: 20_000), String(repeating: "(", count: 100_000),
    "[" + String(repeating: "a", count: 20_000) + "]",
    String(repeating: "a|", count: 100_000), "a{" + String(repeating: "9", count: 100_000) + "}",
  ]

  @Test func hugePatternsAreRefused() {
    for pattern in Self.hugePatterns {
      #expect(throws: RegularExpressionError.self, "\(pattern.prefix(20))") {
        try RegularExpression(pattern)
      }
    }
  }

  /// A matcher that goes back would not end in any time.
  @Test(
    .timeLimit(.minutes(10)),
    arguments: ["(a+)+$", "(a|a)*c", "(a*)*b", "(.*)(.*)(.*)(.*)x", "(a?){50}a{50}"])
  func catastrophicPatternsStayFast(pattern: String) throws {
    let expression = try RegularExpression(pattern)
    let text = String(repeating: "a", count: 100_000) + "!"
    #expect(!expression.matchesWhole(text))
  }

  @Test func matchingStopsWhenAsked() throws {
    let expression = try RegularExpression("a*")
    let text = String(repeating: "a", count: 100_000)
    var asked = 0
    let answer = expression.matchesWhole(text) {
      asked += 1
      return asked == 3
    }
    #expect(!answer)
    #expect(asked == 3)
    #expect(expression.matchesWhole(text))
  }
}
