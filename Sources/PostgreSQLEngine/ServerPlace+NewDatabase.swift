import Addresses
import Engines
import FlagModel
import PostgreSQLText

extension ServerPlace {
  package func withNewDatabase<Result>(_ body: () throws -> Result) throws -> Result {
    let asked = askPassword
    defer { askPassword = asked }
    askPassword = Self.once(asked)
    let database = try NewDatabase(at: self)
    try database.make()
    do {
      try database.makeSchema()
      return try body()
    } catch {
      throw database.takenBack(after: error)
    }
  }

  /// Asks for a password only once for several connections.
  private static func once(
    _ ask: ((_ user: String) -> String?)?
  ) -> ((_ user: String) -> String?)? {
    guard let ask else { return nil }
    var typed: String?
    return { user in
      typed = typed ?? ask(user)
      return typed
    }
  }
}

/// A new database on a server, created through a connection to an existing database.
private final class NewDatabase {
  private let place: ServerPlace
  private let name: Name
  private let dialect = PostgreSQLDialect()
  /// The connection to the existing database, which stays open to drop the new one after an error.
  private let maintenance: LibpqConnection

  /// Throws if the database exists.
  init(at place: ServerPlace) throws {
    self.place = place
    name = try Self.missingName(at: place)
    maintenance = try Self.connect(place)
  }

  /// The name of the database, which may come from the environment.
  private static func missingName(at place: ServerPlace) throws -> Name {
    do throws(EngineError) {
      _ = try LibpqConnection(place.address, askPassword: place.askPassword)
    } catch {
      guard error.code?.text == SQLState.unknownDatabase, let name = error.database else {
        throw error
      }
      return try shortName(name)
    }
    throw DatabaseError(
      .exists, "the database of '\(place.address.text)' exists already",
      hint: "'flagdb new' without '--create-database' makes the tables in an empty schema of it",
      outcome: .unchanged)
  }

  /// Throws if the server would truncate the name.
  private static func shortName(_ name: String) throws(DatabaseError) -> Name {
    guard let longest = PostgreSQLDialect().longestName, name.utf8.count > longest else {
      return Name(name)
    }
    throw DatabaseError(
      .refused,
      "PostgreSQL has names of \(longest) bytes at most, and '\(name)' has \(name.utf8.count)",
      outcome: .unchanged)
  }

  /// A connection to a maintenance database, which nearly every server has.
  private static func connect(_ place: ServerPlace) throws(EngineError) -> LibpqConnection {
    func connect(_ name: String) throws(EngineError) -> LibpqConnection {
      try LibpqConnection(
        place.address.inDatabase(name), lockTimeout: Int64(place.patience / .milliseconds(1)),
        askPassword: place.askPassword)
    }
    do throws(EngineError) {
      return try connect("postgres")
    } catch {
      let isMissing = error.code?.text == SQLState.unknownDatabase
      guard isMissing || error.kind == .forbidden else { throw error }
      return try connect("template1")
    }
  }

  private var quotedName: String { dialect.quoted(name) }

  func make() throws {
    do throws(EngineError) {
      try maintenance.executeAlone(
        "CREATE DATABASE \(quotedName) ENCODING 'UTF8' TEMPLATE template0")
    } catch {
      switch error.kind {
      case _ where error.code?.text == SQLState.existingDatabase || error.isUniqueViolation:
        throw DatabaseError(
          .exists, "another program created the database '\(name)' at the same time",
          outcome: .unchanged, cause: error)
      case .forbidden:
        throw DatabaseError(
          .refused, "this user may not make databases: \(error.message)",
          hint: "'ALTER ROLE … CREATEDB' by an administrator gives the right", outcome: .unchanged,
          cause: error)
      default: throw error
      }
    }
  }

  /// Creates the schema; a new database has only `public`.
  func makeSchema() throws(EngineError) {
    let connection = try LibpqConnection(place.address, askPassword: place.askPassword)
    guard try connection.lookForSchema() == .missing else { return }
    try connection.execute("CREATE SCHEMA \(dialect.quoted(place.address.schema))")
  }

  /// The error after the new database is dropped. If the commit may have succeeded, the database
  /// stays.
  func takenBack(after error: any Error) -> any Error {
    let outcome = (error as? EngineError)?.outcome ?? (error as? DatabaseError)?.outcome
    guard outcome != .unknown, outcome != .kept else {
      return adding("the database '\(name)' stays", to: error, outcome)
    }
    place.spare?.close()
    do throws(EngineError) {
      try maintenance.takeBack("DROP DATABASE \(quotedName)")
      return error
    } catch let failure {
      return adding("the empty database '\(name)' stays: \(failure.message)", to: error)
    }
  }

  /// The error with an addition to its message.
  private func adding(
    _ addition: String, to error: any Error, _ outcome: WriteOutcome? = nil
  ) -> any Error {
    var explained = error as? DatabaseError
    if let error = error as? EngineError {
      explained = place.explained(error, named: place.address.text, after: place.patience)
    }
    guard let explained else { return error }
    var hint = explained.hint
    if outcome == nil { hint = "'DROP DATABASE \(quotedName)' removes it" }
    return DatabaseError(
      explained.kind, "\(explained.message); \(addition)", hint: hint, outcome: outcome,
      cause: explained.cause)
  }
}
