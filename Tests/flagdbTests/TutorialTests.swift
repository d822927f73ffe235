import CommandTable
import Testing

@testable import FlagTool

/// Whoever types what flagdb-tutorial(7) shows sees what it shows.
@Suite("The tutorial")
struct TutorialTests {
  @Test("shows what happens, from an empty folder on")
  func run() async throws {
    let sandbox = try Sandbox()
    let examples = try topic("tutorial").examples
    try #require(examples.count > 40)
    for example in examples {
      // Both streams in their order, as on a terminal.
      let command = "exec 2>&1\n\(example.command)"
      let result = try await Command("bash", "-c", command).run(in: sandbox)
      #expect(result.status == 0, "\(example.command)")
      let output = example.output.isEmpty ? "" : "\(example.output)\n"
      #expect(result.outputText == output, "\(example.command)")
    }
  }
}
