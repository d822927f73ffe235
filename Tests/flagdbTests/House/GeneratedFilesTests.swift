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

  /// The files of a folder, by name.
  private func contents(of folder: URL) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let pairs = try names.map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) }
    return Dictionary(pairs) { $1 }
  }
}
