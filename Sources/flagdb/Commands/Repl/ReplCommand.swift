import CommandTable
import FlagModel

/// `flagdb repl DB [ENTITY]`: a session with one database.
struct ReplCommand: Command {
  static let name = "repl"
  static let summary = "asks and answers, line by line"

  var database = ""
  var entity: Name?
  var keepsGoing = false

  func run(in session: Session) throws -> Exit {
    try ReplSession(database, entity: entity, in: session, goesOn: keepsGoing).run()
  }
}
