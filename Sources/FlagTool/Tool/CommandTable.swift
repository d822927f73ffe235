import CommandTable

/// The table of all commands. Nothing refers to it but the start of the tool, its manual and the
/// correction of mistyped lines.
extension CommandGroup {
  static let all = [
    CommandGroup(
      heading: "the database",
      commands: [
        NewCommand.self, DefineCommand.self, MigrateCommand.self, SchemaCommand.self,
        FlagsCommand.self, LintCommand.self, GenerateCommand.self, AdoptCommand.self,
        InferCommand.self, CheckCommand.self, BackupCommand.self, CopyCommand.self,
        DiffCommand.self, LogCommand.self, UndoCommand.self,
      ]),
    CommandGroup(
      heading: "records",
      commands: [
        InsertCommand.self, QueryCommand.self, UpdateCommand.self, DeleteCommand.self,
        StatsCommand.self, SQLCommand.self, ReplCommand.self,
      ]),
    CommandGroup(heading: "agents", commands: [MCPCommand.self]),
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
}

/// The commands in the table.
package struct AllCommands: CommandSet {
  package init() {}

  var tool: ToolDescription { FlagTool.tool }
  var handbook: ToolDescription { FlagTool.handbook }

  func command(named name: String) -> (any Command.Type)? {
    CommandGroup.only(name)?.commands.first
  }
}
