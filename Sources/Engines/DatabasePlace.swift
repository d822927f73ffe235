/// The place of a database, which opens it: a file, whoever made it, or a schema of a server.
package protocol DatabasePlace: AnyObject {
  /// True if another program made the database. It is known once the database is open.
  var isForeign: Bool { get }
  /// Tells that a copy is read, and why; nil if it is the database.
  var note: String? { get }
  /// True if a copy is read, and nobody has written the database since it was made.
  var hasCurrentCopy: Bool { get }
  /// The time to wait for a lock of another program.
  var patience: Duration { get }

  /// Throws unless there is something to be opened.
  func requireThere(forWriting: Bool) throws(DatabaseError)
  /// Opens the database for reading, wherever it is.
  func open() throws -> any Connection
  /// - Parameter requireChangeable: throws if a foreign database must not be changed. It is called
  ///   before anything is done that could change it.
  func openForWriting(
    _ requireChangeable: (any Connection) throws -> Void
  ) throws -> any Connection
  /// Opens what is there and empty, and will be a database of ours; throws if it is not empty.
  func openEmpty() throws -> any Connection
  /// Makes the database of a server that the place is in, and runs the body. If the body throws, the
  /// database is taken away again, or the error says that it stays.
  func withNewDatabase<Result>(_ body: () throws -> Result) throws -> Result
  /// Opens it once more, beside a connection that may have it locked.
  func openAgain(
    forWriting: Bool, patience: Duration
  ) throws -> any Connection
  /// Runs what begins to read, and runs it again where a writer was killed and somebody who may write
  /// has to bring the database to order.
  func repairing<Result>(_ isReader: Bool, _ body: () throws -> Result) throws -> Result

  /// Says an error in words for the user, who named the database so.
  func explained(
    _ error: EngineError, named name: String, after patience: Duration
  ) -> DatabaseError
  /// Says why a database of others does not take a change, where its own triggers and foreign keys are
  /// the reason; nil for any other error.
  func refusal(of error: EngineError) -> DatabaseError?
}

extension DatabasePlace {
  /// A file is in no database that could be missing.
  package func withNewDatabase<Result>(_ body: () throws -> Result) throws -> Result { try body() }
}
