/// The questions to a database in a file alone.
package protocol FileConnection: AnyObject {
  /// True if the file has a write-ahead log.
  var keepsLog: Bool { get }
  /// The command by which a user gives the file the mark of a database of ours.
  func commandToMark(_ path: String, layout: Int64) -> String
  /// Fills an empty file with the whole database, as it is at one moment.
  /// - Parameter isForeign: true if another program made the database.
  /// - Parameter compacts: true if the copy has no unused pages.
  func fill(file path: String, isForeign: Bool, compacts: Bool) throws(EngineError)
}
