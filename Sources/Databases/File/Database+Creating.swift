import Addresses
package import Engines
package import FlagModel
package import Migrations
package import SQLText
import SQLiteEngine

extension Database {
  // MARK: Addresses

  /// True if a name is the address of a database on a server and not the path of a file.
  /// - Parameter servers: the engine for addresses; nil for a program that lets another program open
  ///   the addresses of PostgreSQL.
  package static func isAddress(_ name: String, on servers: (any ServerEngine)? = nil) -> Bool {
    servers?.isAddress(name) ?? DatabaseAddress.isAddress(name)
  }

  /// Throws if an address is malformed. The error never repeats a password.
  package static func requireSense(ofAddress address: String) throws(Diagnostic) {
    _ = try DatabaseAddress.parse(address)
  }

  /// True if a line of a session may contain an address with a password, so that the history must
  /// not store it.
  package static func mayHavePassword(_ line: String) -> Bool {
    DatabaseAddress.mayHavePassword(line)
  }

  /// The `pg_dump` command line for the schema of an address; nil for a file.
  package static func lineToDump(_ name: String) throws(Diagnostic) -> String? {
    guard isAddress(name) else { return nil }
    return try DatabaseAddress.parse(name).wordsToDump.map(shellWord).joined(separator: " ")
  }

  /// The place of a database on a server; nil for the path of a file.
  static func placeOnServer(
    _ name: String, _ servers: (any ServerEngine)?, _ patience: Duration = usualPatience
  ) throws -> (any DatabasePlace)? {
    guard isAddress(name, on: servers) else { return nil }
    if let servers { return try servers.place(name, patience: patience) }
    throw DatabaseError(.refused, "this program opens files alone, and no databases on servers")
  }

  // MARK: New databases

  /// Creates a database from a model, in a file that must not exist yet or in an empty schema of a
  /// server. Other programs see it only after the body has filled it.
  ///
  /// - Parameters:
  ///   - sources: the files with the source records. The new file gets only the permissions that
  ///     all of them have.
  ///   - makesDatabase: true to create the database on the server first.
  package static func create(
    path: String, like sources: [String] = [], schema: Schema, origin: String,
    usesWAL: Bool = false, isAudited: Bool = false, spread: [SpreadRequest] = [],
    by author: Author = .ofProcess,
    on servers: (any ServerEngine)? = nil, makesDatabase: Bool = false, now: Timestamp,
    filling fill: ((Database) throws -> Void)? = nil
  ) throws {
    if let place = try placeOnServer(path, servers) {
      return try create(
        in: place, named: path, schema: schema, spread: spread, origin: origin,
        makesDatabase: makesDatabase, now: now
      ) { database in
        database.author = author
        if isAudited { _ = try database.setAudit(true) }
        try fill?(database)
        if fill != nil { try TablePlacement.placeRecords(in: database.connection) }
      }
    }
    if !spread.isEmpty { throw spreadsNothing(path) }
    let originals = sources.filter { !isAddress($0, on: servers) }.map { DatabaseFile(name: $0) }
    let draft = try DatabaseDraft(of: DatabaseFile(name: path), like: originals)
    do {
      try DatabaseBuilder.build(draft, schema: schema, origin: origin, usesWAL: usesWAL, now: now)
      let place = SQLitePlace(file: draft.file, patience: usualPatience, repairs: true)
      if isAudited || fill != nil {
        let database = try Database(place, named: path, for: .writing)
        database.author = author
        if isAudited { _ = try database.setAudit(true) }
        try fill?(database)
      }
    } catch {
      draft.remove()
      throw undone(error, path)
    }
    do {
      try draft.publish()
    } catch let error as EngineError {
      throw undone(error, path)
    }
  }

  /// Throws if the engine would truncate names of the model, or has its own columns with these names.
  package static func requireNames(
    of schema: Schema, in dialect: any Dialect
  ) throws(DatabaseError) {
    for entity in schema.tables.entities {
      for property in entity.columnProperties {
        guard let column = property.column, dialect.systemColumns.contains(column.text) else {
          continue
        }
        throw DatabaseError(
          .refused,
          "'\(property.name)' of \(entity.name) cannot be stored: each table of \(dialect.engine) has its "
            + "own column '\(column)'", hint: "give it another name in the model",
          outcome: .unchanged)
      }
    }
    guard let longest = dialect.longestName, let name = longNames(of: schema, in: dialect).first
    else { return }
    throw DatabaseError(
      .refused,
      "\(dialect.engine) has names of \(longest) bytes at most, and '\(name)' has \(name.utf8.count)",
      outcome: .unchanged)
  }

