import CommandTable
import Testing

/// Pages for places without `man`.
@Suite("Plain pages of the manual")
struct PlainManualTests {
  @Test("a page has the sections of the man page, within its width", arguments: [40, 72, 120])
  func sections(width: Int) throws {
    let page = try #require(sample.plainManualPage(named: "query", width: width))
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let headings = lines.filter { $0.first.map { $0 != " " } ?? false }
    #expect(
      headings == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES",
        "SEE ALSO",
      ])
    #expect(page.contains("    flagdb-query - reads records"))
    #expect(page.contains("    -o, --output FILE\n        Write to a file.\n"))
    // What is typed is not broken.
    let long = lines.filter { $0.count > width && !$0.contains("$ flagdb") }
    #expect(long == [])
    #expect(!page.contains("\n\n\n"))
    #expect(lines.allSatisfy { $0.last != " " })
  }

  @Test(
    "pages are found by short and long names, and by those of commands' aliases",
    arguments: ["query", "flagdb-query", "add", "flagdb"])
  func names(name: String) {
    #expect(sample.plainManualPage(named: name, width: 80) != nil)
    #expect(sample.manualPage(named: name) != nil)
  }

  @Test("others are not", arguments: ["", "quer", "flagdb-", "-query", "complete"])
  func strangers(name: String) {
    #expect(sample.plainManualPage(named: name, width: 80) == nil)
  }
}
