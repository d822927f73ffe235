import Foundation
import Testing

/// The questions of `migrate` to a person.
@Suite("Migrations on a terminal")
struct MigrateOnTerminalTests {
  typealias Key = TerminalSession.Key

  private func sandbox() async throws -> Sandbox {
    try await Sandbox.zoo(and: "sed '/var note:/d' \"$EXAMPLES/zoo.swift\" > new.swift")
  }

  private func version(in sandbox: Sandbox) async throws -> [String] {
    try await PlainSQLite(sandbox: sandbox, file: "zoo.db").run(
      "SELECT max(version) FROM flagdb_model")
  }

  @Test("a loss that is allowed is asked about", arguments: [("n", 1), ("y", 2)])
  func question(answer: String, version: Int) async throws {
    let sandbox = try await sandbox()
    let session = try TerminalSession(
      "flagdb", "migrate", "zoo.db", "new.swift", "--allow-loss", in: sandbox,
      environment: ["TERM": "xterm", "PAGER": ""])
    try await session.wait(for: "migrate with these losses?")
    try session.type("\(answer)\r")
    _ = try await session.finish()
    #expect(try await self.version(in: sandbox) == ["\(version)"])
  }

  @Test("--yes answers beforehand")
  func agreed() async throws {
    let sandbox = try await sandbox()
    let session = try TerminalSession(
      "flagdb", "migrate", "zoo.db", "new.swift", "--allow-loss", "--yes", in: sandbox,
      environment: ["TERM": "xterm", "PAGER": ""])
    #expect(try await session.finish() == .exited(0))
    #expect(try await version(in: sandbox) == ["2"])
  }
}
