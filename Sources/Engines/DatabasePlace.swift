package import FlagModel
package import SQLText

/// The place of a database, which opens it: a file, or a schema of a server.
package protocol DatabasePlace: AnyObject {
  /// True if another program created the database. It is only known after the database is open.
  var isForeign: Bool { get }
  /// A note that a copy is read, and why; nil if the database itself is read.
  var note: String? { get }
  /// True if a copy is read, and the database has not changed since.
  var hasCurrentCopy: Bool { get }
  /// The time limit for locks of other programs.
  var patience: Duration { get }

  /// Throws unless there is a database to open.
  func requireThere(forWriting: Bool) throws(DatabaseError)
  /// Opens the database for reading, wherever it is.
  /// - Parameters:
  ///   - questions: the first queries on a flagdb database.
  ///   - table: the table of the command, whose size a server then knows.
  ///   - isNamed: true if the user has a file with names for a foreign database, so that its tables are not read.
  func open(
    asking questions: [SQLText], about table: Name?, isNamed: (any Connection) -> Bool
  ) throws -> any Connection
  /// - Parameter requireChangeable: throws if a foreign database must not be changed. It is called
  ///   before anything that could change it.
  func openForWriting(
    asking questions: [SQLText], about table: Name?,
    _ requireChangeable: (any Connection) throws -> Void
  ) throws -> any Connection
  /// Opens an existing empty place for a new flagdb database. Throws if it is not empty.
  func openEmpty() throws -> any Connection
  /// Creates the database on the server, and runs the body. If the body throws, the new database is
  /// dropped, or the error says that it remains.
  func withNewDatabase<Result>(_ body: () throws -> Result) throws -> Result
  /// Opens the database again, beside a connection that may have locked it.
  func openAgain(forWriting: Bool, patience: Duration) throws -> any Connection
  /// Runs the start of a read. If a writer was killed, the database is repaired, and the read
  /// starts again.
  func repairing<Result>(_ isReader: Bool, _ body: () throws -> Result) throws -> Result

  /// Converts an error to a message for the user, with the name that the user gave.
  func explained(
    _ error: EngineError, named name: String, after patience: Duration
  ) -> DatabaseError
  /// The error for a change that triggers or foreign keys of a foreign database refuse; nil for any
  /// other error.
  func refusal(of error: EngineError) -> DatabaseError?
}

extension DatabasePlace {
  /// For a file there is nothing to create.
  package func withNewDatabase<Result>(_ body: () throws -> Result) throws -> Result { try body() }
}
