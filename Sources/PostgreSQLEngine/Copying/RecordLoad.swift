internal import CPostgreSQL
package import Engines

/// Records that were sent by COPY. The server processes them while the next ones are prepared. They
/// form a nested transaction, which ends before the next request to the server.
package final class RecordLoad {
  private unowned let connection: LibpqConnection
  private let sql: String
  private var error: EngineError?

  /// Sends records for a COPY … FROM STDIN, without waiting for the result.
  package init(
    _ sql: String, in connection: LibpqConnection,
    _ body: (inout CopyWriter) throws(EngineError) -> Void
  ) throws(EngineError) {
    // All in one round trip.
    self.sql = "SAVEPOINT flagdb; \(sql); RELEASE flagdb"
    self.connection = connection
    do throws(EngineError) {
      try connection.send(self.sql, body)
    } catch {
      connection.undoPoint()
      throw error
    }
    connection.load = self
  }

  /// Waits until the records are inserted; throws if the server refused one of them, so that none
  /// is.
  package func end() throws(EngineError) {
    settle(stopping: false)
    if let error { throw error }
  }

  /// Waits until the server has processed the records; `end` returns the result.
  ///
  /// - Parameter stopping: true to cancel, because the transaction is rolled back anyway.
  func settle(stopping: Bool) {
    guard connection.load === self else { return }
    connection.load = nil
    if stopping { connection.wire.stop() }
    do throws(EngineError) {
      try connection.finish(sql)
    } catch {
      self.error = error
      connection.undoPoint()
    }
  }
}

extension LibpqConnection {
  /// Sends all records of a COPY without waiting for the result.
  fileprivate func send(
    _ sql: String, _ body: (inout CopyWriter) throws(EngineError) -> Void
  ) throws(EngineError) {
    try beginCopy(sql)
    var writer = CopyWriter(self, sql)
    do throws(EngineError) {
      try body(&writer)
      try writer.flush()
    } catch {
      giveUpCopy(sql)
      throw error
    }
    endCopy(nil)
  }
}
