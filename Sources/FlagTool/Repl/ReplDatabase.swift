import Databases
import Engines
import FlagModel
import Platform

/// The database of a session. Each command opens it again, so that the session holds no lock and
/// sees the changes of other programs. Only a transaction leaves it open.
/// See Documentation/Decisions/a-session-opens-the-file-for-each-command.md.
final class ReplDatabase {
  let path: String
  /// The model as of the last command.
  private(set) var schema: Schema
  private var version: Int64
  private var identity: FileIdentity?
  private var transaction: Database?
  /// The database that the current command has opened, and the files of the attempt that opened it.
  private var opened: (database: Database, access: Database.Access, files: FilesInUse?)?
  /// The last opened database, if its file was copied.
  private var copied: Database?
  /// The records of a record file, and the file's state when it was read.
  private var records: (database: Database, stamp: FileStamp?)?
  /// The session for work outside a command.
  let session: Session
  /// The commit in the write-ahead log whose state is read; nil for the current state.
  let readCommit: Int64?

  init(path: String, in session: Session, commit: Int64? = nil) throws {
    self.path = path
    readCommit = commit
    self.session = session
    schema = .empty
    version = 0
    let database = try openAnew(for: .reading, in: session.forOneTry())
    schema = database.schema
    version = database.version
    identity = FileIdentity(at: self.path)
    keepCopy(of: database)
  }

  var isInTransaction: Bool { transaction != nil }
  /// True if the current line has lost a transaction that `.commit` was to commit.
  private(set) var hasLostTransaction = false
  /// True if a line has committed a change.
  private(set) var hasKept = false

  /// Opens a database for a command: that of the transaction, or a new one. A retried command opens
  /// it again.
  /// - Parameter command: the session of one attempt; nil before the command begins.
  func open(
    _ path: String, for access: Database.Access, patience: Duration = Database.usualPatience,
    in command: Session? = nil
  ) throws -> Database {
    let session = command ?? session.forOneTry()
    guard path == self.path else {
      return try session.openAnew(path, for: access, patience: patience)
    }
    let files = command?.files
    if let transaction {
      guard FileIdentity(at: path) == identity else {
        abandon()
        throw CommandError(
          "'\(path)' was removed or replaced during the transaction, which is lost", exit: .failed)
      }
      return transaction
    }
    if access == .reading, let opened, opened.files == nil || opened.files === files {
      self.opened?.files = files
      return opened.database
    }
    // The old connection is closed first, because a signal interrupts the first one only.
    opened = nil
    keepCopy(of: copied)
    let database = try openAnew(for: access, patience: patience, in: session)
    keepCopy(of: database)
    notice(database)
    opened = (database, access, files)
    return database
  }

  /// Opens the file again, or returns the loaded records of an unchanged record file.
  private func openAnew(
    for access: Database.Access, patience: Duration = Database.usualPatience, in session: Session
  ) throws -> Database {
    let session = session.given(models: [], records: nil, commit: readCommit)
    guard access == .reading, RecordFile(path) != nil else {
      return try session.openAnew(path, for: access, patience: patience, after: copied)
    }
    try session.files.useInput(at: path)
    let stamp = try fileKind(at: path) == .regular ? FileStamp(at: path) : nil
    if let records, records.stamp == stamp { return records.database }
    if records != nil {
      say("note: '\(path)' was changed by another program; the session has read it again\n")
    }
    records = nil
    let database = try session.openAnew(path, for: access, patience: patience)
    records = (database, stamp)
    return database
  }

  private func say(_ text: String) { session.say(text) }

  /// The database for completion, which neither waits nor changes anything.
  var atHand: Database? {
    if readCommit != nil { return try? openAnew(for: .reading, in: session.forOneTry()) }
    return transaction ?? records?.database
      ?? (try? Database(
        path: path, for: .reading, patience: .milliseconds(100), repairs: false,
        on: session.servers, models: .ofUser(), after: copied))
  }

  private func keepCopy(of database: Database?) {
    copied = database?.hasCurrentCopy == true ? database : nil
  }

  /// Reports the changes of other programs since the last command.
  private func notice(_ database: Database) {
    let now = FileIdentity(at: path)
    if records != nil {
      // A replaced file was already reported.
    } else if now != identity {
      say("note: '\(path)' was replaced by another file, which the session has opened\n")
    } else if database.version != version {
      say("note: the model was changed by another program\n")
    }
    identity = now
    schema = database.schema
    version = database.version
  }

  func beginCommand() { hasLostTransaction = false }

  /// Closes the database that a command opened, and stores its model. Reports if SQLite has rolled
  /// back the whole transaction, as after an interrupted change.
  /// - Parameter succeeded: true if the command completed its work.
  func endCommand(succeeded: Bool) {
    if succeeded, !isInTransaction, opened?.access == .writing { hasKept = true }
    if let database = transaction ?? opened?.database {
      schema = database.schema
      version = database.version
    }
    opened = nil
    if transaction?.isInTransaction == false {
      abandon()
      say("note: the transaction was rolled back\n")
    }
  }

  // MARK: Transactions

  func begin() throws {
    if isInTransaction {
      throw CommandError(
        "a transaction is open already", hint: "end it with .commit or .rollback", exit: .failed)
    }
    let database = try open(path, for: .writing)
    try database.begin()
    transaction = database
  }

  func commit() throws {
    do {
      try requireTransaction().commit()
    } catch let error as DatabaseError where error.outcome == .unknown {
      abandon()
      throw error
    }
    transaction = nil
    hasKept = true
  }

  func rollBack() throws {
    let database = try requireTransaction()
    transaction = nil
    try database.rollBack()
    schema = database.schema
    version = database.version
  }

  /// Rolls back a transaction that is open at the end. Returns true if there was one.
  func end() -> Bool {
    guard isInTransaction else { return false }
    abandon()
    return true
  }

  /// Closes the database, which rolls back the transaction.
  private func abandon() {
    if transaction != nil { hasLostTransaction = true }
    transaction = nil
    opened = nil
    if let database = try? openAnew(for: .reading, in: session) {
      schema = database.schema
      version = database.version
    }
  }

  private func requireTransaction() throws -> Database {
    guard isInTransaction, try open(path, for: .writing).isInTransaction, let transaction else {
      throw CommandError("no transaction is open", hint: "begin one with .begin", exit: .failed)
    }
    return transaction
  }
}
