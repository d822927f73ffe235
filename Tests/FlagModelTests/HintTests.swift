import FlagModel
import Testing

/// Repairs as data, and their one wording.
@Suite struct HintTests {
  @Test(
    arguments: [
      (.meant(["HRM"]), "did you mean 'HRM'?", ["HRM"]),
      (.meant(["a", "b", "c"]), "did you mean 'a', 'b' or 'c'?", ["a", "b", "c"]),
      (.meant(["a"], then: "--map 'x=a'"), "did you mean 'a'? --map 'x=a'", ["a"]),
      (.choice("there is", ["a", "b"]), "there is a, b", []), (.choice("", ["a"]), "a", []),
      ("write it without quotes", "write it without quotes", []),
      (
        .several(["it was statement 2", .meant(["a"])]), "it was statement 2; did you mean 'a'?",
        ["a"]
      ),
    ] as [(Hint, String, [String])])
  func wording(_ hint: Hint, _ text: String, _ suggestions: [String]) {
    #expect(hint.text == text)
    #expect(hint.suggestions == suggestions)
  }

  @Test(
    arguments: [
      ("HRN", ["RAW", "HRM"], .meant(["HRM"])),
      ("x", ["RAW", "HRM"], .choice("there is", ["RAW", "HRM"])),
      ("x", [], nil),
      (
        "cafe\u{301}", ["case", "caf\u{e9}"],
        .meant(["caf\u{e9}"], then: "it looks the same, but its accents are encoded differently")
      ),
    ] as [(Name, [Name], Hint?)])
  func nameThatWasMeant(_ typed: Name, _ names: [Name], _ hint: Hint?) {
    #expect(Hint.name(for: typed, in: names, orAll: "there is") == hint)
  }

  @Test func severalRepairs() {
    #expect(Hint([nil, nil]) == nil)
    #expect(Hint([nil, "a"]) == "a")
    #expect(Hint(["a", nil, "b"])?.text == "a; b")
  }

  @Test func whatNamesHoldCannotDriveATerminal() {
    #expect(Hint.line(.meant(["a\u{1B}[2J"])) == "hint: did you mean 'a\\u{1b}[2J'?\n")
    #expect(Hint.line(nil) == "")
  }
}
