/// The operations of a database in a file.
package protocol FileConnection: AnyObject {
  /// True if the file has a write-ahead log.
  var keepsLog: Bool { get }
  /// The command with which a user can mark the file as a flagdb database.
  func commandToMark(_ path: String, layout: Int64) -> String
  /// Fills an empty file with a consistent copy of the database.
  /// - Parameter isForeign: true if another program created the database.
  /// - Parameter compacts: true if the copy has no unused pages.
  func fill(file path: String, isForeign: Bool, compacts: Bool) throws(EngineError)
}
