import Foundation
import Testing

/// Signals that come when something is kept already, which the end of a session tells.
@Suite("A signal comes late") struct LateSignalTests {
  private let sandbox: Sandbox

  init() async throws {
    sandbox = try Sandbox()
    let model = "struct Sample: Entity { var code: String? }"
    try Data(model.utf8).write(to: sandbox.work.appendingPathComponent("model.swift"))
    let made = try await Command("flagdb", "new", "s.db", "model.swift").run(in: sandbox)
    try #require(made.status == 0, "\(made.errorText)")
  }

  /// A session gets its lines from a pipe, and the signal when the second one has begun.
  @Test(
    "in a session", arguments: [("TERM", 143), ("INT", 130)] as [(String, Int32)], [true, false])
  func session(_ signal: (name: String, status: Int32), isKept: Bool) async throws {
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
    let script = """
      { \(isKept ? "echo 'insert Sample code=a'; " : "")
        echo "sql -f csv \\"\(endless) SELECT i FROM n WHERE i <= 10\\""; sleep 5; } |
        timeout --preserve-status -s \(signal.name) 1 flagdb repl s.db > out.txt; exit ${PIPESTATUS[1]}
      """
    let result = try await Command("bash", "-c", script).run(in: sandbox)
    #expect(result.status == signal.status)
    let kept = isKept ? "note: the changes of earlier lines are saved\n" : ""
    #expect(result.errorText == "\(kept)error: interrupted; nothing was changed\n")
    let count = try await Command("flagdb", "query", "s.db", "Sample", "--count").run(in: sandbox)
    #expect(count.outputText == (isKept ? "1\n" : "0\n"))
  }
}
