import CommandTable
import FlagModel

extension ReplSession {
  /// Shows the help for a dot command, or a man page.
  func help(_ topic: String) throws {
    if topic.isEmpty {
      return try session.print(overview(width: session.textWidth), isPaged: true)
    }
    let name = topic.hasPrefix(".") ? String(topic.dropFirst()) : topic
    if let command = DotCommand.named(name) {
      let help = wrapped(command.help, to: max(session.textWidth - 2, 20)).map { "  \($0)\n" }
      return try session.print("\(command.usage)\n\(help.joined())")
    }
    guard outer.commands.handbook.manualPage(named: topic) != nil else {
      let names = DotCommand.all.map { ".\($0.name)" } + commandNames
      throw CommandError(
        "'\(topic)' is neither a command of the session nor a page of the manual",
        hint: .name(for: topic, in: names))
    }
    try run(["help", topic])
  }

  private func overview(width: Int) -> String {
    let names = commandNames.joined(separator: ", ")
    return helpText(
      [
        """
        A line is a predicate, whose records are shown, as in: markers has HRM and score > 50; SQL that \
        reads, as in: SELECT code FROM Sample; a command of flagdb without its database (\(names)); \
        !PROGRAM; or one of these:
        """
      ], DotCommand.groups.map { ($0, $1.map { ($0.usage, $0.help) }) }, width: width)
  }
}
