import CommandTable
import FlagModel

/// `flagdb repl DB [ENTITY]`: a session with one database.
struct ReplCommand: Command {
  static let name = "repl"
  static let summary = "starts an interactive session"

  var database = ""
  var reading = ReadingOptions()
  var entity: Name?
  var keepsGoing = false

  mutating func declare(in table: inout OptionTable) {
    table.databaseOrRecords(&database, models: &reading.models, commit: &reading.commit)
    table.argument(
      "ENTITY", &entity, .asks("entity"),
      help: "the current entity at the start; by default the first of the model")
    table.switch(
      "keep-going", short: "k", &keepsGoing, help: "continue a script after a line that fails")
    table.part(&reading.records)
  }

  func run(in session: Session) throws -> Exit {
    if database == "-" {
      throw CommandError(
        "a session reads its commands from standard input, so '-' cannot be the database")
    }
    if let line = entity?.text, let command = command(for: line, session.commands) {
      throw CommandError(
        "'\(line)' is not an entity of the model",
        hint: .words("write \(command)"))
    }
    var lasting = reading
    // Other databases of the session have other logs.
    lasting.commit = nil
    return try ReplSession(
      database, entity: entity, in: session.given(lasting).comparing(database, database),
      commit: reading.commit, continues: keepsGoing
    ).run()
  }

  /// The corrected command if an SQL statement is given instead of an entity, as for sqlite3; nil
  /// if it is a name.
  private func command(for line: String, _ commands: any CommandSet) -> String? {
    let words = [toolName, "sql", database]
    switch ReplInput(line, of: nil, among: ReplSession.commandNames(in: commands)) {
    case .sql: return (words + [line]).map(shellWord).joined(separator: " ")
    case .change: return (words + ["--write", line]).map(shellWord).joined(separator: " ")
    case .dot, .program: return "echo \(shellWord(line)) | \(toolName) \(shellWord(database))"
    case .predicate(let text) where text.contains(" "):
      return "\(toolName) query \(shellWord(database)) ENTITY \(shellWord(text))"
    case .predicate, .command, .declaration, .nothing: return nil
    }
  }
}
