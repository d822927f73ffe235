package import CommandTable
import Engines

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
///
/// A command that selects records needs no entity if its database has only one.
func parse(_ words: [String], on servers: (any ServerEngine)? = nil) throws -> CommandLineRequest {
  if let first = words.first, let group = CommandGroup.only(first),
    case .run(let line)? = try? ToolDescription([group]).parse(words, preset: .database)
  {
    return .run(line)
  }
  do {
    return try tool.parse(words, preset: .database)
  } catch {
    if RepairedLine.hint(for: words) == nil,
      let cause = MissingDatabase.error(behind: error, in: words, on: servers)
    {
      throw cause
    }
    guard let words = MissingEntity.completed(words, after: error, on: servers) else {
      throw error
    }
    return try tool.parse(words, preset: .database)
  }
}
