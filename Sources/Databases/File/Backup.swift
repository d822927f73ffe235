import Engines
package import FlagModel
import SQLiteEngine

extension Database {
  /// Writes a consistent copy of the database to a file that must not exist yet. Other programs may
  /// read and write meanwhile.
  /// - Parameters:
  ///   - compacts: true if the copy has no unused pages.
  ///   - goesOn: called before each part of the copy; false interrupts it.
  package func backUp(
    to path: String, compacts: Bool = false, while goesOn: () -> Bool = { true }
  ) throws {
    try backUp(file(of: connection), to: path, compacts: compacts, while: goesOn)
  }

  /// Copies the file to a new file beside it, before a migration that already has the lock. So the
  /// copy has the state that the migration finds. Returns the name of the copy.
  package func backUpBeside(now: Timestamp) throws -> String {
    // The connection with the write lock cannot be copied, but another connection can read.
    let source = try place.openAgain(forWriting: false, patience: connection.patience)
    let moment = now.text.prefix(19).map { $0 == ":" ? "-" : $0 }
    let name = "\(path).backup-\(String(moment))"
    for number in 1...Self.mostBackups {
      let name = number == 1 ? name : "\(name)-\(number)"
      do {
        try backUp(file(of: source), to: name)
        // The migration has not begun yet, so a signal may still end the command.
        Interruption.honourSignals()
        return name
      } catch let error as DatabaseError where error.kind == .exists {
        continue
      }
    }
    throw DatabaseError(.exists, "'\(name)' exists already, and so do the names after it")
  }

  private func file(of connection: any Connection) throws(DatabaseError) -> any FileConnection {
    if let file = connection.file { return file }
    let line = try? Self.lineToDump(path)
    throw DatabaseError(
      .refused, "'\(path)' is on a server, and only files are copied",
      hint: line.map { .words("\($0) writes the schema as SQL") })
  }

  /// The maximum number of backups in one second.
  private static let mostBackups = 100

  private func backUp(
    _ source: any FileConnection, to path: String, compacts: Bool = false,
    while goesOn: () -> Bool = { true }
  ) throws {
    let draft = try DatabaseDraft(
      of: DatabaseFile(name: path), like: [DatabaseFile(name: self.path)], isForeign: kind.isForeign
    )
    do {
      // The copy is compacted and not the database, whose writers would have to wait.
      try source.fill(
        file: draft.file.path, isForeign: kind.isForeign, compacts: compacts, while: goesOn)
      try requireUnchanged()
      try draft.publish()
    } catch {
      draft.remove()
      guard let error = error as? EngineError else { throw error }
      let isOfSource = error.isBusy || error.isCorruption || error.isUnreadable
      throw DatabaseError(
        error, path: isOfSource ? self.path : path, patience: connection.patience)
    }
  }
}