  /// Creates a database in one transaction.
  private static func create(
    in place: any DatabasePlace, named name: String, schema: Schema, spread: [SpreadRequest],
    origin: String, makesDatabase: Bool, now: Timestamp, filling fill: (Database) throws -> Void
  ) throws {
    func make() throws {
      let connection = try place.openEmpty()
      try connection.transaction(writing: true) {
        try TablePlacement.prepare(spread, of: schema, in: connection, name)
        try requireNames(of: schema, in: connection.dialect)
        try DatabaseBuilder.build(connection, path: name, schema: schema, origin: origin, now: now)
        try fill(Database(connection, in: place, path: name, schema: schema))
      }
    }
    do {
      try makesDatabase ? place.withNewDatabase(make) : make()
    } catch let error as EngineError {
      throw place.explained(error, named: name, after: place.patience)
    }
  }

  /// Creates a temporary database from a model. It is read-only after it is filled.
  /// - Parameter path: the source of the records, as the user named it.
  package static func temporary(
    path: String, schema: Schema, origin: String, now: Timestamp,
    filling fill: (Database) throws -> Void
  ) throws -> Database {
    do {
      let connection = try DatabaseDraft.temporary()
      try DatabaseBuilder.build(connection, path: path, schema: schema, origin: origin, now: now)
      let place = SQLitePlace(ofRecordsIn: DatabaseFile(name: path))
      let database = Database(connection, in: place, path: path, schema: schema, kind: .recordFile)
      try fill(database)
      try connection.forbidWriting()
      return database
    } catch let error as EngineError {
      throw DatabaseError(error, path: path, patience: usualPatience)
    }
  }

  /// Creates a database in memory from a model. It ends with the object.
  package static func inMemory(schema: Schema, origin: String, now: Timestamp) throws -> Database {
    let path = ":memory:"
    do {
      let connection = try DatabaseDraft.inMemory()
      try DatabaseBuilder.build(connection, path: path, schema: schema, origin: origin, now: now)
      let place = SQLitePlace(ofRecordsIn: DatabaseFile(name: path))
      return Database(connection, in: place, path: path, schema: schema)
    } catch let error as EngineError {
      throw DatabaseError(error, path: path, patience: usualPatience)
    }
  }

  /// Throws if no database can be created at the path. Long commands check this before they begin.
  package static func requireFree(
    _ path: String, on servers: (any ServerEngine)? = nil
  ) throws(DatabaseError) {
    // A server checks this when the database is created.
    if isAddress(path, on: servers) { return }
    try DatabaseDraft.requireFree(DatabaseFile(name: path))
  }

  /// Marks an error during creation as without effect, because the draft is discarded.
  private static func undone(_ error: any Error, _ path: String) -> any Error {
    switch error {
    case var error as EngineError:
      error.outcome = .unchanged
      return DatabaseError(error, path: path, patience: usualPatience)
    case let error as DatabaseError where error.outcome == .unknown:
      return error.with(.unchanged)
    default: return error
    }
  }
}

/// Creates the objects of a new database.
private enum DatabaseBuilder {
  /// Builds a new file. It closes the connection at the end, so that the content of a write-ahead
  /// log reaches the file.
  static func build(
    _ draft: DatabaseDraft, schema: Schema, origin: String, usesWAL: Bool, now: Timestamp
  ) throws {
    let path = draft.file.path
    let connection = try draft.connection(keepingLog: usesWAL, patience: Database.usualPatience)
    try build(connection, path: path, schema: schema, origin: origin, now: now)
  }

  static func build(
    _ connection: any Connection, path: String, schema: Schema, origin: String, now: Timestamp
  ) throws {
    try connection.transaction(writing: true) {
      let table = ModelTable(connection: connection, path: path)
      try table.create()
      let objects = schemaObjects(of: schema, in: connection.dialect).map(\.sql)
      let comments = schemaComments(of: schema, in: connection.dialect)
      try connection.runAll((objects + comments).map(SQLText.written), asking: [])
      try connection.run(try ModelTable.insertion(of: schema, origin: origin, version: 1, now: now))
    }
  }
}
