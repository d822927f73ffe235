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

  static let manual = CommandManual(
    """
    `make install` installs the scripts where the shells find them. To try one without installing, run
    `source <(flagdb completions bash)` in bash, `source <(flagdb completions zsh)` in zsh after `compinit`, or
    `flagdb completions fish | source` in fish.

    With another PREFIX, tell the shell where the scripts are. For bash and fish, add `PREFIX/share` to
    `XDG_DATA_DIRS` (for fish also `/usr/local/share`, if the system does not set the variable). For zsh, add
    `PREFIX/share/zsh/site-functions` to `fpath` before `compinit`. bash and fish find scripts below `~/.local`
    without it.

    The scripts pass the line to `flagdb`, which prints the candidates at the cursor: commands and options, and the
    entities, attributes, flags, cases and records of the database. The shells complete files.
    """,
    examples: """
      Completion in the current shell.
          $ source <(flagdb completions bash)

      A script for another shell.
          $ flagdb completions fish > flagdb.fish
      """)
}
