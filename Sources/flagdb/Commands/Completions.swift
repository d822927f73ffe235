import CommandTable

/// `flagdb completions SHELL`: prints a completion script.
struct CompletionsCommand: Command {
  private let shell: Shell

  init(_ line: Invocation) throws {
    guard let shell = Shell(rawValue: try line.required("SHELL")) else {
      throw CommandError("expected bash, zsh or fish")
    }
    self.shell = shell
  }

  func run(in session: Session) throws -> Exit {
    try session.print(handbook.completionScript(for: shell))
    return .done
  }

  static let description = CommandDescription(
    "completions", group: "help", summary: "prints a shell's completion script",
    arguments: [
      ArgumentDescription(
        "SHELL", completion: .choices(["bash", "zsh", "fish"]), help: "the shell")
    ],
    discussion: [
      """
      `make install` puts the scripts where the shells look. To try one without installing, write \
      `source <(flagdb completions bash)`, in zsh the same with `zsh` after `compinit`, in fish \
      `flagdb completions fish | source`.
      """,
      """
      Below another PREFIX they are found where the shell is told of it: bash and fish by \
      `XDG_DATA_DIRS`, which has to name `PREFIX/share` (for fish `/usr/local/share` too, on systems \
      that do not set it), and zsh by an `fpath` with `PREFIX/share/zsh/site-functions`, set before \
      `compinit`. Below `~/.local` bash and fish look by themselves.
      """,
      """
      They hand the line to `flagdb`, which answers what may stand at the cursor: commands and \
      options, and from the database entities, attributes, flags, cases and records. Files they \
      complete by themselves.
      """,
    ],
    examples: [
      Example("In this shell, from now on.", "source <(flagdb completions bash)", output: "")
    ])
}
