import Foundation

/// A transcript together with what its commands print today.
struct Replay {
  /// A command that did something else than the transcript says.
  struct Discrepancy: CustomStringConvertible {
    var name: String
    /// The line of the command, counted from 1.
    var line: Int
    var command: String
    /// The fault: a sentence, or a diff.
    var details: String

    var description: String {
      let command = command.split(separator: "\n", omittingEmptySubsequences: false)
      return "\(name):\(line)\n  $ " + command.joined(separator: "\n  > ") + "\n" + details
    }
  }

  let transcript: Transcript
  private let sandbox: Sandbox
  private let outcomes: [ShellSession.Outcome]

  /// Runs the commands of a transcript in a fresh sandbox.
  init(of transcript: Transcript, limit: Duration = ChildProcess.patience) async throws {
    self.transcript = transcript
    sandbox = try Sandbox()
    // Who reads a page stands in the repository.
    if transcript.style == .merged { try sandbox.linkExamples() }
    let session = ShellSession(
      commands: transcript.steps.map(\.command), merged: transcript.style == .merged, limit: limit)
    outcomes = try await session.run(in: sandbox)
  }

  /// The differences between the transcript and today.
  var discrepancies: [Discrepancy] {
    zip(transcript.steps, outcomes).compactMap { step, outcome in
      details(of: step, outcome).map {
        Discrepancy(
          name: transcript.name, line: step.line + 1, command: step.command, details: $0)
      }
    }
  }

  /// The text of the transcript as it would be if today were right; a command that did not end
  /// keeps what it had.
  var recording: String {
    var lines = transcript.lines
    for (step, outcome) in zip(transcript.steps, outcomes).reversed() {
      if let seen = seenLines(of: step, outcome) { lines.replaceSubrange(step.output, with: seen) }
    }
    return lines.joined(separator: "\n")
  }

  private func details(of step: Transcript.Step, _ outcome: ShellSession.Outcome) -> String? {
    switch outcome {
    case .hung(let limit): return "did not end within \(limit)"
    case .notReached: return "was not run: the shell had ended, or was ended by this command"
    case .ended(let status, _, _):
      if let crash = Self.crashes[status] { return "crashed: \(crash)" }
      let expected = Array(transcript.lines[step.output])
      let seen = seenLines(of: step, outcome) ?? []
      guard !expected.elementsEqual(seen, by: { $0.utf8.elementsEqual($1.utf8) }) else {
        return nil
      }
      return unifiedDiff(from: expected, to: seen, firstLine: step.output.lowerBound + 1)
    }
  }

  /// The text that the transcript should have after a command.
  private func seenLines(of step: Transcript.Step, _ outcome: ShellSession.Outcome) -> [String]? {
    guard case .ended(let status, let output, let error) = outcome else { return nil }
    let noted = transcript.lines[step.output].last
    let notation = Notation(
      style: transcript.style,
      showsStatus: transcript.style == .apart || noted.map(Notation.isStatus) == true,
      rewrite: rewrite)
    return notation.lines(output: output, error: error, status: status)
  }

  private func rewrite(_ text: String) -> String {
    transcript.replacements.reduce(sandbox.withoutPaths(text)) { text, replacement in
      guard let pattern = try? Regex(replacement.pattern) else { return text }
      return text.replacing(pattern.anchorsMatchLineEndings(), with: replacement.text)
    }
  }

  /// The signals of a program that went wrong, by the status that a shell makes of them: no
  /// transcript can make them right.
  private static let crashes: [Int32: String] = [
    128 + SIGILL: "illegal instruction", 128 + SIGTRAP: "trap", 128 + SIGABRT: "abort",
    128 + SIGBUS: "bus error", 128 + SIGFPE: "arithmetic", 128 + SIGSEGV: "segmentation fault",
  ]
}
