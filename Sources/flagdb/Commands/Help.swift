import CommandTable
import PlainText

/// `flagdb help [TOPIC]`: opens a page of the manual, or prints it where there is no `man`.
struct HelpCommand: Command {
  private let topic: String?

  init(_ line: Invocation) throws {
    topic = line.value(of: "TOPIC")
  }

  func run(in session: Session) throws -> Exit {
    guard let topic else {
      try session.print(tool.help(width: session.textWidth), isPaged: true)
      return .done
    }
    guard let page = handbook.manualPage(named: topic),
      let text = handbook.plainManualPage(named: topic, width: session.textWidth)
    else {
      throw CommandError(
        "the manual has no page '\(topic)'",
        hint: nearestName(to: topic, in: handbook.manualTopics.map(\.name)).map {
          "did you mean \($0)?"
        }
          ?? "'flagdb help' lists the commands; other pages are \(Self.otherPages)")
    }
    try session.showManual(page, orElse: text)
    return .done
  }

  /// The pages that belong to no command.
  static var otherPages: String {
    handbook.topics.map(handbook.shortName).joined(separator: ", ")
  }

  static let description = CommandDescription(
    "help", group: "help", summary: "shows help, or a page of the manual",
    arguments: [
      ArgumentDescription(
        "TOPIC", isOptional: true, help: "a command, or `model`, `predicates`, `tutorial`")
    ],
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
