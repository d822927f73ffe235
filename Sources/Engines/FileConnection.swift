/// The operations of a database in a file or in memory.
package protocol FileConnection: AnyObject {
  /// True if the database is in memory, and ends with the connection.
  var isInMemory: Bool { get }
  /// True for an earlier state of a file. The log beside the file belongs to the current state.
  var isEarlierState: Bool { get }
  /// True if the file has a write-ahead log.
  var keepsLog: Bool { get }
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
  ///   - continues: called before each part of the copy; false interrupts it.
  func fill(
    file path: String, isForeign: Bool, compacts: Bool, while continues: () -> Bool
  ) throws(EngineError)
}
