package import CommandTable
import Databases
import Platform
import Terminal

/// The description of the whole command line, for parsing and for `--help`.
package let tool = ToolDescription(CommandGroup.all)

extension ToolDescription {
  fileprivate init(_ groups: [CommandGroup]) {
    self.init(
      name: toolName, version: "1.0.0", date: "2026-11-27",
      summary: "queries and edits bitmasks in SQLite and PostgreSQL by name",
      commands: groups.flatMap(\.descriptions), familiarCommands: FamiliarCommand.all,
      defaultCommand: "repl",
      globalOptions: OptionTable(describing: CommonOptions.self).options)
  }
}

/// Parses a command line. A description of all commands takes longer, so the named command alone is
/// tried first.
func parse(_ words: [String]) throws -> CommandLineRequest {
  if let first = words.first, let group = CommandGroup.only(first),
    case .run(let line)? = try? ToolDescription([group]).parse(words, preset: .database)
  {
    return .run(line)
  }
  return try tool.parse(words, preset: .database)
}
