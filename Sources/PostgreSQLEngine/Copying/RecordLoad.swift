internal import CPostgreSQL

/// Records that were sent by COPY, which the server takes while the next ones are made: a part of a
/// transaction, which is kept or undone before the server is asked for anything else.
package final class RecordLoad {
  private unowned let connection: PostgreSQLConnection
  private let sql: String
  private var error: PostgreSQLError?

  /// Sends records for a COPY … FROM STDIN, and leaves the server alone with them.
  package init(
    _ sql: String, in connection: PostgreSQLConnection,
    _ body: (inout CopyWriter) throws(PostgreSQLError) -> Void
  ) throws(PostgreSQLError) {
    // All in one exchange.
    self.sql = "SAVEPOINT flagdb; \(sql); RELEASE flagdb"
    self.connection = connection
    do throws(PostgreSQLError) {
      try connection.send(self.sql, body)
    } catch {
      connection.undoPart()
      throw error
    }
    connection.load = self
  }

  /// Waits until the records are there; throws if the server refused one of them, when none is.
  package func end() throws(PostgreSQLError) {
    settle(stopping: false)
    if let error { throw error }
  }

  /// Waits until the server is done with the records; `end` tells what has come of them.
  ///
  /// - Parameter stopping: true if they are undone whatever comes of them.
  func settle(stopping: Bool) {
    guard connection.load === self else { return }
    connection.load = nil
    if stopping { connection.wire.stop() }
    do throws(PostgreSQLError) {
      try connection.finish(sql)
    } catch {
      self.error = error
      connection.undoPart()
    }
  }
}

extension PostgreSQLConnection {
  /// Sends all records of a COPY, and does not wait for the answer.
  fileprivate func send(
    _ sql: String, _ body: (inout CopyWriter) throws(PostgreSQLError) -> Void
  ) throws(PostgreSQLError) {
    try beginCopy(sql)
    var writer = CopyWriter(self, sql)
    do throws(PostgreSQLError) {
      try body(&writer)
      try writer.flush()
    } catch {
      giveUpCopy(sql)
      throw error
    }
    endCopy(nil)
  }
}
