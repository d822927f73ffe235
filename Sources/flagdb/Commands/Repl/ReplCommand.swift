import CommandTable
import FlagModel

/// `flagdb repl DB [ENTITY]`: a session with one database.
struct ReplCommand: Command {
  static let name = "repl"
  static let summary = "asks and answers, line by line"

  var database = ""
  var entity: Name?
  var keepsGoing = false

  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.argument(
      "ENTITY", &entity, .asks("entity"),
      help: "the kind of record to begin with; by default the first of the model")
    table.switch(
      "keep-going", short: "k", &keepsGoing, help: "go on after a line of a script that failed")
  }

  func run(in session: Session) throws -> Exit {
    try ReplSession(database, entity: entity, in: session, goesOn: keepsGoing).run()
  }
}
