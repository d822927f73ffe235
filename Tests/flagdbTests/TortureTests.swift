import Foundation
import TestSupport
import Testing

@testable import FlagTool

/// Every command that writes, on a disk that fails, under signals and through power cuts: a slice
/// of what `make torture` does in full. `Documentation/Reliability.md` says what is looked for.
@Suite("Torture")
struct TortureTests {
  private func torture(_ words: String...) async throws -> Command.Result {
    var command = Command("env", Repository.built("Torture").path)
    command.words += ["--jobs", "2"] + words
    command.limit = ChildProcess.patience * 4
    return try await command.run(in: Sandbox())
  }

  @Test("the list of operations has every command that writes")
  func list() async throws {
    var command = Command("env", Repository.built("Torture").path)
    command.words += ["--list", "commands"]
    let result = try await command.run(in: Sandbox())
    let lines = result.outputText.split(separator: "\n").map { $0.split(separator: "\t") }
    let commands = CommandGroup.all.flatMap(\.commands).map { $0.name }
    #expect(lines.map { String($0[0]) } == commands.sorted())
    // Those that write nothing, or nothing of a user.
    #expect(
      lines.filter { $0[1] == "0" }.map { String($0[0]) } == [
        "check", "complete", "completions", "document", "flags", "help", "lint", "mcp", "schema",
        "stats",
      ])
  }

  @Test("commands keep what they promise")
  func slice() async throws {
    let result = try await torture("--share", Campaign.size("1440", many: "240", all: "80"))
    #expect(result.status == 0, "\(result.outputText)\(result.errorText)")
    #expect(result.outputText.contains("differences\t0\ncrashes\t0\n"))
  }

  @Test(
    "what was once not kept is",
    arguments: Campaign.cases(
      [
        "new/rollback/SIGINT", "import-rejects/wal/SIGTERM", "backup/rollback/lasting-error",
        "new/rollback/lasting-error", "session-transaction/rollback/full",
        "insert/rollback/power-cut",
      ], few: 3, many: 1))
  func mended(place: String) async throws {
    let result = try await torture("--only", place)
    #expect(result.status == 0, "\(result.outputText)\(result.errorText)")
  }

  /// A bug that is built in on purpose, and where it shows.
  struct Planted: CustomTestStringConvertible, Sendable {
    let bug: String
    let place: String
    let words: String

    var testDescription: String { bug }
  }

  static let planted = [
    Planted(
      bug: "no-journal", place: "migrate-copying/rollback/SIGKILL",
      words: "'a.db' is neither old nor new"),
    Planted(
      bug: "no-checkpoint", place: "new/wal/power-cut", words: "'a.db' is "),
    Planted(
      bug: "early-answer", place: "insert/wal/error",
      words: "the answer says state 1, and the state is the old one"),
    Planted(
      bug: "plain-path", place: "strange-name/rollback/busy", words: "it cannot be done again"),
  ]

  @Test(
    "a bug that is built in is found, and nothing without it",
    arguments: Campaign.cases(planted, few: 4, many: 1))
  func findsBug(_ planted: Planted) async throws {
    // A bug may show at one place of all.
    let sound = try await torture("--share", "1", "--only", planted.place)
    #expect(sound.status == 0, "\(sound.outputText)\(sound.errorText)")
    let broken = try await torture("--share", "1", "--only", planted.place, "--bug", planted.bug)
    #expect(broken.status == 1)
    #expect(broken.outputText.contains(planted.words), "\(broken.outputText)")
  }
}
