import Columns
package import Engines
package import FlagModel
internal import ManagedModels
import Migrations
internal import Platform
package import SQLText
package import SQLiteEngine

/// A database and its model.
///
/// This module opens databases of every backend, and reads and changes their records. The tool and
/// the library are built on it.
package final class Database {
  /// The purpose for which a database is opened.
  package enum Access: Hashable, Sendable {
    /// For reading only.
    case reading
    /// For reading and changing records.
    case writing
  }

  /// The path as the user named it.
  package let path: String
  package internal(set) var schema: Schema
  /// The version of the model: the number of models that the database has had.
  package internal(set) var version: Int64

  package let connection: any Connection
  package var dialect: any Dialect { connection.dialect }
  package let place: any DatabasePlace
  /// Called with each warning.
  package var warn: (String) -> Void = { _ in }
  /// Called with each notice of the engine.
  package var note: (String) -> Void = { _ in }
  /// The author of the changes, for the audit log.
  package var author = Author.ofProcess
  /// True while a change is in progress that becomes one entry of the audit log.
  var isLogging = false
  /// True if a command intended to change records, even if it changed none.
  package var asksForChange = false
  /// The number of the earlier change that the current change undoes.
  package var undoing: Int64?
  /// True if commits leave their pages in the write-ahead log until SQLite makes a checkpoint:
  /// after 1,000 pages, or when the file is closed.
  package var leavesLog = false
  /// The size in bytes from which flagdb reads the pages of a database. SQL reads a smaller one in
  /// a millisecond.
  var leastSizeForPages: Int64 = 1 << 19
  /// The threads that read the pages of a large table.
  var sharing = ScanSharing(threads: Database.usualThreads)

  /// The number of threads that read a large table.
  package var threads: Int {
    get { sharing.threads }
    set { sharing.threads = newValue }
  }

  /// One thread for each processor, at most 8.
  package static let usualThreads = min(8, processorCount())

  /// The kind of the database when it was opened.
  package let kind: DatabaseKind

  private var knownTables: (version: Int64, tables: [TableShape])?

  /// The source of the model.
  package var modelSource: ModelSource {
    ModelSource(
      connection: connection, path: path, kind: kind, given: given, need: need)
  }

  /// The models that the user gives for a foreign database.
  private let given: GivenModels
  private let need: ModelNeed

  /// The mistakes in the current model; nil if it has none. If it has some, `schema` is an earlier
  /// or a generated model.
  package private(set) var mistakes: Diagnostics?

  /// Describes how Core Data models fit the store.
  /// - Parameter all: true for every model that was found, false for those that the user gave.
  package func notesOnModels(all: Bool) throws -> [String] {
    if !kind.isCoreData || !all && given.packages.isEmpty { return [] }
    return try read { try modelSource.layout(of: modelSource.tables())?.notes ?? [] }
  }

  /// A note that flagdb reads a copy of the file, and why; nil if it reads the file itself.
  package var copyNote: String? { place.note }

  /// True if flagdb reads a copy that still has the current content of the file.
  package var hasCurrentCopy: Bool { place.hasCurrentCopy }

  /// The default time to wait for a lock of another program.
  package static let usualPatience = Duration.seconds(5)

  /// Opens an existing database. Reading does not write to the file, with one exception: if the
  /// last writer of a flagdb database was killed, its transaction is completed or rolled back,
  /// unless `repairs` is false. A copy from an earlier opening is read again while it is still
  /// current.
  /// - Parameter path: the path of a file, or the address of a database on a server.
  /// - Parameter servers: the engine for addresses; nil for programs that support files only.
  /// - Parameter table: the table that will be asked, if it is known; a server then needs fewer round trips.
  package convenience init(
    path: String, for access: Access, patience: Duration = Database.usualPatience,
    repairs: Bool = true, on servers: (any ServerEngine)? = nil,
    models: ModelSearch = ModelSearch(), needing need: ModelNeed = .whole,
    about table: Name? = nil, after earlier: Database? = nil
  ) throws {
    let kept = earlier.flatMap { $0.hasCurrentCopy ? $0.place : nil }
    let place =
      try Self.placeOnServer(path, servers, patience) ?? kept
      ?? FileReader(file: DatabaseFile(name: path), patience: patience, repairs: repairs)
    try self.init(place, named: path, for: access, models: models, needing: need, about: table)
  }

  /// Opens the state of a file after a commit in its write-ahead log, which can only be read.
  package convenience init(
    stateOf file: LoggedFile, after commit: Int, for access: Access = .reading,
    models: ModelSearch = ModelSearch(), needing need: ModelNeed = .whole
  ) throws {
    let state = try EarlierState(of: file, after: commit)
    try self.init(state, named: file.file.name, for: access, models: models, needing: need)
  }

  init(
    _ place: any DatabasePlace, named path: String, for access: Access,
    models: ModelSearch = ModelSearch(), needing need: ModelNeed = .whole,
    about table: Name? = nil
  ) throws {
    try place.requireThere(forWriting: access == .writing)
    self.path = path
    self.place = place
    self.need = need
    let isReading = access == .reading
    var foreign: (kind: DatabaseKind, given: GivenModels)?
    func lookAtForeign(
      _ connection: any Connection
    ) throws -> (kind: DatabaseKind, given: GivenModels) {
      if let foreign { return foreign }
      let given = try models.given()
      let sidecar = try models.sidecar(for: path, in: connection)
      let found = (DatabaseKind(isStore: try connection.isCoreDataStore(), sidecar), given)
      foreign = found
      return found
    }
    do {
      connection =
        isReading
        ? try place.open(asking: [ModelTable.newestQuestion], about: table)
        : try place.openForWriting(asking: [ModelTable.newestQuestion], about: table) {
          connection in
          // A store that flagdb cannot open is refused before its models are read.
          let isStore = try connection.isCoreDataStore()
          let kind = isStore ? .coreData(nil) : try lookAtForeign(connection).kind
          try kind.requireAllowed(.changeRecords, in: path)
        }
      var source = ModelSource(connection: connection, path: path, need: need)
      let rests = isReading || connection.isFarAway
      (version, schema, mistakes) = try connection.transaction(writing: false, rests: rests) {
        try place.repairing(isReading) {
          if place.isForeign {
            let found = try lookAtForeign(source.connection)
            source.kind = found.kind
            source.given = found.given
          }
          let newest = try source.newest()
          try source.connection.allowLongValues {
            try !source.kind.isForeign && source.connection.hasNothing(but: newest.schema)
          }
          return (newest.version, newest.schema, try source.mistakes())
        }
      }
      kind = source.kind
      given = source.given
    } catch let error as EngineError {
      throw place.explained(error, named: path, after: place.patience)
    }
  }

  /// Creates the object for a new database.
  init(
    _ connection: any Connection, in place: any DatabasePlace, path: String, schema: Schema,
    kind: DatabaseKind = .own
  ) {
    self.connection = connection
    self.path = path
    self.schema = schema
    version = 1
    self.place = place
    self.kind = kind
    given = GivenModels()
    need = .whole
  }

  /// Runs the body in one read transaction.
  package func read<Result>(_ body: () throws -> Result) throws -> Result {
    try run(writing: false, body)
  }

  /// Runs a body in a read transaction with the newest model, which another program may have
  /// changed since the file was opened.
  package func readNewest<Result>(_ body: () throws -> Result) throws -> Result {
    try run(writing: false, takesNewest: true, body)
  }

  /// Runs a body that plans a query, which may need a temporary table. If the engine forbids that
  /// in a read transaction, the body runs again in a write transaction that is rolled back.
  package func planning<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try readNewest(body)
    } catch let error as DatabaseError where error.cause?.isReadOnly == true {
      var result: Result?
      do {
        try run(writing: true, takesNewest: true) {
          result = try body()
          throw Undo()
        }
      } catch is Undo {}
      if let result { return result }
      throw error
    }
  }

  private struct Undo: Error {}

  /// Runs the body in one write transaction. If the outcome is uncertain, the error says so.
  /// - Parameter takesNewest: true to use the newest model, which another program may have changed
  ///   since the file was opened.
  package func write<Result>(
    toNewest takesNewest: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    let result = try run(writing: true, takesNewest: takesNewest, body)
    tellComplaint()
    if !leavesLog { takeInLog() }
    placeRecords()
    return result
  }

  /// Passes the engine's complaint about a committed transaction to `warn`.
  func tellComplaint() {
    guard let complaint = connection.complaint else { return }
    connection.complaint = nil
    warn(
      "the changes to '\(path)' are saved, but \(complaint.danger): \(complaint.error.message)")
  }

  /// Makes a checkpoint of the write-ahead log. If it fails, nothing is lost, because the log has
  /// all changes.
  func takeInLog() {
    if connection.isInTransaction { return }
    do throws(EngineError) {
      try connection.checkpoint()
    } catch {
      warn(
        "the changes stay in '\(path)-wal', because the checkpoint failed: "
          + error.message)
    }
  }

  /// Runs the body in a transaction, and first compares the model there with the known one, because
  /// another program may have migrated the file. The new version and schema are kept only if the
  /// transaction succeeds.
  private func run<Result>(
    writing: Bool, takesNewest: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    if writing { try requireNoReading() }
    defer { for notice in connection.takeNotices() { note(notice) } }
    let before = (version, schema)
    let goesOn = connection.isResting && !writing
    expectModel(takesNewest)
    return try translated {
      do {
        return try connection.transaction(writing: writing) {
          try place.repairing(!writing) {
            // A transaction that has already read the model continues.
            if goesOn { return }
            if takesNewest {
              (version, schema) = try newestModel()
            } else {
              try requireSameModel()
            }
          }
          let result = try writing ? logging(body) : body()
          try requireUnchanged()
          return result
        }
      } catch let stale as StaleModel {
        (version, schema) = stale.newest
        throw DatabaseError(
          .modelChanged, "another program changed the model of '\(path)' during this command",
          hint: "run the command again", outcome: .unchanged)
      } catch {
        (version, schema) = before
        // The model may be unreadable because another program is writing it at the same time.
        try requireUnchanged()
        throw error
      }
    }
  }

  /// Announces that the next transaction reads the model.
  private func expectModel(_ newest: Bool) {
    guard !kind.isForeign, !connection.isInTransaction else { return }
    connection.expect([newest ? ModelTable.newestQuestion : ModelTable.versionQuestion])
  }

  /// Throws in a read transaction, because its end would roll back all that the body writes.
  private func requireNoReading() throws(DatabaseError) {
    guard connection.isReading else { return }
    throw DatabaseError(
      .refused, "a read transaction cannot write",
      hint: "begin a write transaction")
  }

  /// Throws if another program wrote to a file that is read without locks.
  package func requireUnchanged() throws(DatabaseError) {
    if connection.isUnchanged { return }
    throw DatabaseError(
      .fileChanged, "'\(path)' was changed by another program while it was read",
      hint: "run the command again")
  }

  private struct StaleModel: Error {
    let newest: (version: Int64, schema: Schema)
  }

  /// The newest model. If its own text has mistakes, the replacement gets cases for the stored
  /// values of enums that have none.
  private func newestModel() throws -> (version: Int64, schema: Schema) {
    let newest = try modelSource.newest()
    guard mistakes != nil, need == .mostRecent else { return newest }
    return (newest.version, try addingUnknownCases(to: newest.schema))
  }

  private func requireSameModel() throws {
    if try modelSource.version() == .integer(version) { return }
    throw StaleModel(newest: try modelSource.newest())
  }

  /// Runs the body in the single transaction of a migration, without enforcement of foreign keys.
  /// The body learns if another program has changed the model since the file was opened. It returns
  /// the new model.
  package func migrating<Result>(
    _ body: (_ wasChanged: Bool) throws -> (schema: Schema, result: Result)
  ) throws -> Result {
    let before = (version, schema, mistakes)
    defer {
      tellComplaint()
      takeInLog()
    }
    expectModel(true)
    return try translated {
      do {
        return try connection.migration {
          let newest = try newestModel()
          let wasChanged = newest.version != version
          (version, schema) = newest
          try connection.claim(
            schemaObjects(.table, of: schema, in: dialect).map(\.name))
          try requireAllRecords(of: schema.entities)
          return try logging {
            let (target, result) = try body(wasChanged)
            if target != schema || mistakes != nil {
              version = version + 1
              schema = target
              mistakes = nil
              try auditLog()?.note(.migrate, key: version)
            }
            return result
          }
        }
      } catch {
        (version, schema, mistakes) = before
        throw error
      }
    }
  }

  package func translated<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as EngineError {
      throw explained(error)
    }
  }

  /// Converts an error of the engine to an error for the user of this database.
  package func explained(_ error: EngineError) -> DatabaseError {
    place.refusal(of: error)
      ?? place.explained(error, named: path, after: connection.patience)
  }

  /// The tables of a foreign database, which are read once for each version.
  package func tablesOfOthers() throws -> [TableShape] {
    if let known = knownTables, known.version == version { return known.tables }
    let tables = try translated { try modelSource.tables() }
    knownTables = (version, tables)
    return tables
  }
}
