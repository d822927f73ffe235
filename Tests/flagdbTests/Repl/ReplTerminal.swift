import Foundation

/// A session of `flagdb repl` on a terminal, with the example database.
final class ReplTerminal {
  typealias Key = TerminalSession.Key
  let terminal: TerminalSession

  /// Starts the session and waits for its first prompt; the status that it ends with is shown.
  init(
    in sandbox: Sandbox, _ words: String = "zoo.db Sample", prompt: String = "Sample> ",
    columns: Int = 80, rows: Int = 60, environment: [String: String] = [:]
  ) async throws {
    terminal = try TerminalSession(
      "bash", "-c", "flagdb repl \(words); echo status $?", columns: columns, rows: rows,
      in: sandbox, environment: ["PAGER": ""].merging(environment) { $1 })
    try await terminal.wait(for: prompt)
  }

  func type(_ text: String) throws {
    try terminal.type(text)
  }

  /// Types a line and waits for the next prompt.
  func enter(_ line: String, then prompt: String = "Sample> ") async throws {
    try terminal.type(line + Key.enter)
    // What is typed shows the old prompt's line again, so the new one is waited for after its end.
    try await terminal.wait(for: "\n")
    try await terminal.wait(for: prompt)
  }

  /// Waits until the screen shows something as a person sees it, however it was drawn.
  func see(_ text: String, atMost limit: Duration = ChildProcess.patience) async throws {
    try await see(text, atMost: limit) { $0.contains(text) }
  }

  /// Waits until the last line of the screen is this.
  func seeLine(_ text: String) async throws {
    try await see(text, atMost: ChildProcess.patience) {
      $0.split(separator: "\n").last ?? "" == text
    }
  }

  /// Waits until the screen, which `text` describes, is as wanted.
  func see(
    _ text: String, atMost limit: Duration = ChildProcess.patience, _ isThere: (String) -> Bool
  ) async throws {
    let deadline = ContinuousClock.now + limit
    while !isThere(terminal.screenText) {
      if ContinuousClock.now > deadline {
        throw TerminalSession.NeverSeen(text: text, screen: terminal.screenText)
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Leaves, and expects a status. Before the prompt is there, the terminal would take the end of input for
  /// that of a line, and nobody would read it.
  func leave(status: Int = 0) async throws {
    try await see("a prompt", atMost: ChildProcess.patience) {
      $0.split(separator: "\n").last?.hasSuffix(">") ?? false
    }
    try terminal.type(Key.endOfInput)
    try await terminal.wait(for: "status \(status)")
    _ = try await terminal.finish()
  }
}
