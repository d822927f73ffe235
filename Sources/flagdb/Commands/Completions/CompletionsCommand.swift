import CommandTable

/// `flagdb completions SHELL`: prints a completion script.
struct CompletionsCommand: Command {
  var shell = Shell.bash

  func run(in session: Session) throws -> Exit {
    try session.print(handbook.completionScript(for: shell))
    return .done
  }

  static let description = CommandDescription(
    "completions", group: "help", summary: "prints a shell's completion script", Self.self)
}
