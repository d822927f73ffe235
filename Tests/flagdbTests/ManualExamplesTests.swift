import CommandTable
import Foundation
import Testing

@testable import flagdb

/// The examples of the man pages do what the pages show, each on the example database as
/// `Examples/zoo.sh` makes it.
@Suite("Examples of the manual")
struct ManualExamplesTests {
  static let examples: [Example] = tool.examples + tool.listedCommands.flatMap(\.examples)

  @Test("shows what the page says", arguments: examples)
  func run(example: Example) async throws {
    let sandbox = try Sandbox()
    let setUp = "bash \"$EXAMPLES/zoo.sh\" zoo.db && cp \"$EXAMPLES/zoo.swift\" ."
    let made = try await Command("bash", "-c", setUp).run(in: sandbox)
    #expect(made.status == 0, "\(made.errorText)")

    let result = try await Command("bash", "-c", example.command).run(in: sandbox)
    #expect(result.status == 0)
    #expect(result.errorText == "")
    let shown = example.output.map { $0.isEmpty ? "" : "\($0)\n" }
    #expect(shown == nil || result.outputText == shown)
  }

  @Test("stand on every page")
  func everyCommandHasSome() {
    #expect(tool.listedCommands.filter { $0.examples.isEmpty }.map(\.name) == [])
  }

  @Test("come from a table without faults")
  func noFaults() {
    #expect(tool.faults() == [])
  }
}
