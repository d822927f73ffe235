extension Database {
  /// Writes a consistent copy of the database, as it is at one moment, to a file that must not
  /// exist yet. Others may read and write meanwhile.
  public func backUp(to path: String) throws {
    let file = DatabaseFile(name: path)
    try file.create()
    do throws(SQLiteError) {
      try connection.copy(to: try Connection(path: file.path, .writing))
    } catch {
      file.remove()
      throw DatabaseError(error, path: path)
    }
  }
}
