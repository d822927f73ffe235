import Foundation
import Testing

/// `--watch` on a terminal, while another program changes the database.
@Suite("Watching a query")
struct WatchTests {
  typealias Key = TerminalSession.Key

  @Test(
    "shows what others change, until Ctrl-C",
    arguments: [
      "query zoo.db Sample --count --watch 100ms",
      "stats zoo.db Sample markers -f json --watch 100ms",
      "query zoo.db Sample --where 'code == \"S-9\"' -c code -f csv --watch 100ms",
    ])
  func watches(line: String) async throws {
    let sandbox = try await Sandbox.zoo()
    let terminal = try TerminalSession(
      "bash", "-c", "flagdb \(line); echo status $?", in: sandbox, environment: ["PAGER": "more"])
    let before =
      line.contains("stats") ? "\"records\": 4" : line.contains("--count") ? "\n4" : "code\r"
    let after =
      line.contains("stats") ? "\"records\": 5" : line.contains("--count") ? "\n5" : "S-9\r"
    try await terminal.wait(for: before)
    try await PlainSQLite(sandbox: sandbox, file: "zoo.db").run(
      "PRAGMA busy_timeout = 600000; INSERT INTO Sample (code, taken) VALUES ('S-9', '2026-11-20 00:00:00')"
    )
    try await terminal.wait(for: after)
    try terminal.type(Key.interrupt)
    try await terminal.wait(for: "status 130")
    _ = try await terminal.finish()
  }
}
