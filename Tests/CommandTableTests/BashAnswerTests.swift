import CommandTable
import Testing

/// The answers to bash for a line, by what bash says of the line.
@Suite struct BashAnswerTests {
  private static let breaks = " \t\n\"'@><=;|&(:"

  private func answer(
    _ line: String, piece: String, type: String = "9", breaks: String = breaks,
    _ candidates: [Choice]
  ) throws -> [String] {
    let words = ["complete", "bash", "--", type, breaks, piece, line]
    guard case .run(let call) = try sample.parse(words) else { return [] }
    let text = try CompletionCall(call).answer(of: sample, home: "/h") { _ in candidates }
    return text.split(separator: "\n").map(String.init)
  }

  @Test(
    "An only candidate stands in the open quote, which is closed behind it",
    arguments: [
      ("", "", #"a\$\(x\)\!\'\"\`\\"#), ("'", "", #"a$(x)!'\''"`\'"#),
      ("\"", "", #"a\$(x)"\!"'\"\`\\""#), ("$'", "", #"a$(x)'\!$''\'$'"`'\\$''"#),
    ])
  func quotes(quote: String, piece: String, text: String) throws {
    let found = try answer(
      "flagdb query a.db S --where \(quote)", piece: piece, [Choice(#"a$(x)!'"`\"#)])
    #expect(found == ["candidate \(text)"])
  }

  @Test(
    "bash keeps what stands before the piece",
    arguments: [
      ("--has=H", "H", "HRM"), ("--has='H", "H", "HRM'"), ("--has=\"\"H", "\"\"H", "HRM"),
      ("--has='H", "'H", "HRM'"), ("--has=", "=", "HRM"), ("--has=", "", "HRM"),
    ])
  func kept(word: String, piece: String, text: String) throws {
    #expect(
      try answer("flagdb query a.db S \(word)", piece: piece, ["HRM"]) == ["candidate \(text)"])
  }

  @Test func wholeWordIsReplacedWithoutCuts() throws {
    let found = try answer(
      "flagdb query a.db S --has=H", piece: "--has=H", breaks: " \t\n", ["HRM"])
    #expect(found == ["candidate --has=HRM"])
  }

  @Test(
    "Nothing is offered where bash reads the line otherwise",
    arguments: [
      ("flagdb query a.db \"$(echo \")\" S", "S"), ("flagdb query `pwd`/a.db S", "S"),
      ("flagdb query \"${x:-\"a\"}\" S", "S"), ("flagdb query <(echo) S", "S"),
      ("flagdb query a.db $S", "$S"), ("flagdb query a.db S", "else"), ("flagd", "flagd"),
    ])
  func unknown(line: String, piece: String) throws {
    #expect(try answer(line, piece: piece, ["Sample"]) == [])
  }

  @Test(
    "Files are bash's own matter, with what it needs to find them",
    arguments: [
      ("zo", "zo", ["word zo"]), ("--output=no", "no", ["word no"]),
      ("--output=no", "--output=no", ["word no", "head --output="]),
      ("--output='a:b", "a:b", ["word 'a:b"]), ("--output=a:b", "b", ["word a:b", "strip a:"]),
      ("~/é\\ b", "~/é\\ b", ["word ~/é\\ b"]), ("$HOME/x", "$HOME/x", ["word $HOME/x"]),
    ])
  func files(word: String, piece: String, lines: [String]) throws {
    let isOption = word.hasPrefix("-")
    let found = try answer("flagdb query \(isOption ? "a.db S " : "")\(word)", piece: piece, [])
    let extensions = isOption ? [] : ["extension db", "extension sqlite"]
    #expect(found == lines + extensions + ["files"])
  }

  @Test func redirectionsAreNoWords() throws {
    #expect(try answer("flagdb query a.db > S", piece: "S", ["Sample"]) == ["files"])
    let found = try answer("flagdb query a.db 2> x >&1 < y S", piece: "S", ["Sample"])
    #expect(found == ["candidate Sample"])
  }

  @Test(
    "Several candidates",
    arguments: [
      // The common beginning ends before the escapes that differ.
      ("a", "9", ["candidate a\\$", "candidate a\\;", "candidate a"]),
      ("a", "63", ["candidate a\\$", "candidate a\\;"]),
      ("a", "42", ["candidate a\\$", "candidate a\\;"]),
      ("a", "", ["candidate a\\$", "candidate a\\;"]),
      ("'a", "9", ["candidate a$", "candidate a;"]),
      // Of all that are inserted, only the first would stand in the quote.
      ("'a", "42", []), ("'a", "", []), ("'a", "37", ["candidate a$", "candidate a;"]),
    ])
  func several(word: String, type: String, expected: [String]) throws {
    let found = try answer(
      "flagdb query a.db S --where \(word)", piece: "a", type: type, ["a$", "a;"])
    #expect(found == expected)
  }

  @Test(
    "readline replaces an open quote by a text that begins with it",
    arguments: [
      ("'", #"''\''b'"#), ("\"", "'b\""), ("$'", #"''\'$'b'"#), ("'x'", #"\'b"#),
    ])
  func openQuote(quote: String, text: String) throws {
    let isClosed = quote.count > 2
    let found = try answer(
      "flagdb query a.db S --where \(quote)", piece: "", [Choice(isClosed ? "x'b" : "'b")])
    #expect(found == ["candidate \(text)"])
    let exclaimed = try answer("flagdb query a.db S --where \"", piece: "", ["!"])
    #expect(exclaimed == [#"candidate ""\!"""#])
  }

  @Test func listsShowWhatDiffers() throws {
    let found = try answer(
      "flagdb query a.db S --has HRM,", piece: "HRM,", type: "63", ["HRM,RAW", "HRM,PLX"])
    #expect(found == ["candidate RAW", "candidate PLX"])
  }

  @Test func continuedCandidatesKeepTheirQuoteOpen() throws {
    let line = "flagdb insert a.db S "
    #expect(try answer(line + "m", piece: "m", ["markers="]) == ["nospace", "candidate markers="])
    #expect(
      try answer(line + "'m", piece: "m", ["markers="])
        == ["nospace", "candidate markers=", "candidate markers=…"])
  }

  @Test func hiddenOptionsAreNoArguments() throws {
    #expect(try answer("flagdb query a.db ", piece: "", ["-x", "--all", "ok"]) == ["candidate ok"])
    #expect(
      try answer("flagdb query a.db S --where ", piece: "", ["--sql", "--", "-x"])
        == ["candidate -x"])
    #expect(
      try answer("flagdb query a.db S --where=", piece: "", ["--sql"]) == ["candidate --sql"])
  }

  @Test func unseenCharactersAreNotOffered() throws {
    #expect(
      try answer("flagdb query a.db ", piece: "", ["a\nb", "a\u{1B}[1m", "a\u{202E}b"]) == [])
  }
}
