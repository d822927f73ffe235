import CommandTable
import Databases
import FlagModel
import Platform

/// `flagdb backup DB FILE`: copies a live database.
struct BackupCommand: Command {
  static let name = "backup"
  static let summary = "makes a consistent copy of a live database"

  var database = ""
  var reading = ReadingOptions()
  var file = ""
  var compacts = false

  mutating func declare(in table: inout OptionTable) {
    table.databaseOrRecords(&database, models: &reading.models, commit: &reading.commit)
    table.argument("FILE", &file, .file(), help: "the copy, which must not exist yet")
    table.switch("compact", &compacts, help: "leave out unused pages and defragment the rest")
    table.part(&reading.records)
  }

  func run(in session: Session) throws -> Exit {
    let database = try open(in: session)
    session.sayCopyNote(of: database)
    var hasNames = true
    switch try DatabaseBackup(database).write(to: file, compacts: compacts, in: session.files) {
    case nil: break
    case .made(let path): session.say("note: its names are in '\(visible(path))'\n")
    case .failed(let error):
      hasNames = false
      session.say(
        "error: '\(visible(file))' is made, and has no names: \(visible(error.message))\n")
      // The shell must learn of the signal.
      if error.problem == .interrupted { throw error }
    }
    if let folder = database.folderOfExternalData {
      session.say(
        "warning: the files in '\(visible(folder))' are not in the copy; 'flagdb copy' copies them\n"
      )
    }
    return hasNames ? .done : .failed
  }

  /// Opens the database, even with a broken model, because a backup copies the file.
  private func open(in session: Session) throws -> Database {
    if let line = try Database.lineToDump(database) {
      throw CommandError(
        "'backup' copies files; for a server, use pg_dump",
        hint: .words("\(line) > \(shellWord(file)) writes the schema as SQL"), exit: .failed)
    }
    let readsRecords = RecordFile(database) != nil
    if readsRecords || !reading.models.isEmpty || reading.commit != nil {
      return try session.openToRead(database, reading)
    }
    return try Database(path: database, for: .reading, models: .nowhere, needing: .none)
  }
}
