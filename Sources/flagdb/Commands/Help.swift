import CommandTable
import PlainText

/// `flagdb help [COMMAND]`: shows help.
struct HelpCommand: Command {
  private let command: String?

  init(_ line: Invocation) throws {
    command = line.value(of: "COMMAND")
  }

  func run(in session: Session) throws -> Exit {
    guard let command else {
      try session.print(tool.help(width: session.textWidth), isPaged: true)
      return .done
    }
    guard let description = tool.command(named: command), !description.isHidden else {
      let known = tool.listedCommands.map(\.name)
      throw CommandError(
        "'\(command)' is not a command of \(tool.name)",
        hint: nearestName(to: command, in: known).map { "did you mean \($0)?" })
    }
    try session.print(tool.help(for: description, width: session.textWidth), isPaged: true)
    return .done
  }

  static let description = CommandDescription(
    "help", group: "help", summary: "shows help",
    arguments: [
      ArgumentDescription(
        "COMMAND", isOptional: true, completion: .asks("command"), help: "the command to explain")
    ],
    discussion: ["`flagdb COMMAND --help` shows the same, and `man flagdb-COMMAND` says more."],
    examples: [
      Example(
        "How a command is used.", "flagdb help query | head -n 1",
        output: "usage: flagdb query DB ENTITY [options]")
    ])
}
