import CommandTable
import FlagDB

/// `flagdb backup DB FILE`: copies a live database.
struct BackupCommand: Command {
  static let name = "backup"
  static let summary = "makes a consistent copy of a live database"

  var database = ""
  var file = ""

  func run(in session: Session) throws -> Exit {
    try Database(path: database, for: .reading).backUp(to: file)
    return .done
  }
}
