import PlainText
import Testing

@Suite struct ShownInPartTests {
  @Test(
    "of many items the first are shown",
    arguments: [(0, ""), (1, ""), (20, ""), (21, "and 1 more\n"), (10_000, "and 9,980 more\n")])
  func items(count: Int, rest: String) {
    let text = shownInPart(1...max(count, 1)) { "\($0)\n" }
    let shown = (1...max(1, min(count, 20))).map { "\($0)\n" }.joined()
    #expect(text == shown + rest)
    #expect(shownInPart([Int]()) { "\($0)\n" } == "")
  }

  @Test("of many names the first are listed")
  func names() {
    let names = (1...21).map { "n\($0)" }
    #expect(listed(names.prefix(2)) == "n1, n2")
    #expect(listed(names.dropLast()).hasSuffix("n19, n20"))
    #expect(listed(names).hasSuffix("n19, n20, …"))
    #expect(listed(names, "or").hasSuffix("n19, n20, …"))
  }

  @Test(
    "a conjunction stands before the last name",
    arguments: [(0, ""), (1, "'n1'"), (2, "'n1' or 'n2'"), (3, "'n1', 'n2' or 'n3'")])
  func conjunction(count: Int, text: String) {
    #expect(listedInQuotes((1...3).prefix(count).map { "n\($0)" }, "or") == text)
  }
}
