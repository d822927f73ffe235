import CommandTable

extension HelpCommand {
  static let manual = CommandManual(
    discussion: [
      """
      Without a topic the commands are listed. With a topic its manual page is shown: by `man`(1) \
      on a terminal, otherwise, or if there is no `man`, as plain text. The tool carries its \
      pages; they are those that are installed with it. `flagdb COMMAND --help` describes all \
      arguments and options of a command; `flagdb COMMAND -h` names them on one screen.
      """
    ],
    examples: [
      Example(
        "The page of a command, in a pipe.", "flagdb help query | sed -n 2p",
        output: "    flagdb-query - reads records"),
      Example(
        "The usage line of a command.", "flagdb query --help | head -n 1",
        output: "usage: flagdb query DB ENTITY [options]"),
    ])
}
