import CommandTable
import FlagDB

/// `flagdb backup DB FILE`: copies a live database.
struct BackupCommand: Command {
  var database = ""
  var file = ""

  func run(in session: Session) throws -> Exit {
    try Database(path: database, for: .reading).backUp(to: file)
    return .done
  }

  static let description = CommandDescription(
    "backup", group: "the database", summary: "makes a consistent copy of a live database",
    Self.self)
}
