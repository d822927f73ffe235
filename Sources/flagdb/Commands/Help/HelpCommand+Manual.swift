import CommandTable

extension HelpCommand {
  static let manual = CommandManual(
    discussion: [
      """
      Without a topic the commands are listed. With one its page of the manual is shown: by \
      `man`(1) on a terminal, and elsewhere, or where there is no `man`, as plain text. The pages \
      are those that are installed with `flagdb`; the tool carries them with it. \
      `flagdb COMMAND --help` tells all arguments and options of a command, and `flagdb COMMAND -h` \
      names them on one screen.
      """
    ],
    examples: [
      Example(
        "The page of a command, in a pipe.", "flagdb help query | sed -n 2p",
        output: "    flagdb-query - reads records"),
      Example(
        "How a command is used.", "flagdb query --help | head -n 1",
        output: "usage: flagdb query DB ENTITY [options]"),
    ])
}
