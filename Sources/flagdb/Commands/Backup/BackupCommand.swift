import CommandTable
import Databases
import FlagModel
import PlainText
import Platform

/// `flagdb backup DB FILE`: copies a live database.
struct BackupCommand: Command {
  static let name = "backup"
  static let summary = "makes a consistent copy of a live database"

  var database = ""
  var models: [String] = []
  var file = ""
  var compacts = false

  mutating func declare(in table: inout OptionTable) {
    table.databaseOrRecords(&database, models: &models)
    table.argument("FILE", &file, .file(), help: "the copy, which must not exist yet")
    table.switch("compact", &compacts, help: "leave out unused pages, and store the rest in order")
  }

  func run(in session: Session) throws -> Exit {
    let database = try open(in: session)
    session.sayCopyNote(of: database)
    var hasNames = true
    switch try database.backUp(to: file, compacts: compacts, in: session.files) {
    case nil: break
    case .made(let path): session.say("note: its names are in '\(visible(path))'\n")
    case .failed(let error):
      hasNames = false
      session.say(
        "error: '\(visible(file))' is made, and has no names: \(visible(error.message))\n")
      // The shell is told of the signal.
      if error.problem == .interrupted { throw error }
    }
    if let folder = database.folderOfExternalData {
      session.say(
        "warning: the files in '\(visible(folder))' are not in the copy; 'flagdb copy' takes them\n"
      )
    }
    return hasNames ? .done : .failed
  }

  /// Names do not matter to a copy of a file, and a model that is broken does not hinder it.
  private func open(in session: Session) throws -> Database {
    if let line = try Database.lineToDump(database) {
      throw CommandError(
        "'backup' copies files; a server has a program of its own",
        hint: .words("\(line) > \(shellWord(file)) writes the schema as SQL"), exit: .failed)
    }
    return try RecordFile(database) == nil && models.isEmpty
      ? Database(path: database, for: .reading, models: .nowhere, needing: .none)
      : session.openToRead(database, models)
  }

  static let manual = CommandManual(
    """
    The copy is the database at one moment, even while others read and write it; `cp` does not
    promise that. An existing file is never touched, and a copy that fails is removed.

    Records that are removed, and tables that a migration makes anew, leave pages behind that SQLite uses
    again; `check` tells how many there are. `--compact` makes a copy without them, and with the rest
    in order, by SQLite's `VACUUM`. It runs on the copy, so that nobody who writes the database has to
    wait, and needs room for the file once more in `TMPDIR`. Rows of tables without a key may get
    another `rowid`.

    A file of another program may have names that `flagdb-adopt`(1) has put beside it. They are copied
    as they are: `copy.db.flagdb` for `copy.db`. A model that is broken does not keep the records from
    being copied. Files that a store of Core Data keeps in a folder of their own are left out, and a
    warning says so; `flagdb-copy`(1) takes their content into a database.
    """,
    examples: """
      A copy that can be read at once.
          $ flagdb backup zoo.db copy.db

      The same in as little room as it needs, put in the place of the database.
          $ flagdb backup zoo.db small.db --compact && mv small.db zoo.db
      """,
    exitStatuses: [1: "nothing was copied, or the database without its names, as the error says"],
    seeAlso: ["flagdb-check(1)", "flagdb-copy(1)", "flagdb-adopt(1)"])
}
