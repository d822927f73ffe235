import CommandTable

/// `flagdb completions SHELL`: prints a completion script.
struct CompletionsCommand: Command {
  static let name = "completions"
  static let summary = "prints the completion script for bash, zsh or fish"

  var shell = Shell.bash

  mutating func declare(in table: inout OptionTable) {
    table.argument("SHELL", &shell, help: "the shell")
  }

  func run(in session: Session) throws -> Exit {
    try session.print(session.commands.handbook.completionScript(for: shell))
    return .done
  }
}
