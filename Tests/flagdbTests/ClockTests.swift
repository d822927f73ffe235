import Foundation
import Testing

/// The clock stands still in tests, and only there.
@Suite("The clock")
struct ClockTests {
  /// The two that ask for the time: SQLite, and the tool itself.
  static let questions = [
    "flagdb sql new.db \"SELECT strftime('%Y-%m-%d %H:%M:%S', 'now')\" --no-header",
    "flagdb sql new.db 'SELECT CURRENT_TIMESTAMP' --no-header",
    "flagdb insert new.db Meeting at=now >&2; sqlite3 new.db 'SELECT at FROM Meeting'",
  ]

  private func answer(
    _ question: String, by tool: URL, _ environment: [String: String] = [:]
  ) async throws -> String {
    let script = """
      flagdb() { '\(tool.path)' "$@"; }
      flagdb new new.db && flagdb define new.db entity Meeting at:Date >&2
      \(question)
      """
    let result = try await Command("bash", "-c", script, environment: environment)
      .run(in: Sandbox())
    #expect(result.status == 0, "\(result.errorText)")
    return result.outputText
  }

  @Test(
    "stands still in the tool under test",
    .enabled(if: Repository.toolHasFixedNow, "the tool has the clock of users"),
    arguments: questions)
  func fixed(question: String) async throws {
    let first = try await answer(question, by: Repository.tool)
    #expect(first.hasPrefix("2026-11-21 08:00:00"))
    let other = try await answer(question, by: Repository.tool, ["FLAGDB_TEST_NOW": "0"])
    #expect(other.hasPrefix("1970-01-01 00:00:00"))
  }

  @Test("of users is that of the machine, whatever the environment says", arguments: questions)
  func shipped(question: String) async throws {
    let first = try await answer(question, by: Repository.shippedTool, ["FLAGDB_TEST_NOW": "0"])
    // Nobody ran this before it was written.
    #expect(first > "2026-11-21 09:00:00", "\(first)")
  }
}
