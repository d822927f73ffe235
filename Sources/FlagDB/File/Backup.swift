extension Database {
  /// Writes a consistent copy of the database, as it is at one moment, to a file that must not
  /// exist yet. Others may read and write meanwhile.
  public func backUp(to path: String) throws {
    let draft = try DatabaseDraft(
      of: DatabaseFile(name: path), like: DatabaseFile(name: self.path))
    do {
      try copy(to: draft.file)
      try draft.publish()
    } catch let error as SQLiteError {
      draft.remove()
      let isOfSource = error.isBusy || error.isCorruption || error.isUnreadable
      throw DatabaseError(
        error, path: isOfSource ? self.path : path, patience: connection.patience)
    }
  }

  private func copy(to file: DatabaseFile) throws(SQLiteError) {
    try connection.copy(
      to: try Connection(path: file.path, .writing, patience: connection.patience))
  }
}
