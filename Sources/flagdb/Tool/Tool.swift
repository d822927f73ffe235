package import CommandTable
import Terminal

/// The whole command line of flagdb: what parses it, and what `--help` says.
package let tool = ToolDescription(
  name: "flagdb", version: "0.1.0", date: "2026-11-21",
  summary: "keeps typed records in SQLite and speaks in names of flags",
  commands: commands.map { $0.description }, defaultCommand: "repl",
  globalOptions: CommonOptions.optionDescriptions)

/// Every command, in the order in which help lists them.
let commands: [any Command.Type] = [
  NewCommand.self, DefineCommand.self, MigrateCommand.self, SchemaCommand.self,
  FlagsCommand.self, CheckCommand.self, BackupCommand.self,
  InsertCommand.self, QueryCommand.self, UpdateCommand.self, DeleteCommand.self,
  StatsCommand.self, SQLCommand.self, ReplCommand.self,
  CompletionsCommand.self, HelpCommand.self,
  CompleteCommand.self, DocumentCommand.self,
]

/// What every command takes.
struct CommonOptions: CommandOptions {
  var colour: Terminal.ColourChoice?
  var isVerbose = false

  static func declare(in table: inout OptionTable<Self>) {
    table.heading(OptionDescription.commonGroup)
    table.value("color", \.colour, "WHEN", help: "when to colour")
    table.switch(
      "verbose", \.isVerbose, help: "say more of errors: the SQL, and what SQLite said")
  }
}
