import Foundation

/// Commands run one after the other by one `bash`, which keeps its folder and its variables; the
/// output of each is kept apart.
struct ShellSession {
  /// The outcome of one command.
  enum Outcome {
    case ended(status: Int32, output: [UInt8], error: [UInt8])
    /// The command was still running when the time was up.
    case hung(after: Duration)
    /// The shell was gone before the command could run.
    case notReached
  }

  var commands: [String]
  /// True if error output goes where the output goes, in the order it came.
  var merged = false
  /// The time that all the commands may take together.
  var limit = ChildProcess.patience

  /// Runs all commands in a sandbox of their own, as soon as there is a place free.
  func run(in sandbox: Sandbox) async throws -> [Outcome] {
    try await Turnstile.shared.pass { try await runNow(in: sandbox) }
  }

  private func runNow(in sandbox: Sandbox) async throws -> [Outcome] {
    for (number, command) in commands.enumerated() {
      try Data(command.utf8).write(to: file(number, "sh", sandbox))
    }
    let complaints = sandbox.privateFile("bash.err").path
    let process = try ChildProcess(
      ["bash", "--noprofile", "--norc", "-c", script(in: sandbox), "bash"],
      environment: sandbox.environment, folder: sandbox.work,
      streams: .init(output: complaints, error: complaints))
    let ending = await process.wait(atMost: limit)
    return commands.indices.map { outcome(of: $0, in: sandbox, ending) }
  }

  /// The script stands on one line, so that the line numbers in messages of `bash` do not depend
  /// on which step a command is.
  private func script(in sandbox: Sandbox) -> String {
    let steps = commands.indices.map { number in
      let path = { (kind: String) in "'\(file(number, kind, sandbox).path)'" }
      let error = merged ? "2>&1" : "2>>\(path("err"))"
      return """
        eval "$(<\(path("sh")))" </dev/null >>\(path("out")) \(error); echo $? >\(path("status"))
        """
    }
    return (["set -o pipefail"] + steps).joined(separator: "; ")
  }

  private func outcome(
    of number: Int, in sandbox: Sandbox, _ ending: ChildProcess.Ending
  ) -> Outcome {
    let bytes = { (kind: String) in
      (try? Data(contentsOf: file(number, kind, sandbox))).map { [UInt8]($0) }
    }
    guard let output = bytes("out") else { return .notReached }
    guard let line = bytes("status"),
      let status = Int32(String(decoding: line.dropLast(), as: UTF8.self))
    else { return ending == .outOfTime ? .hung(after: limit) : .notReached }
    return .ended(status: status, output: output, error: bytes("err") ?? [])
  }

  private func file(_ number: Int, _ kind: String, _ sandbox: Sandbox) -> URL {
    sandbox.privateFile("\(number).\(kind)")
  }
}

/// Lets through only so many sessions at a time, so that none of them starves.
private actor Turnstile {
  static let shared = Turnstile(places: 2 * ProcessInfo.processInfo.activeProcessorCount)

  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) {
    self.places = places
  }

  /// Does the work when there is a place for it.
  func pass<Result: Sendable>(_ work: @Sendable () async throws -> Result) async throws -> Result {
    if places > 0 {
      places -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
    defer { leave() }
    return try await work()
  }

  private func leave() {
    if waiting.isEmpty {
      places += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
