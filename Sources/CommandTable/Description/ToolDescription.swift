/// One description of a command-line tool, from which its parser, usage errors, help, shell
/// completions and man pages are made.
///
/// This module knows no particular tool and touches no file.
package struct ToolDescription: Hashable, Sendable {
  package var name: String
  package var version: String
  /// The day that the man pages bear, as `2026-11-20`.
  package var date: String
  /// The tool's purpose in a few words: "keeps typed records and speaks in names of flags".
  package var summary: String
  /// The words of the tool's own usage line, after its name.
  package var usage: [ArgumentDescription]
  package var commands: [CommandDescription]
  /// Commands of other tools that people type.
  package var familiarCommands: [FamiliarCommand]
  /// Pages of the manual that belong to no command.
  package var topics: [ProsePage]
  /// The command that runs when the first word is a file instead of a command.
  package var defaultCommand: String?
  /// Options of every command; `--help` and `--version` are there without being listed.
  package var globalOptions: [OptionDescription]
  /// The text of the tool's man page. Its exit statuses are those of every command; a command adds
  /// to these or words them anew.
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
}

extension ToolDescription {
  /// The command of a name or alias, hidden ones included.
  package func command(named name: String) -> CommandDescription? {
    commands.first { $0.names.contains { $0.isSame(as: name) } }
  }

  /// The commands that help, completions and man pages show.
  package var listedCommands: [CommandDescription] {
    commands.filter { !$0.isHidden }
  }

  /// Every option that may stand on a command's line; without a command, those of the tool.
  package func options(of command: CommandDescription?) -> [OptionDescription] {
    let own = command?.options ?? []
    let isCommon: (OptionDescription) -> Bool = { $0.group == OptionDescription.commonGroup }
    return own.filter { !isCommon($0) } + own.filter(isCommon) + globalOptions + [.help, .version]
  }

  /// The exit statuses of a command: the tool's, with the command's own in their places.
  func exitStatuses(of command: CommandDescription) -> [ExitStatus] {
    let own = command.manual.exitStatuses
    let common = manual.exitStatuses.filter { status in !own.contains { $0.code == status.code } }
    return (common + own).sorted { $0.code < $1.code }
  }
}

extension String {
  /// Equality byte by byte: Swift's own == would take look-alikes such as the Kelvin sign for K.
  func isSame(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}
