import Engines
package import FlagModel
import ForeignModels
package import Platform
import SQLiteEngine

/// Copies a database to a file.
package struct DatabaseBackup {
  private let database: Database

  package init(_ database: Database) { self.database = database }

  /// Writes a consistent copy of the database to a file that must not exist yet. Other programs may
  /// read and write meanwhile.
  /// - Parameters:
  ///   - compacts: true if the copy has no unused pages.
  ///   - continues: called before each part of the copy; false interrupts it.
  package func write(
    to path: String, compacts: Bool = false, while continues: () -> Bool = { true }
  ) throws {
    try write(file(of: database.connection), to: path, compacts: compacts, while: continues)
  }

  /// Writes a backup together with the sidecar and the folder of external data.
  ///
  /// - Returns: The outcome for the sidecar, which is copied even if it is not a valid model; nil
  ///   if there is no sidecar file.
  package func write(
    to path: String, compacts: Bool = false, in files: FilesInUse,
    while continues: () -> Bool = { true }
  ) throws -> SidecarCopy? {
    var source: String?
    if database.kind.allows(.adopt) {
      let paths = SidecarPlace.files(for: database.path, in: database.connection).lazy.compactMap(
        \.path)
      source = paths.first(where: isThere)
    }
    let target = "\(path)\(SidecarPlace.ending)"
    if source != nil, isThere(target) {
      throw DatabaseError(.exists, "'\(target)' exists already", outcome: .unchanged)
    }
    try write(to: path, compacts: compacts, while: continues)
    guard let source else { return nil }
    do throws(FileError) {
      let text = try readFile(at: source, limit: Sidecar.mostBytes, in: files)
      try replaceFile(at: target, with: text, exactly: database.modeOfSidecar, in: files)
      return .made(target)
    } catch {
      if error.isOfSync { database.warn(error.message) }
      if error.isOfSync { return .made(target) }
      return .failed(error)
    }
  }

  /// Copies the file to a new file beside it, before a migration that already has the lock. So the
  /// copy has the state that the migration finds. Returns the name of the copy.
  package func writeBeside(now: Timestamp) throws -> String {
    // The connection with the write lock cannot be copied, but another connection can read.
    let source = try database.place.openAgain(
      forWriting: false, patience: database.connection.patience)
    let moment = now.text.prefix(19).replacing(":", with: "-")
    let name = "\(database.path).backup-\(moment)"
    for number in 1...Self.mostBackups {
      let name = number == 1 ? name : "\(name)-\(number)"
      do {
        try write(file(of: source), to: name)
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
    let line = try? Database.lineToDump(database.path)
    throw DatabaseError(
      .refused, "'\(database.path)' is on a server, and only files are copied",
      hint: line.map { .words("\($0) writes the schema as SQL") })
  }

  /// The maximum number of backups in one second.
  private static let mostBackups = 100

  private func write(
    _ source: any FileConnection, to path: String, compacts: Bool = false,
    while continues: () -> Bool = { true }
  ) throws {
    let draft = try DatabaseDraft(
      of: DatabaseFile(name: path), like: [DatabaseFile(name: database.path)],
      isForeign: database.kind.isForeign
    )
    do {
      // The copy is compacted and not the database, whose writers would have to wait.
      try source.fill(
        file: draft.file.path, isForeign: database.kind.isForeign, compacts: compacts,
        while: continues
      )
      try database.requireUnchanged()
      try draft.publish()
    } catch {
      draft.remove()
      guard let error = error as? EngineError else { throw error }
      let isOfSource = error.isBusy || error.isCorruption || error.isUnreadable
      throw DatabaseError(
        error, path: isOfSource ? database.path : path, patience: database.connection.patience)
    }
  }
}

/// True if the path exists, even as a broken link.
private func isThere(_ path: String) -> Bool {
  isSymbolicLink(path) || (try? fileKind(at: path)) != nil
}
