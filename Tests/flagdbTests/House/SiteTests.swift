import Foundation
import Testing

/// The page for browsers that `make site` writes.
@Suite("The page for browsers")
struct SiteTests {
  private func script(_ words: String, in sandbox: Sandbox) async throws -> Command.Result {
    try await Command(
      "bash", "-c", "\"$REPOSITORY\"/Scripts/\(words)",
      environment: ["REPOSITORY": Repository.root.path]
    ).run(in: sandbox)
  }

  @Test("has all pages, and needs nothing from elsewhere")
  func page() async throws {
    let sandbox = try Sandbox()
    let made = try await script("site site", in: sandbox)
    try #require(made.status == 0, "\(made.errorText)")
    let text = try String(
      contentsOf: sandbox.work.appending(path: "site/index.html"), encoding: .utf8)
    let pages = Repository.files(under: "man") + Repository.files(under: "Documentation/Guide")
    for page in pages {
      let name = page.split(separator: "/").last.map(String.init) ?? page
      let id = page.hasPrefix("man/") ? "man-\(name)" : "guide-\(name.dropLast(".md".count))"
      #expect(text.contains("<article id=\"\(id == "guide-README" ? "guide" : id)\">"), "\(page)")
    }
    #expect(text.contains("<title>A session: ") || text.contains("id=\"session-title\""))
    #expect(!text.contains("<script") && !text.contains("@@"))
    let loaded = text.matches(of: #/(?:src|<link [^>]*href)="([^"]*)"/#).map { String($0.1) }
    #expect(Set(loaded) == ["data:,", "commits.svg"])
    #expect(
      FileManager.default.fileExists(atPath: sandbox.work.appending(path: "site/commits.svg").path))
    // A link to a heading, from a page to itself; a page of the manual, in a sentence; an option, on one line.
    for piece in [
      "href=\"#page-Reliability-the-inputs\"", "<h3 id=\"page-Reliability-the-inputs\">",
      "(<a class=\"Xr\" href=\"#man-flagdb-files.7\">flagdb-files(7)</a>)",
      "<code><span class=\"one\">--has</span> HRM,PLX</code>",
      "<b><span class=\"one\">--has</span> HRM</b>",
    ] {
      #expect(text.contains(piece), "\(piece)")
    }
  }

  @Test("shows a session of the README as it is")
  func session() async throws {
    let sandbox = try Sandbox()
    let page = """
      ## One

      ```console
      $ flagdb <a & b
      'x' > y
      error: no
      ```
      ## Two
      ```console
      $ not this
      ```
      """
    try page.write(
      to: sandbox.work.appending(path: "page.md"), atomically: true, encoding: .utf8)
    let drawn = try await script("session-picture \"$PWD/page.md\" One", in: sandbox).outputText
    #expect(drawn.contains(">$ flagdb &lt;a &amp; b</text>"))
    #expect(drawn.contains("class=\"said\" x=\"20\" y=\"77.0\">'x' &gt; y</text>"))
    #expect(drawn.contains("class=\"error\"") && !drawn.contains("not this"))
    let absent = try await script("session-picture \"$PWD/page.md\" Three", in: sandbox)
    #expect(absent.status == 1)
    #expect(absent.errorText == "session-picture: there is no session below ## Three\n")
  }
}
