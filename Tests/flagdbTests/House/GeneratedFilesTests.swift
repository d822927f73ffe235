import Foundation
import Testing

/// The manual pages and completions in the repository are those that the tool would write now;
/// `make docs` brings them up to date.
@Suite(
  "Generated files",
  .enabled(if: !Repository.files(under: "man").isEmpty, "`make docs` has not been run yet"))
struct GeneratedFilesTests {
  @Test("are up to date", arguments: ["completions", "man"])
  func upToDate(folder: String) async throws {
    let sandbox = try Sandbox()
    let result = try await Command(
      "sh", "-c", "mkdir completions man && flagdb document --completions completions --man man"
    ).run(in: sandbox)
    #expect(result.status == 0, "\(result.errorText)")

    let written = try contents(of: sandbox.work.appendingPathComponent(folder))
    let kept = try contents(of: Repository.root.appendingPathComponent(folder))
    #expect(written.keys.sorted() == kept.keys.sorted())
    for (name, text) in written {
      #expect(kept[name] == text, "\(folder)/\(name) differs: run 'make docs'")
    }
  }

  @Test("the picture of the README shows the example data")
  func picture() async throws {
    let sandbox = try Sandbox()
    try sandbox.linkExamples()
    let picture = sandbox.work.appending(path: "commits.svg")
    let result = try await Command(
      "flagdb", "stats", "Examples/commits.tsv", "parts", "--svg", picture.path
    ).run(in: sandbox)
    #expect(result.status == 0, "\(result.errorText)")
    let drawn = try String(contentsOf: picture, encoding: .utf8)
    #expect(try drawn == Repository.text(of: "Documentation/commits.svg"), "run 'make docs'")
  }

  /// Tests/GeneratedCodeTests compiles it with the library, and uses it.
  @Test("code of a model is what its tests are compiled with")
  func code() async throws {
    let folder = Repository.root.appending(path: "Tests").path
    let result = try await Command(
      "flagdb", "generate", "\(folder)/TestSupport/Crowded.flagmodel",
      "\(folder)/TestSupport/Fields.flagmodel", "--style", "swift", "--out",
      "\(folder)/GeneratedCodeTests/Crowded.swift", "--check"
    ).run(in: try Sandbox())
    #expect(result.status == 0, "\(result.outputText)\(result.errorText): run 'make docs'")
  }

  /// Of the library as it was built for these tests.
  @Test("the reference of the library is made without a warning")
  func archive() async throws {
    let sandbox = try Sandbox()
    let archive = sandbox.work.appending(path: "FlagDB.doccarchive")
    let products = Repository.built("ToolUnderTest").deletingLastPathComponent()
    let modules = products.appending(path: "Modules")
    let made = try await Command(
      Repository.root.appending(path: "Scripts/archive").path, modules.path, archive.path
    ).run(in: sandbox)
    #expect(made.status == 0 && !made.errorText.contains("warning"), "\(made.errorText)")
    if made.errorText.contains("no docc") { return }
    let page = archive.appending(path: "data/documentation/flagdb/database.json")
    #expect(try String(contentsOf: page, encoding: .utf8).contains("one writes at a time"))
  }

  /// The files of a folder, by name.
  private func contents(of folder: URL) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let pairs = try names.map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) }
    return Dictionary(pairs) { $1 }
  }
}
