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
    try session.print(handbook.completionScript(for: shell))
    return .done
  }

  static let manual = CommandManual(
    """
    `make install` puts the scripts where the shells look. To try one without installing, write
    `source <(flagdb completions bash)`, in zsh the same with `zsh` after `compinit`, in fish
    `flagdb completions fish | source`.

    With another PREFIX the shell has to be told where the scripts are. For bash and fish
    `XDG_DATA_DIRS` has to name `PREFIX/share` (for fish also `/usr/local/share`, on systems that do
    not set it). For zsh `fpath` has to name `PREFIX/share/zsh/site-functions`, set before
    `compinit`. Below `~/.local`, bash and fish find them by themselves.

    The scripts hand the line to `flagdb`, which answers what can stand at the cursor: commands and
    options, and from the database entities, attributes, flags, cases and records. The shells
    complete files by themselves.
    """,
    examples: """
      In this shell, from now on.
          $ source <(flagdb completions bash)

      A script for another shell, to be put where it looks.
          $ flagdb completions fish > flagdb.fish
      """)
}
