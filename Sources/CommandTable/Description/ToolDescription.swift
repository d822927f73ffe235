/// The description of a command-line tool, from which its parser, usage errors, help, shell
/// completions and man pages are generated.
///
/// This module knows no particular tool and touches no file.
package struct ToolDescription: Hashable, Sendable {
  package var name: String
  package var version: String
  /// The date in the man pages: `2026-11-20`.
  package var date: String
  /// The tool's purpose in a few words: "keeps typed records and speaks in names of flags".
  package var summary: String
  /// The tool's own usage line, after its name.
  package var usage: [ArgumentDescription]
  package var commands: [CommandDescription]
  /// Commands of other tools that users may type.
  package var familiarCommands: [FamiliarCommand]
  /// Man pages that do not belong to a command.
  package var topics: [ProsePage]
  /// The command that runs if the first word is a file and not a command.
  package var defaultCommand: String?
  /// The options of every command, without `--help` and `--version`, which always exist.
  package var globalOptions: [OptionDescription]
  /// The text of the tool's man page. A command can add exit statuses, or describe these
  /// differently.
  package var manual: CommandManual

  package init(
    name: String, version: String, date: String, summary: String,
    usage: [ArgumentDescription] = [
      ArgumentDescription(name: "COMMAND", help: "what to do"),
      ArgumentDescription(
        name: "ARGUMENT", isOptional: true, isRepeating: true, help: "what it needs"),
    ],
    commands: [CommandDescription], familiarCommands: [FamiliarCommand] = [],
    topics: [ProsePage] = [], defaultCommand: String? = nil,
    globalOptions: [OptionDescription] = [], manual: CommandManual = CommandManual()
  ) {
    self.name = name
    self.version = version
    self.date = date
    self.summary = summary
    self.usage = usage
    self.commands = commands
    self.familiarCommands = familiarCommands
    self.topics = topics
    self.defaultCommand = defaultCommand
    self.globalOptions = globalOptions
    self.manual = manual
  }

  /// The command of a name or alias, hidden ones included.
  package func command(named name: String) -> CommandDescription? {
    commands.first { $0.names.contains { $0.isSame(as: name) } }
  }

  /// The commands that help, completions and man pages show.
  package var listedCommands: [CommandDescription] { commands.filter { !$0.isHidden } }

  /// The options of a command, or those of the tool without a command.
  package func options(of command: CommandDescription?) -> [OptionDescription] {
    let declared = command?.options ?? []
    let isCommon: (OptionDescription) -> Bool = { $0.group == OptionDescription.commonGroup }
    return declared.filter { !isCommon($0) } + declared.filter(isCommon) + globalOptions + [
      .help, .version,
    ]
  }

  /// The exit statuses of a command: those of the tool, with the command's own descriptions.
  func exitStatuses(of command: CommandDescription) -> [ExitStatus] {
    let ownStatuses = command.manual.exitStatuses
    let common = manual.exitStatuses.filter { status in
      !ownStatuses.contains { $0.code == status.code }
    }
    return (common + ownStatuses).sorted { $0.code < $1.code }
  }
}

extension String {
  /// Compares bytes. Swift's == is true for canonically equivalent texts, such as the Kelvin sign
  /// and K.
  func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
