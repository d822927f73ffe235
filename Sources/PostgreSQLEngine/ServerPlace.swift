import Addresses
package import Engines
package import FlagModel
package import SQLText

/// The place of a database on a server: a schema that flagdb has created or will fill.
package final class ServerPlace: DatabasePlace {
  let address: DatabaseAddress
  /// Nil if a connection is closed after its use.
  let spare: SpareConnection?
  let openTimeout: Duration?
  var askPassword: ((_ user: String) -> String?)?
  package let patience: Duration
  package private(set) var isForeign = true
  /// True if Citus stores some of the records on worker nodes.
  private var hasMachines = false

  init(
    _ address: DatabaseAddress, patience: Duration, openTimeout: Duration?,
    spare: SpareConnection?, askPassword: ((_ user: String) -> String?)?
  ) {
    self.address = address
    self.patience = patience
    self.openTimeout = openTimeout
    self.spare = spare
    self.askPassword = askPassword
  }

  package func open(
    asking questions: [SQLText], about table: Name?, isNamed: (any Connection) -> Bool
  ) throws -> any Connection {
    try opened(questions, table) { isNamed($0) ? [] : ServerTables.questions }
  }

  package func openForWriting(
    asking questions: [SQLText], about table: Name?,
    _ requireChangeable: (any Connection) throws -> Void
  ) throws -> any Connection {
    // A change reads the tables in its own transaction.
    let connection = try opened(questions + [PostgreSQLConnection.straying], table) { _ in [] }
    if isForeign {
      try requireChangeable(connection)
    } else {
      try requireOwnFunctions(connection)
    }
    return connection
  }

  /// Throws if a trigger would change records of another schema, which now has the earlier name of
  /// this one.
  private func requireOwnFunctions(_ connection: PostgreSQLConnection) throws {
    let functions = try connection.strayFunctions()
    guard let first = functions.first else { return }
    let schema = connection.dialect.quoted(address.schema)
    let repair = functions.map { "ALTER ROUTINE \($0) SET search_path TO \(schema), pg_temp;" }
    throw DatabaseError(
      .refused,
      "the schema '\(address.schema)' of '\(address.text)' was renamed, and \(first) still looks "
        + "for tables in the old one",
      hint: "as the owner, by psql: SET search_path TO \(schema); \(repair.joined(separator: " "))",
      outcome: .unchanged)
  }

  package func openAgain(forWriting: Bool, patience: Duration) throws -> any Connection {
    let connection = try connect(patience)
    connection.isForeign = isForeign
    if !isForeign { try connection.lookForParts() }
    return connection
  }

  /// Opens an empty schema for a new flagdb database.
  package func openEmpty() throws -> any Connection {
    let connection = try connect(patience)
    try connection.openUnused()
    try requireSchema(connection)
    try requireLetters(connection)
    let schema = "the schema '\(address.schema)' of '\(address.text)'"
    if try connection.isDefined(PostgreSQLConnection.models, by: "") {
      throw DatabaseError(
        .exists, "\(schema) already contains a flagdb database", outcome: .unchanged)
    }
    guard try connection.objects().isEmpty else {
      throw DatabaseError(
        .exists, "\(schema) is not empty",
        hint: "flagdb needs an empty schema: 'CREATE SCHEMA zoo', and ?schema=zoo",
        outcome: .unchanged)
    }
    isForeign = false
    return connection
  }

  /// Throws if the encoding of the database would make the server miscount or miscompare
  /// characters.
  private func requireLetters(_ connection: PostgreSQLConnection) throws {
    let settings = try connection.row(PostgreSQLConnection.letters)
    if case .text(let encoding)? = settings?.first, encoding != "UTF8" {
      throw DatabaseError(
        .refused, "the database of '\(address.text)' has the encoding \(encoding)",
        hint: "CREATE DATABASE zoo ENCODING 'UTF8' TEMPLATE template0 creates a suitable one",
        outcome: .unchanged)
    }
    if settings?.last == .integer(0) {
      throw DatabaseError(
        .refused,
        "the server of '\(address.text)' was built without ICU, which flagdb needs to compare texts",
        outcome: .unchanged)
    }
  }

  private func connect(_ patience: Duration) throws(EngineError) -> PostgreSQLConnection {
    let server = try LibpqConnection(
      address, lockTimeout: Int64(patience / .milliseconds(1)), openTimeout: openTimeout,
      spare: spare, askPassword: askPassword)
    return PostgreSQLConnection(server, patience: patience)
  }

  /// - Parameter ofTables: the questions about the tables of a foreign database, unless a sidecar is in it.
  private func opened(
    _ questions: [SQLText], _ table: Name?, ofTables: (any Connection) -> [SQLText]
  ) throws -> PostgreSQLConnection {
    let connection = try connect(patience)
    do throws(EngineError) {
      try connection.openModels(questions, about: table)
    } catch {
      guard error.unknownName != nil else { throw error }
      // Only the table of a flagdb database has the column for the format version.
      let hasSidecar = error.code?.text == SQLState.undefinedColumn
      try connection.openTables(asking: hasSidecar ? questions : ofTables(connection))
      try requireSchema(connection)
      try requireTables(connection)
      return connection
    }
    isForeign = false
    hasMachines = connection.dialect.spreads.others != nil
    return connection
  }

  /// Throws if the schema has no tables.
  private func requireTables(_ connection: PostgreSQLConnection) throws {
    let any = try connection.value(PostgreSQLConnection.anyTable)
    if any != nil { return }
    throw DatabaseError(
      .notADatabase, "the schema '\(address.schema)' of '\(address.text)' has no tables",
      hint: "\(quotedCommand("flagdb", "new", address.text, "MODEL.swift")) creates one in it")
  }

  private func requireSchema(_ connection: PostgreSQLConnection) throws {
    let state = try connection.lookForSchema()
    if state == .usable { return }
    if state == .missing {
      throw DatabaseError(
        .noSuchFile, "there is no schema '\(address.schema)' in '\(address.text)'",
        hint: "create it with 'CREATE SCHEMA', or give another one with ?schema=")
    }
    // The server would replace this name by the name of the user.
    if address.schema == "$user" {
      throw DatabaseError(
        .refused,
        "a schema named '$user' cannot be used: the server replaces this name by that of the user")
    }
    throw DatabaseError(
      .refused, "this user may not use the schema '\(address.schema)' of '\(address.text)'",
      hint: "the owner of the schema can GRANT the right")
  }

  package func explained(
    _ error: EngineError, named name: String, after patience: Duration
  ) -> DatabaseError {
    // Another program created the same objects at the same time.
    if error.code?.text == "42P07" || error.columnPaths.contains(where: { $0.hasPrefix("pg_") }) {
      return DatabaseError(
        .exists, "another program created tables in '\(name)' at the same time",
        outcome: .unchanged, cause: error)
    }
    if error.isOfWorker {
      var outcome = error.outcome
      if outcome == nil, error.sql != nil { outcome = .unchanged }
      return DatabaseError(
        .failed, "a worker node of '\(name)' does not answer: \(error.words)",
        hint: "'SELECT * FROM citus_check_cluster_node_health()' shows which nodes do",
        outcome: outcome, cause: error)
    }
    if hasMachines, let code = error.code?.text, ["0A000", "XX000"].contains(code) {
      return DatabaseError(
        .refused, "the worker nodes of '\(name)' do not support this: \(error.words)",
        hint: "'flagdb copy' creates a database on a single server, which does",
        outcome: error.outcome, cause: error)
    }
    return DatabaseError(ofServer: error, name)
  }
}
