import CommandTable

extension HelpCommand {
  static let manual = CommandManual(
    """
    Without a topic the commands are listed. With a topic its manual page is shown: by `man`(1) on a
    terminal, otherwise, or if there is no `man`, as plain text. The tool carries its pages; they
    are those that are installed with it. `flagdb COMMAND --help` describes all arguments and
    options of a command; `flagdb COMMAND -h` names them on one screen.
    """,
    examples: """
      The page of a command, in a pipe.
          $ flagdb help query | sed -n 2p
              flagdb-query - reads records

      The usage line of a command.
          $ flagdb query --help | head -n 1
          usage: flagdb query DB ENTITY [options]
      """)
}
