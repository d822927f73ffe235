import Foundation
import Testing

/// The packages of `Examples` are built and run as a reader would do it.
@Suite struct ExamplePackageTests {
  /// A copy of an example, whose build is kept from one run of the tests to the next.
  private struct Example {
    let folder: URL
    let scratch: URL

    init(_ name: String, in sandbox: Sandbox) throws {
      folder = sandbox.privateFile(name)
      scratch = Repository.root.appending(path: ".build/examples/\(name)")
      try FileManager.default.copyItem(
        at: Repository.root.appending(path: "Examples/\(name)"), to: folder)
      let manifest = folder.appending(path: "Package.swift")
      let text = try String(contentsOf: manifest, encoding: .utf8)
      try Data(
        text.replacingOccurrences(of: "\"../..\"", with: "\"\(Repository.root.path)\"").utf8
      ).write(to: manifest)
    }

    func swift(_ words: String..., in sandbox: Sandbox) async throws -> Command.Result {
      var command = Command("swift")
      command.words =
        ["swift", words[0]] + [
          "--package-path", folder.path, "--scratch-path", scratch.path, "-j", "2",
          "-debug-info-format", "none",
        ] + words.dropFirst()
      command.limit = .seconds(900)
      return try await command.run(in: sandbox)
    }
  }

  @Test("code is made on each build, and mistakes stand at their line")
  func generatedCode() async throws {
    let sandbox = try Sandbox()
    let example = try Example("GeneratedCode", in: sandbox)
    let first = try await example.swift("run", "Zoo", in: sandbox)
    #expect(
      first.outputText.hasSuffix(
        """
        {"code":"S-1","markers":6,"status":0}
        true received

        """), "\(first.errorText)")

    // SwiftPM links a tool of plugins once more after the build in which it was new.
    _ = try await example.swift("build", "--product", "Zoo", in: sandbox)
    let again = try await example.swift("build", "--product", "Zoo", in: sandbox)
    #expect(!again.outputText.contains("Compiling") && !again.outputText.contains("Generating"))

    let model = example.folder.appending(path: "Sources/Zoo/Zoo.flagmodel")
    let text = try String(contentsOf: model, encoding: .utf8)
    try Data(text.replacingOccurrences(of: "1 << 2)", with: "1 << 77)").utf8).write(to: model)
    let wrong = try await example.swift("build", "--product", "Zoo", in: sandbox)
    #expect(wrong.status != 0)
    #expect((wrong.outputText + wrong.errorText).contains("Zoo.flagmodel:7:"))
  }
}
