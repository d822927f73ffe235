import CommandTable
import Databases

/// `flagdb backup DB FILE`: copies a live database.
struct BackupCommand: Command {
  static let name = "backup"
  static let summary = "makes a consistent copy of a live database"

  var database = ""
  var file = ""

  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.argument("FILE", &file, .file(), help: "the copy, which must not exist yet")
  }

  func run(in session: Session) throws -> Exit {
    let database = try Database(path: database, for: .reading)
    session.sayNotes(of: database)
    try database.backUp(to: file)
    return .done
  }

  static let manual = CommandManual(
    """
    The copy is the database at one moment, even while others read and write it; `cp` does not
    promise that. An existing file is never touched, and a copy that fails is removed.
    """,
    examples: """
      A copy that can be read at once.
          $ flagdb backup zoo.db copy.db
      """,
    seeAlso: ["flagdb-check(1)"])
}
