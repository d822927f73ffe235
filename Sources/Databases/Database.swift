package import Engines
package import FlagModel
internal import ManagedModels
import Migrations
package import SQLText
import SQLiteEngine

/// A database and the model that it carries.
///
/// This module opens databases, whichever engine keeps them, and reads and changes their records. The
/// tool and the library are built on it.
package final class Database {
  /// The purpose for which a database is opened.
  package enum Access: Hashable, Sendable {
    /// Nothing is changed.
    case reading
    /// Records may be read and changed.
    case writing
  }

  /// The path as the user named it.
  package let path: String
  package internal(set) var schema: Schema
  /// The number of models that it has had, this one included.
  package internal(set) var version: Int64

  let connection: any Connection
  package var dialect: any Dialect { connection.dialect }
  let place: any DatabasePlace
  /// Told what went wrong without harm.
  package var warn: (String) -> Void = { _ in }
  /// Told what the engine had to say besides its answers.
  package var note: (String) -> Void = { _ in }
  /// Whose the changes are, for the log of a file that keeps one.
  package var author = Author.ofProcess
  /// True while a change is made that the log of the file will name as one.
  var isLogging = false
  /// True if records were to be changed meanwhile, whether any was or not.
  var asksForChange = false
  /// The earlier change that the present one takes back.
  var undoing: Int64?
  /// True if what is written may stay in the log until SQLite takes it into the file: after 1,000 pages,
  /// or when the file is closed.
  package var leavesLog = false
  /// The bytes of a database from which on its pages are read: a smaller one SQL reads in a millisecond.
  var leastSizeForPages: Int64 = 1 << 19

  /// The kind when it was opened.
  package let kind: DatabaseKind

  private var knownTables: (version: Int64, tables: [TableShape])?

  /// The place that the model comes from.
  var modelSource: ModelSource {
    ModelSource(
      connection: connection, path: path, kind: kind, given: given, need: need)
  }

  /// The models that the user gives for a foreign database.
  private let given: GivenModels
  private let need: ModelNeed

  /// All that is wrong with the model in force, where another one is taken for it.
  package private(set) var mistakes: Diagnostics?

  /// Tells how models of Core Data fit the store: those that a user has given, or all.
  package func notesOnModels(all: Bool) throws -> [String] {
    if !kind.isCoreData || !all && given.packages.isEmpty { return [] }
    return try read { try modelSource.layout(of: modelSource.tables())?.notes ?? [] }
  }

  /// Tells that a copy of the file is read, and why; nil if it is the file.
  package var copyNote: String? { place.note }

  /// True if a copy is read that still has all that is in the file.
  package var hasCurrentCopy: Bool { place.hasCurrentCopy }

  /// The time to wait for a lock of another program.
  package static let usualPatience = Duration.seconds(5)

  /// Opens what is there; nothing is created and, for reading, nothing written, except that a file of
  /// ours whose writer was killed is brought to order, unless `repairs` forbids it. A copy that was
  /// made for an earlier opening is read again as long as it is one of the file.
  /// - Parameter path: the path of a file, or the address of a database on a server.
  /// - Parameter servers: the engine for addresses; nil for programs that know files alone.
  package convenience init(
    path: String, for access: Access, patience: Duration = Database.usualPatience,
    repairs: Bool = true, on servers: (any ServerEngine)? = nil,
    models: ModelSearch = ModelSearch(), needing need: ModelNeed = .whole,
    after earlier: Database? = nil
  ) throws {
    let kept = earlier.flatMap { $0.hasCurrentCopy ? $0.place : nil }
    let place =
      try Self.placeOnServer(path, servers, patience) ?? kept
      ?? FileReader(file: DatabaseFile(name: path), patience: patience, repairs: repairs)
    try self.init(place, named: path, for: access, models: models, needing: need)
  }

  init(
    _ place: any DatabasePlace, named path: String, for access: Access,
    models: ModelSearch = ModelSearch(), needing need: ModelNeed = .whole
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
        ? try place.open()
        : try place.openForWriting { connection in
          // A store is refused before its models are read.
          let isStore = try connection.isCoreDataStore()
          let kind = isStore ? .coreData(nil) : try lookAtForeign(connection).kind
          try kind.requireAllowed(.changeRecords, in: path)
        }
      var source = ModelSource(connection: connection, path: path, need: need)
      (version, schema, mistakes) = try connection.transaction(writing: false, rests: isReading) {
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

  /// A database that was just made.
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

  /// Runs the body on one unchanging view of the database.
  package func read<Result>(_ body: () throws -> Result) throws -> Result {
    try run(writing: false, body)
  }

  /// The same of the newest model, which another program may have brought since the file was opened.
  package func readNewest<Result>(_ body: () throws -> Result) throws -> Result {
    try run(writing: false, takesNewest: true, body)
  }

  /// The same for a plan, which may have to note values on its way. Where an engine lets nobody do that
  /// who only reads, the body runs again in a transaction that is undone.
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

  /// Runs the body in one transaction, whole or not at all. An error says what has become of it,
  /// where there is any doubt. Where it goes to the newest model, that may be another one than was
  /// in force when the file was opened.
  package func write<Result>(
    toNewest takesNewest: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    let result = try run(writing: true, takesNewest: takesNewest, body)
    tellComplaint()
    if !leavesLog { takeInLog() }
    placeRecords()
    return result
  }

  /// Says what the engine reported of a transaction that is kept.
  func tellComplaint() {
    guard let complaint = connection.complaint else { return }
    connection.complaint = nil
    warn(
      "the changes to '\(path)' are saved, but \(complaint.danger): \(complaint.error.message)")
  }

  /// Moves the log into the file. A failure loses nothing: all that was written is in the log.
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

  /// The model is read again within the transaction: another program may have migrated the file
  /// since it was opened. What the body made of it holds only if all is kept.
  private func run<Result>(
    writing: Bool, takesNewest: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    if writing { try requireNoReading() }
    defer { for notice in connection.takeNotices() { note(notice) } }
    let before = (version, schema)
    let goesOn = connection.isResting && !writing
    return try translated {
      do {
        return try connection.transaction(writing: writing) {
          try place.repairing(!writing) {
            // The transaction that has read the model goes on.
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
        // A model that cannot be read may be one that another program has half written.
        try requireUnchanged()
        throw error
      }
    }
  }

  /// Throws within a transaction that reads: at its end all that was written would be undone.
  private func requireNoReading() throws(DatabaseError) {
    guard connection.isReading else { return }
    throw DatabaseError(
      .refused, "a read transaction cannot write",
      hint: "begin a write transaction")
  }

  /// Throws where another program has written a file that is read without locks.
  func requireUnchanged() throws(DatabaseError) {
    if connection.isUnchanged { return }
    throw DatabaseError(
      .fileChanged, "'\(path)' was changed by another program while it was read",
      hint: "run the command again")
  }

  private struct StaleModel: Error {
    let newest: (version: Int64, schema: Schema)
  }

  /// The model in force. Where another one is taken for it, values that no case has get one.
  private func newestModel() throws -> (version: Int64, schema: Schema) {
    let newest = try modelSource.newest()
    guard mistakes != nil, need == .mostRecent else { return newest }
    return (newest.version, try addingUnknownCases(to: newest.schema))
  }

  private func requireSameModel() throws {
    if try modelSource.version() == .integer(version) { return }
    throw StaleModel(newest: try modelSource.newest())
  }

  /// Runs the body in the one transaction of a migration, which foreign keys do not hinder. The
  /// body gets the model in force, which another program may have changed since the file was
  /// opened, and answers with the one that is to be in force.
  func migrating<Result>(
    _ body: (_ wasChanged: Bool) throws -> (schema: Schema, result: Result)
  ) throws -> Result {
    let before = (version, schema, mistakes)
    defer {
      tellComplaint()
      takeInLog()
    }
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

  func translated<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as EngineError {
      throw explained(error)
    }
  }

  /// An error of the engine in words for the user of this database.
  func explained(_ error: EngineError) -> DatabaseError {
    place.refusal(of: error)
      ?? place.explained(error, named: path, after: connection.patience)
  }

  /// The tables of a file of others, which are read once as long as they stay the same.
  func tablesOfOthers() throws -> [TableShape] {
    if let known = knownTables, known.version == version { return known.tables }
    let tables = try translated { try modelSource.tables() }
    knownTables = (version, tables)
    return tables
  }
}
