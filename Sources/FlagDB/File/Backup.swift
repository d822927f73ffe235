extension Database {
  /// Writes a consistent copy of the database, as it is at one moment, to a file that must not
  /// exist yet. Others may read and write meanwhile.
  public func backUp(to path: String) throws {
    let file = DatabaseFile(name: path)
    try file.create()
    do throws(SQLiteError) {
      let copy = try Connection(path: file.path, .writing, patience: connection.patience)
      try connection.copy(to: copy)
    } catch {
      file.remove()
      let isOfSource = error.isBusy || error.isCorruption || error.isUnreadable
      throw DatabaseError(
        error, path: isOfSource ? self.path : path, patience: connection.patience)
    }
  }
}
