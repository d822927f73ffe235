import Columns
package import Engines
package import FlagModel
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

    /// For writing if a command changes records, and does not only show its statements.
    package static func writing(if changes: Bool) -> Self { changes ? .writing : .reading }
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

  private(set) var knownTables: (version: Int64, tables: [TableShape])?

  /// The source of the model.
  package var modelSource: ModelSource {
    ModelSource(
      connection: connection, path: path, kind: kind, givenModels: givenModels, stores: stores,
      need: need)
  }

  /// The models that the user gives for a foreign database.
  private let givenModels: GivenModels
  /// Nil in a program that reads no Core Data stores.
  package let stores: (any StoreReader)?
  let need: ModelNeed

  /// The mistakes in the current model; nil if it has none. If it has some, `schema` is an earlier
  /// or a generated model.
  package internal(set) var mistakes: Diagnostics?

  /// Describes how Core Data models fit the store.
  /// - Parameter all: true for every model that was found, false for those that the user gave.
  package func notesOnModels(all: Bool) throws -> [String] {
    if !kind.isCoreData || !all && givenModels.storeModels.isEmpty { return [] }
    return try read { try modelSource.store(of: modelSource.tables())?.notes ?? [] }
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
    var kept: (any DatabasePlace)?
    if let earlier, earlier.hasCurrentCopy { kept = earlier.place }
    let place =
      try Self.placeOnServer(path, servers, patience) ?? kept
      ?? SQLitePlace(file: DatabaseFile(name: path), patience: patience, repairs: repairs)
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
    stores = models.stores
    let isReading = access == .reading
    var foreign = ForeignSearch(models, for: path)
    do {
      connection =
        isReading
        ? try place.open(asking: [ModelTable.newestQuestion], about: table) {
          models.hasFile(for: path, in: $0)
        }
        : try place.openForWriting(asking: [ModelTable.newestQuestion], about: table) {
          try foreign.requireChangeable($0)
        }
      var source = ModelSource(
        connection: connection, path: path, stores: models.stores, need: need)
      let rests = isReading || connection.isRemote
      (version, schema, mistakes) = try connection.transaction(writing: false, rests: rests) {
        try place.repairing(isReading) {
          if place.isForeign {
            let findings = try foreign.findings(in: source.connection)
            source.kind = findings.kind
            source.givenModels = findings.givenModels
          }
          let newest = try source.newest()
          try source.connection.allowLongValues {
            try source.kind.hasTablesOfModel && source.connection.hasNothing(but: newest.schema)
          }
          return (newest.version, newest.schema, try source.mistakes())
        }
      }
      kind = source.kind
      givenModels = source.givenModels
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
    givenModels = GivenModels()
    stores = nil
    need = .whole
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
  package func foreignTables() throws -> [TableShape] {
    if let cached = knownTables, cached.version == version { return cached.tables }
    let tables = try translated { try modelSource.tables() }
    knownTables = (version, tables)
    return tables
  }
}
