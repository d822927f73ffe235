package import Engines
package import PlainText
package import SQLText

/// The state of a database file after a commit that is still in its write-ahead log. It can only be read.
package final class EarlierState: DatabasePlace {
  private let logged: LoggedFile
  private let number: Int
  package private(set) var isForeign = true
  package let patience = Duration.zero

  /// - Parameter number: 0 for the state before the first commit in the log.
  package init(of logged: LoggedFile, after number: Int) throws(DatabaseError) {
    try logged.requireState(number)
    self.logged = logged
    self.number = number
  }

  package var note: String? { nil }
  package var hasCurrentCopy: Bool { false }

  package func requireThere(forWriting: Bool) throws(DatabaseError) {
    if forWriting { throw refusal }
  }

  package func open(
    asking questions: [SQLText], about table: Name?, isNamed: (any Connection) -> Bool
  ) throws -> any Connection {
    let connection = try SQLiteConnection.opened(logged, after: number)
    let header = connection.header
    if header.isOfTurso { throw header.refusalOfTurso(named: logged.file.name) }
    isForeign = !header.isMarked
    connection.forbidLongValues()
    if isForeign {
      connection.guardAgainstOthers()
      connection.addExternalData(of: logged.path)
    }
    return connection
  }

  package func openForWriting(
    asking questions: [SQLText], about table: Name?,
    _ requireChangeable: (any Connection) throws -> Void
  ) throws -> any Connection {
    throw refusal
  }

  package func openEmpty() throws -> any Connection { throw refusal }

  package func openAgain(forWriting: Bool, patience: Duration) throws -> any Connection {
    if forWriting { throw refusal }
    return try SQLiteConnection.opened(logged, after: number)
  }

  package func repairing<Result>(_ isReader: Bool, _ body: () throws -> Result) throws -> Result {
    try body()
  }

  package func explained(
    _ error: EngineError, named name: String, after patience: Duration
  ) -> DatabaseError {
    // An end of the file within a page is an error of the page, and no error of the disk.
    if !logged.isUnchanged { return changed }
    return DatabaseError(error, path: name, patience: patience)
  }

  package func refusal(of error: EngineError) -> DatabaseError? { nil }

  private var refusal: DatabaseError {
    DatabaseError(
      .refused, "an earlier state of '\(logged.file.name)' cannot be changed",
      hint: """
        \(quotedCommand("flagdb", "backup", logged.file.name, "FILE", "--wal-at", "\(number)")) \
        makes a file of it, which can be changed
        """,
      outcome: .unchanged)
  }

  private var changed: DatabaseError {
    DatabaseError(
      .fileChanged, "'\(logged.file.name)' was changed by another program while it was read",
      hint: "run the command again")
  }
}
