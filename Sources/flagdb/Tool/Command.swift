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
  static var manual: CommandManual { get }

  /// Adds implied options to the command line.
  static func understood(_ line: Invocation) -> Invocation

  func run(in session: Session) throws -> Exit
}

extension Command {
  static var manual: CommandManual { CommandManual() }

  static func understood(_ line: Invocation) -> Invocation { line }
}

/// Commands under one heading of the help.
struct CommandGroup: Sendable {
  let heading: String
  /// True for commands that programs call, which no list contains.
  var isHidden = false
  var commands: [any Command.Type]

  static let all = [
    CommandGroup(
      heading: "the database",
      commands: [
        NewCommand.self, DefineCommand.self, MigrateCommand.self, SchemaCommand.self,
        FlagsCommand.self, GenerateCommand.self, AdoptCommand.self, CheckCommand.self,
        BackupCommand.self, CopyCommand.self, DiffCommand.self, LogCommand.self, UndoCommand.self,
      ]),
    CommandGroup(
      heading: "records",
      commands: [
        InsertCommand.self, QueryCommand.self, UpdateCommand.self, DeleteCommand.self,
        StatsCommand.self, SQLCommand.self, ReplCommand.self,
      ]),
    CommandGroup(heading: "help", commands: [CompletionsCommand.self, HelpCommand.self]),
    CommandGroup(
      heading: "programs", isHidden: true, commands: [CompleteCommand.self, DocumentCommand.self]),
  ]

  /// The command of a name in its group, without the other commands.
  static func only(_ name: String) -> CommandGroup? {
    for var group in all {
      group.commands.removeAll { !$0.name.utf8.elementsEqual(name.utf8) }
      if !group.commands.isEmpty { return group }
    }
    return nil
  }

  var descriptions: [CommandDescription] {
    commands.map {
      CommandDescription(
        $0.name, group: heading, summary: $0.summary, $0, isHidden: isHidden)
    }
  }
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
