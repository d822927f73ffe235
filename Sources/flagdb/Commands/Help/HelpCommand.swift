import CommandTable
import FlagModel
import PlainText

/// `flagdb help [TOPIC]`: opens a page of the manual, or prints it where there is no `man`.
struct HelpCommand: Command {
  static let name = "help"
  static let summary = "shows help, or a page of the manual"

  var topic: String?

  func run(in session: Session) throws -> Exit {
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
          ?? "'flagdb help' lists the commands; other pages are \(Self.otherPages)")
    }
    try session.showManual(page, orElse: text)
    return .done
  }

  /// The pages that belong to no command.
  static var otherPages: String {
    handbook.topics.map(handbook.shortName).joined(separator: ", ")
  }
}
