/// The methods for an app, which uses a connection for a long time.
package protocol LongUse: AnyObject {
  /// From now on, transactions do not wait for the disk, so that a power failure may undo the last ones, always whole
  /// and in order. Does nothing where that could damage the database.
  func syncRarely() throws(EngineError)
  /// Calls the closure after each statement.
  func trace(_ report: @escaping (FinishedStatement) -> Void)
  /// Calls the closure when the connection has been closed.
  func afterClose(_ body: @escaping @Sendable () -> Void)
  /// False if a new connection must replace this one, because the server closed it, or because a request to cancel a
  /// statement may still reach it. No transaction may be open.
  var isUsable: Bool { get }
}

extension LongUse {
  package var isUsable: Bool { true }
}

/// A statement that has run.
package struct FinishedStatement {
  /// The SQL with its parameters, without their values.
  package let sql: String
  package let nanoseconds: Int64
  /// The number of returned rows.
  package let rows: Int

  package init(sql: String, nanoseconds: Int64, rows: Int) {
    self.sql = sql
    self.nanoseconds = nanoseconds
    self.rows = rows
  }
}
