import CommandTable

/// `flagdb completions SHELL`: prints a completion script.
struct CompletionsCommand: Command {
  static let name = "completions"
  static let summary = "prints a shell's completion script"

  var shell = Shell.bash

  func run(in session: Session) throws -> Exit {
    try session.print(handbook.completionScript(for: shell))
    return .done
  }
}
