import CommandTable
import FlagModel

/// The exit status of a run of the tool.
enum Exit: Int32 {
  case done = 0
  case failed = 1
  /// The command line is invalid.
  case misunderstood = 2
  /// The answer "no" to a yes-or-no question, or an import that refused some records.
  /// See Documentation/Decisions/imports-say-what-was-refused.md.
  case no = 3
}

/// A command of the tool: its arguments as properties, and its action.
protocol Command: CommandOptions {
  static var name: String { get }
  static var summary: String { get }

  /// True if its `--model` names models for a change. Otherwise they only help to read the database.
  static var changesModels: Bool { get }

  /// Adds implied options to the command line.
  static func understood(_ line: Invocation) -> Invocation

  func run(in session: Session) throws -> Exit
}

extension Command {
  static var changesModels: Bool { false }

  static func understood(_ line: Invocation) -> Invocation { line }
}

/// Commands under one heading of the help.
struct CommandGroup: Sendable {
  let heading: String
  /// True for commands that programs call, which no list contains.
  var isHidden = false
  var commands: [any Command.Type]

  var descriptions: [CommandDescription] {
    commands.map {
      CommandDescription($0.name, group: heading, summary: $0.summary, $0, isHidden: isHidden)
    }
  }
}

/// The commands of the tool, of which only the table in `Tool` knows all. Other code asks the session
/// for them, so that no command, completion or session refers to the table.
protocol CommandSet: Sendable {
  /// The whole command line, for parsing and for `--help`.
  var tool: ToolDescription { get }
  /// The same with the complete manual, which is not needed to parse a command line.
  var handbook: ToolDescription { get }

  func command(named name: String) -> (any Command.Type)?
}

/// An invalid argument, or an action that the tool refuses.
struct CommandError: Error {
  let exit: Exit
  let message: String
  let hint: Hint?

  init(_ message: String, hint: Hint? = nil, exit: Exit = .misunderstood) {
    self.exit = exit
    self.message = message
    self.hint = hint
  }
}

extension CommandError: ReportedError {
  var mayBeRepaired: Bool { exit == .misunderstood }

  func failure(in context: FailureContext) -> Failure {
    Failure(exit, message, hint: context.repair ?? hint)
  }
}
