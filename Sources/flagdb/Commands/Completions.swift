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
    try session.print(tool.completionScript(for: shell))
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
      They complete commands, options and files by themselves, and ask the tool for what is in \
      the database: entities, attributes, flags and cases.
      """,
    ],
    examples: [
      Example("In this shell, from now on.", "source <(flagdb completions bash)", output: "")
    ])
}
