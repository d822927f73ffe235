/// The operations of a database in a file or in memory.
package protocol FileConnection: AnyObject {
  /// True if the database is in memory, and ends with the connection.
  var isInMemory: Bool { get }
  /// True if the file has a write-ahead log.
  var keepsLog: Bool { get }
  /// Syncs the write-ahead log only before a checkpoint, so that a power failure may undo the last commits. Does
  /// nothing without such a log, because the file could then be damaged.
  func syncRarely() throws(EngineError)
  /// Calls the closure after each statement.
  func trace(_ report: @escaping (FinishedStatement) -> Void)
  /// Calls the closure when the connection has been closed.
  func afterClose(_ body: @escaping @Sendable () -> Void)
  /// Notes the tables that statements read which are prepared from now on; nil ends it.
  func noteReads(in notes: ReadNotes?)
  /// Notes the records that statements change from now on; nil ends it. It misses records of tables without a rowid,
  /// and those of a statement that deletes all records.
  func noteChanges(in notes: ChangeNotes?)
  /// The command with which a user can mark the file as a flagdb database.
  func commandToMark(_ path: String, layout: Int64) -> String
  /// Fills an empty file with a consistent copy of the database.
  /// - Parameters:
  ///   - isForeign: true if another program created the database.
  ///   - compacts: true if the copy has no unused pages.
  ///   - goesOn: called before each part of the copy; false interrupts it.
  func fill(
    file path: String, isForeign: Bool, compacts: Bool, while goesOn: () -> Bool
  ) throws(EngineError)
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
