import CommandTable

extension ReplCommand {
  static let manual = CommandManual(
    discussion: ReplManual.blocks,
    examples: ReplManual.examples,
    environment: [
      Definition("VISUAL, EDITOR", "What `.edit` opens; `vi` if neither is set."),
      Definition("INPUTRC", "What GNU Readline reads in the place of `~/.inputrc`."),
      Definition(
        "XDG_STATE_HOME", "The folder of `flagdb/history`; `~/.local/state` if it is not set."),
    ],
    files: [
      Definition("~/.local/state/flagdb/history", "What was typed in earlier sessions."),
      Definition("~/.inputrc", "Keys and their meanings, read by GNU Readline."),
    ],
    exitStatuses: [
      ExitStatus(
        1,
        "a line of a script failed, and did nothing; what the lines before it changed stays, "
          + "unless a transaction was open")
    ],
    seeAlso: [
      PageReference("flagdb-define", 1), PageReference("flagdb-query", 1),
      PageReference("flagdb-predicates", 7), PageReference("flagdb-tutorial", 7),
    ])
}
