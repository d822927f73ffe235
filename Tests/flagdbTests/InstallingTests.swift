import Foundation
import Testing

/// The files that `make install` puts below a folder, and takes away again; all but the tool, whose
/// building takes minutes.
@Suite("Installing")
struct InstallingTests {
  private func make(_ words: String, in sandbox: Sandbox) async throws -> Command.Result {
    try await Command(
      "bash", "-c", "make -s -C \"$REPOSITORY\" \(words)",
      environment: ["REPOSITORY": Repository.root.path]
    ).run(in: sandbox)
  }

  /// The files below the sandbox's work folder.
  private func files(in sandbox: Sandbox) async throws -> [String] {
    let found = try await Command("find", ".", "-type", "f").run(in: sandbox)
    return found.outputText.split(separator: "\n").map(String.init).sorted()
  }

  @Test(
    "below any folder",
    arguments: [
      ("PREFIX=\"$WORK/usr\"", "./usr"), ("PREFIX=\"$WORK/my apps\"", "./my apps"),
      ("PREFIX=/usr DESTDIR=\"$WORK/it's # there\"", "./it's # there/usr"),
    ])
  func install(words: String, folder: String) async throws {
    let sandbox = try Sandbox()
    let result = try await make("install-share \(words)", in: sandbox)
    try #require(result.status == 0, "\(result.errorText)")
    let pages = Repository.files(under: "man").map { page in
      "\(folder)/share/man/man\(page.suffix(1))/\(page.dropFirst("man/".count))"
    }
    let completions = [
      "bash-completion/completions/flagdb", "fish/vendor_completions.d/flagdb.fish",
      "zsh/site-functions/_flagdb",
    ].map { "\(folder)/share/\($0)" }
    #expect(try await files(in: sandbox) == (pages + completions).sorted())
    #expect(try await make("uninstall \(words)", in: sandbox).status == 0)
    #expect(try await files(in: sandbox) == [])
  }

  @Test(
    "a folder that would depend on where make stands is refused", arguments: ["~/usr", "usr", ""])
  func relative(prefix: String) async throws {
    let sandbox = try Sandbox()
    let result = try await make("install-share PREFIX='\(prefix)'", in: sandbox)
    #expect(result.status == 2)
    #expect(result.errorText.hasPrefix("PREFIX must be a path from the root, found '\(prefix)'\n"))
    #expect(try await files(in: sandbox) == [])
  }
}
