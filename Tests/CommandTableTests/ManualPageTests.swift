import CommandTable
import Foundation
import Testing

/// A page with everything that prose can hold, much of which mdoc would take for something else.
private let language = ProsePage(
  "flagdb-predicates(7)", summary: "the language of conditions",
  Prose(
    """
    Every *condition* is checked, e.g. `markers has HRM`. Nothing is guessed.
    # Words and marks
    'quoted' and .dotted and C:\\new, \\`plain\\` 2 * 3 * 4, Größe --null.
    ## Examples of No
    {{code}}
    - One.
    - Two, which is `.dotted`.

    No Op
    : A word.
    .
    : A dot.
    say "x"
    : Quotes.

    | Write | Means |
    | has | all of `them` |
    | No | "none" |
    | -x | . |

    The end.
    """,
    inserts: [
      "code": [
        .code(
          ".Sh evil\n'bl\n\n\\fB -- 'x' `y` ^ ~\n\ttab " + String(repeating: "long ", count: 30))
      ]
    ]),
  seeAlso: ["flagdb-query(1)", "flagdb-predicates(7)"])

private let sampleWithTopic: ToolDescription = {
  var tool = sample
  tool.topics = [language]
  return tool
}()

@Test func pagesAreCleanMdoc() throws {
  guard let mandoc = installed("mandoc") else {
    return withKnownIssue { Issue.record("mandoc is not installed, so this was not tested") }
  }
  let workshop = try Workshop()
  let pages = sampleWithTopic.manualPages()
  #expect(pages.map(\.fileName).prefix(3) == ["flagdb.1", "flagdb-new.1", "flagdb-define.1"])
  for page in pages {
    try workshop.write(page.text, to: page.fileName)
    let checked = try workshop.run(mandoc, ["-Tlint", "-Wstyle", workshop.path(page.fileName)])
    // That a page refers to one which is not installed here is no fault of the page.
    let findings = checked.output.split(separator: "\n").filter {
      !$0.contains("referenced manual not found") && !$0.contains("outdated mandoc.db")
    }
    #expect(findings == [])
    #expect(page.text.utf8.allSatisfy { $0 < 0x80 })
  }
}

/// The text that a reader sees: mandoc's without bold and underline, blanks collapsed.
private func rendered(_ page: ManualPage) throws -> String? {
  guard let mandoc = installed("mandoc") else { return nil }
  let workshop = try Workshop()
  try workshop.write(page.text, to: page.fileName)
  let output = try workshop.run(mandoc, ["-Tutf8", workshop.path(page.fileName)]).output
  let plain = output.replacing(try Regex(".\u{8}"), with: "")
  return plain.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
}

@Test(arguments: [
  "NAME flagdb-predicates – the language of conditions DESCRIPTION Every condition is checked, e.g. markers has HRM. Nothing is guessed.",
  "WORDS AND MARKS 'quoted' and .dotted and C:\\new, `plain` 2 * 3 * 4, Größe --null.",
  "Examples of No .Sh evil 'bl \\fB -- 'x' `y` ^ ~ tab long",
  "Two, which is .dotted.",
  "No Op A word. . A dot. say \"x\" Quotes.",
  "Write Means has all of them No \"none\" -x . The end.",
  "SEE ALSO flagdb(1), flagdb-query(1)",
])
func proseIsShownAsWritten(text: String) throws {
  let manual = try #require(sampleWithTopic.manualPage(named: "predicates"))
  guard let page = try rendered(manual) else { return }
  #expect(page.contains(text), "\(page)")
}

@Test(arguments: [
  ("flagdb", "SYNOPSIS flagdb COMMAND DB [ENTITY] [options] flagdb DB [ENTITY] [options]"),
  (
    "flagdb",
    "Records flagdb-insert(1) Adds one record and prints its id, or adds many from a file."
  ),
  ("flagdb-define", "flagdb define DB flags NAME FLAG ... [options]"),
  ("flagdb-stats", "flagdb stats DB [ENTITY [ATTRIBUTE ...]] [options]"),
  (
    "flagdb-query",
    "DESCRIPTION flagdb query reads records. Every --has, --none and --where must hold. .headers on 'quoted' \\ back"
  ),
  ("flagdb-query", "--none, --lacks A,B Has none of these flags. It may be given more than once."),
  ("flagdb-query", "-o, --output FILE Write to a file."),
  (
    "flagdb-query",
    "--format FORMAT Print in this format. table Aligned columns. csv The user's spreadsheet."
  ),
  ("flagdb-query", "ENVIRONMENT NO_COLOR Colour is left out when it is set."),
  ("flagdb-query", "FILES ~/.local/state/flagdb/history What was typed in flagdb repl."),
  (
    "flagdb-query", "2 The command was not understood. 3 No record satisfies, where --exists asked."
  ),
  (
    "flagdb-query",
    "EXAMPLES Prints as CSV. $ flagdb query zoo.db Sample --format csv code S-1 SEE ALSO flagdb(1), flagdb-delete(1)"
  ),
  ("flagdb-query", "flagdb 1.2.0 November 20, 2026 flagdb 1.2.0"),
])
func commandPageTells(name: String, text: String) throws {
  let page = try #require(sample.manualPages().first { $0.name == name })
  guard let shown = try rendered(page) else { return }
  #expect(shown.contains(text), "\(shown)")
}

@Test func hiddenCommandsHaveNoPage() {
  #expect(
    !sample.manualPages().contains {
      $0.name.contains("complete") && $0.name != "flagdb-completions"
    })
}
