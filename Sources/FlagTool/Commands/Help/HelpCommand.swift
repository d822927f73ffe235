import CommandTable
import FlagModel

/// `flagdb help [TOPIC]`: opens a man page, or prints it if `man` is not installed.
struct HelpCommand: Command {
  static let name = "help"
  static let summary = "shows help, or a page of the manual"

  var topic: String?

  mutating func declare(in table: inout OptionTable) {
    table.argument("TOPIC", &topic, help: "a command, or `model`, `predicates`, `tutorial`")
  }

  func run(in session: Session) throws -> Exit {
    let handbook = session.commands.handbook
    guard let topic else {
      try session.print(handbook.help(width: session.textWidth), isPaged: true)
      return .done
    }
    guard let page = handbook.manualPage(named: topic),
      let text = handbook.plainManualPage(named: topic, width: session.textWidth)
    else {
      throw CommandError(
        "the manual has no page '\(topic)'",
        hint: .name(for: topic, in: handbook.manualTopics.map(\.name))
          ?? "'flagdb help' lists the commands; other pages are \(Self.otherPages(of: handbook))")
    }
    try session.showManual(page, orElse: text)
    return .done
  }

  /// The man pages that do not belong to a command.
  static func otherPages(of handbook: ToolDescription) -> String {
    handbook.topics.map(handbook.shortName).joined(separator: ", ")
  }
}
