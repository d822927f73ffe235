import CoreDataStores
import Databases
import FlagModel
import Platform
import SQLiteEngine

/// Opens the database of a command: a file, a schema, or records in a temporary one.
extension Session {
  /// Opens the database at a path with its model, or the records of a file.
  func open(
    _ path: String, for access: Database.Access, patience: Duration = Database.usualPatience
  ) throws -> Database {
    let database = try opened(path, access, patience)
    sayNotes(of: database)
    return database
  }

  /// Opens a database with the models and options from the command line.
  func openToRead(_ path: String, _ reading: ReadingOptions) throws -> Database {
    try given(reading).open(path, for: .reading)
  }

  /// The commits in the write-ahead log of a file.
  func loggedFile(_ path: String) throws -> LoggedFile {
    if RecordFile(path) != nil || Database.isAddress(path) {
      let kind = RecordFile(path) == nil ? "a database on a server" : "a record file"
      throw CommandError(
        "'\(path)' is \(kind), and only SQLite files have a write-ahead log", exit: .failed)
    }
    try files.useDatabase(at: path)
    return try LoggedFile(DatabaseFile(name: path))
  }

  /// Opens the state of a file after a commit.
  func openState(
    of file: LoggedFile, after commit: Int, for access: Database.Access = .reading
  ) throws -> Database {
    let userModels = try givenModels()
    let search = ModelSearch(files: files, stores: CoreDataReader()) { [self] in
      try userModels ?? .ofUser([], in: self)
    }
    return try Database(stateOf: file, after: commit, for: access, models: search, needing: need)
  }

  /// Opens a path, even if it is already open.
  func openAnew(
    _ path: String, for access: Database.Access, patience: Duration, after earlier: Database? = nil
  ) throws -> Database {
    if let commit { return try openState(of: loggedFile(path), after: commit, for: access) }
    try requireEngine(for: path)
    // An unreadable model is an error, whether it is needed or not.
    let userModels = try givenModels()
    if let records = RecordFile(path) {
      if access == .writing { throw records.refusal }
      var models = try userModels ?? .ofUser([], in: self)
      models.schemas += modelsOfRecords
      return try records.load(models, in: self)
    }
    try requireNoRecordOptions(for: path)
    let search = ModelSearch(files: files, stores: CoreDataReader()) { [self] in
      try userModels ?? .ofUser([], in: self)
    }
    let database = try Database(
      path: path, for: access, patience: patience, on: servers, models: search, needing: need,
      about: entity, after: earlier)
    if let model = models.first, database.kind.storesModel {
      throw CommandError("'\(path)' has its model in it; leave out --model \(model)")
    }
    return database
  }

  /// Opens a database for a command that changes records, or previews a change.
  func openToChange(_ path: String, for access: Database.Access = .writing) throws -> Database {
    try requireNoRecords(path)
    let database = try opened(path, access, Database.usualPatience)
    try database.requireAllowed(.changeRecords)
    sayNotes(of: database)
    return database
  }

  /// Opens a flagdb database for a command that changes its tables.
  func openOurs(
    _ path: String, for access: Database.Access, patience: Duration = Database.usualPatience
  ) throws -> Database {
    try requireNoRecords(path)
    let database = try opened(path, access, patience)
    try database.requireAllowed(.changeTables)
    sayNotes(of: database)
    return database
  }

  /// Opens a foreign file to give names to its content.
  func openToAdopt(_ path: String) throws -> Database {
    try requireNoRecords(path)
    return try opened(path, .reading, Database.usualPatience)
  }

  /// Throws if there are options for record files. A comparison of a database with a record file
  /// has them for the other side.
  private func requireNoRecordOptions(for path: String) throws {
    guard let option = records.first, !mayLackRecords else { return }
    var hint: Hint?
    if option == "--flags" {
      hint = "--has FLAGS selects records; 'flagdb adopt' names the flags of a foreign database"
    }
    throw CommandError(
      "'\(path)' is not a record file, and \(option) is only for record files", hint: hint)
  }

  /// The models in the command line; nil if there are none.
  private func givenModels() throws -> GivenModels? {
    if models.isEmpty { return nil }
    return try .ofUser(models, in: self)
  }

  /// Throws for a record file, which is read-only.
  private func requireNoRecords(_ path: String) throws {
    if let records = RecordFile(path) { throw records.refusal }
  }

  private func opened(
    _ path: String, _ access: Database.Access, _ patience: Duration
  ) throws -> Database {
    try requireEngine(for: path)
    if RecordFile(path) == nil, !isAddress(path) { try files.useDatabase(at: path) }
    let openOne = commit == nil ? opening : nil
    let database =
      try openOne?(path, access, patience, self)
      ?? openAnew(path, for: access, patience: patience)
    try sayNotesOnModels(of: database, all: false)
    database.author = author
    database.warn = { [self] in say("warning: \($0)\n") }
    database.note = { [self] in say(visible("note: \($0)") + "\n") }
    return database
  }
}
