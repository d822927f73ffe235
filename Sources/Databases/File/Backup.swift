import Engines
import FlagModel
import SQLiteEngine

extension Database {
  /// Writes a consistent copy of the database, as it is at one moment, to a file that must not
  /// exist yet. Others may read and write meanwhile.
  /// - Parameter compacts: true if the copy has no unused pages.
  package func backUp(to path: String, compacts: Bool = false) throws {
    try backUp(file(of: connection), to: path, compacts: compacts)
  }

  /// Copies the file as it is before a migration that has its lock, and so as the migration finds
  /// it, to a new file beside it, and answers with the name of that.
  func backUpBeside(now: Timestamp) throws -> String {
    // The connection that will write cannot be copied from; to another one the lock is no hindrance.
    let source = try place.openAgain(forWriting: false, patience: connection.patience)
    let moment = now.text.prefix(19).map { $0 == ":" ? "-" : $0 }
    let name = "\(path).backup-\(String(moment))"
    for number in 1...Self.mostBackups {
      let name = number == 1 ? name : "\(name)-\(number)"
      do {
        try backUp(file(of: source), to: name)
        // The migration is still to come.
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
    throw DatabaseError(.refused, "'\(path)' is in no file that could be copied")
  }

  /// As many in one second as nobody makes.
  private static let mostBackups = 100

  private func backUp(_ source: any FileConnection, to path: String, compacts: Bool = false) throws
  {
    let draft = try DatabaseDraft(
      of: DatabaseFile(name: path), like: [DatabaseFile(name: self.path)], isForeign: kind.isForeign
    )
    do {
      // The copy is compacted and not the database, whose writers would have to wait.
      try source.fill(file: draft.file.path, isForeign: kind.isForeign, compacts: compacts)
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
