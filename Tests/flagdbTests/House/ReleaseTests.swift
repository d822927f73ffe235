import CommandTable
import Foundation
import Testing

@testable import FlagTool

/// The version stands in one place, and whatever names it agrees.
@Suite("A release")
struct ReleaseTests {
  private func script(_ words: String, in sandbox: Sandbox? = nil) async throws -> Command.Result {
    try await Command(
      "bash", "-c", "\"$REPOSITORY\"/Scripts/\(words)",
      environment: ["REPOSITORY": Repository.root.path]
    ).run(in: try sandbox ?? Sandbox())
  }

  @Test("has the version and the date of the tool in each file that names them")
  func version() async throws {
    #expect(try await script("version").outputText == "\(tool.version)\n")
    let changes = try Repository.text(of: "CHANGELOG.md")
    let newest = changes.firstMatch(of: #/(?m)^## \[(\d[\d.]*)\] - (\d{4}-\d\d-\d\d)$/#)
    #expect(newest.map { [$0.1, $0.2] } == [Substring(tool.version), Substring(tool.date)])
    let citation = try Repository.text(of: "CITATION.cff")
    #expect(
      citation.contains("\nversion: \(tool.version)\ndate-released: \"\(tool.date)\"\n"))
  }

  @Test("is refused for a tag of another version")
  func tag() async throws {
    #expect(try await script("version v\(tool.version)").status == 0)
    let refused = try await script("version v0.0.1")
    #expect(refused.status == 1)
    #expect(refused.errorText.hasPrefix("version: the tag 'v0.0.1' is not 'v\(tool.version)'"))
  }

  @Test("has notes, which are a part of the changes")
  func notes() async throws {
    let notes = try await script("notes \(tool.version)").outputText
    #expect(notes.hasPrefix("The first release.") && notes.contains("\n### Packages\n\n- "))
    #expect(!notes.contains("\n## ") && notes.last == "\n" && !notes.hasSuffix("\n\n"))
    #expect(try await script("notes 0.0.1").status == 1)
  }

  @Test("has a list of components that says which licence holds for the whole")
  func components() async throws {
    let sandbox = try Sandbox()
    for (editor, licence) in [
      ("GNU Readline 8.2", "GPL-3.0-or-later"), ("libedit 2.11", "Apache-2.0"),
    ] {
      let made = try await Command(
        "bash", "-c",
        """
        printf '#!/bin/sh\necho "flagdb 7.8.9 (SQLite 3)"\necho "SQLite 3.99.1, with"\n' >tool
        echo 'echo "line editor  \(editor)"' >>tool && chmod +x tool
        [ \(licence) != Apache-2.0 ] || [ -e /usr/share/doc/libedit-dev ] || exit 9
        "$REPOSITORY/Scripts/sbom" tool | jq -r '.packages[0].versionInfo, .packages[0].licenseConcluded,
          (.packages[] | select(.name == "SQLite").versionInfo)'
        """, environment: ["REPOSITORY": Repository.root.path]
      ).run(in: sandbox)
      if made.status == 9 { continue }
      #expect(made.outputText == "7.8.9\n\(licence)\n3.99.1\n", "\(made.errorText)")
    }
  }

  @Test("promises the exit statuses of the tool")
  func statuses() throws {
    let page = try Repository.text(of: "Documentation/Stability.md")
    let numbers = page.matches(of: #/(?m)^\| (\d) \|/#).compactMap { Int32($0.1) }
    #expect(numbers == (0...Int32(numbers.count - 1)).compactMap { Exit(rawValue: $0)?.rawValue })
    #expect(numbers.count == 4 && Exit(rawValue: 4) == nil)
  }

  @Test("names no registry or machine of those who made it, and no contact but the forge")
  func contacts() throws {
    for path in ["SECURITY.md", "CODE_OF_CONDUCT.md", "CITATION.cff", "llms.txt"] {
      let text = try Repository.text(of: path)
      #expect(text.firstMatch(of: #/[\w.]+@[\w.]+\.\w+/#) == nil, "\(path)")
    }
  }

  @Test(
    "has links that lead to files", arguments: ["SECURITY.md", "CODE_OF_CONDUCT.md", "llms.txt"])
  func links(path: String) throws {
    let links = try Repository.text(of: path).matches(of: #/\]\(([^)#:]+)\)/#).map { String($0.1) }
    for link in links {
      let target = Repository.root.appending(path: link).path
      #expect(FileManager.default.fileExists(atPath: target), "\(path): \(link)")
    }
  }
}
