import CommandTable

extension CompletionsCommand {
  static let manual = CommandManual(
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
