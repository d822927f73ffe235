package import Databases
import Engines
package import FlagModel
package import ForeignModels
package import Platform
import SQLiteEngine

/// Gives names to the tables of a foreign database.
///
/// This module makes the model of `adopt`, and stores it in a sidecar.
package struct Adopter: DatabaseWork {
  package let database: Database

  package init(_ database: Database) { self.database = database }

  /// The model to add names to. It is the adopted model, adapted to the current tables, or else the
  /// model of the tables with the types of their values.
  package func model(_ given: GivenModels = GivenModels()) throws -> AdoptedModel {
    try database.requireAllowed(.adopt)
    return try database.translated {
      try database.read {
        let tables = try database.modelSource.tables()
        let store = try database.modelSource.store(of: tables, given)?.schema
        let plain = try store ?? sampled(SchemaOfTables.schema(of: tables))
        var model = AdoptedModel(
          schema: plain, fingerprint: try connection.fingerprint(by: database.stores))
        if let sidecar = kind.sidecar {
          try model.keep(
            sidecar, tables, isStore: store != nil, takesWhole: given.storeModels.isEmpty)
        }
        for schema in given.schemas { model.schema = try model.schema.named(by: schema) }
        return model
      }
    }
  }

  private func sampled(_ schema: Schema) throws -> Schema {
    try ValueSampler(connection, warn: database.warn).sampled(schema)
  }

  /// The sidecar for a model. Its text is parsed again before use. If the result is another model,
  /// it throws.
  package func sidecar(of model: AdoptedModel) throws -> Sidecar {
    let sidecar = Sidecar(model.schema, fingerprint: model.fingerprint, inPlaceOf: kind.sidecar)
    let read = try Sidecar(
      SourceText(name: "the model of '\(path)'", sidecar.text),
      isTyped: connection.keepsDeclaredTypes)
    try read.requireSame(as: model.schema)
    return read
  }

  /// Writes a sidecar in place of the existing one, or beside the file. If the folder is not
  /// writable, it goes to the user's data folder.
  package func write(_ sidecar: Sidecar, in files: FilesInUse) throws -> SidecarPlace {
    try replacingSidecar {
      try requireSameSidecar(in: connection)
      if let place = kind.sidecar?.place { return try write(sidecar, to: place, in: files) }
      if connection.identity != nil { return try write(sidecar, to: ownPlace(), in: files) }
      do {
        return try write(sidecar, to: .besideFile(path), in: files)
      } catch let error as FileError where error.isOfFolder {
        guard let userPlace = try? ownPlace() else { throw error }
        return try write(sidecar, to: userPlace, in: files)
      }
    }
  }

  /// The place in the user's data folder, which is created if necessary.
  private func ownPlace() throws -> SidecarPlace {
    guard let place = SidecarPlace.files(for: path, in: connection).last,
      case .ofUser(let file) = place
    else {
      throw DatabaseError(
        .refused, "there is no folder for the sidecar of '\(path)'",
        hint: "set HOME or XDG_DATA_HOME, or store the names in the database with --inside")
    }
    makeFolders(of: file)
    return place
  }

  private func write(
    _ sidecar: Sidecar, to place: SidecarPlace, in files: FilesInUse
  ) throws -> SidecarPlace {
    guard let path = place.path else { return place }
    let mode = database.modeOfSidecar
    try requireSidecar(at: path)
    files.endUse(at: path)
    do throws(FileError) {
      try replaceFile(at: path, with: Array(sidecar.text.utf8), exactly: mode, in: files)
    } catch {
      // The sidecar was written, only not synced.
      guard error.isOfSync else { throw error }
      database.warn(error.message)
    }
    return place
  }

  /// Runs the body, which replaces the sidecar, under a lock against other processes that replace
  /// the same sidecar.
  private func replacingSidecar<Result>(_ body: () throws -> Result) throws -> Result {
    try database.translated {
      guard let folder = folderOfSidecar else { return try body() }
      return try alone(inFolder: folder, patience: connection.patience, body)
    }
  }

  /// The folder to lock while the sidecar is replaced; nil if there is none.
  private var folderOfSidecar: String? {
    if connection.identity != nil { return (try? ownPlace().path).map(folder(of:)) }
    let file = DatabaseFile(name: path).path
    return folder(of: resolvedPath(file) ?? file)
  }

  /// Throws if the sidecar has changed since the database was opened, because the new one would
  /// discard those changes.
  private func requireSameSidecar(in connection: any Connection) throws {
    let now = try ModelSearch().sidecarText(for: path, in: connection)
    let before = kind.sidecar
    if now?.place == before?.place, now?.source.utf8 == before?.source.utf8 { return }
    throw changedMeanwhile("names")
  }

  private func changedMeanwhile(_ what: String) -> DatabaseError {
    DatabaseError(
      .modelChanged, "another program changed the \(what) of '\(path)' during this command",
      hint: "run the command again", outcome: .unchanged)
  }

  /// Throws if the path exists and is not a sidecar.
  private func requireSidecar(at path: String) throws {
    if !isSymbolicLink(path) {
      guard let kind = try? fileKind(at: path) else { return }
      if kind == .regular, let bytes = firstBytes(ofUnlockedFileAt: path, count: 32),
        Sidecar.isMarked(bytes)
      {
        return
      }
    }
    throw DatabaseError(
      .exists, "'\(path)' is not a sidecar of flagdb, and is not replaced",
      hint: "move it away, or store the names in the file with --inside")
  }

  /// Stores a sidecar in a table of the file, and removes the sidecar beside it.
  package func writeInside(_ sidecar: Sidecar, now: Timestamp) throws {
    try database.requireAllowed(.storeNames)
    if connection.identity == nil { try DatabaseFile(name: path).requireWritable() }
    let writer = try database.translated {
      try database.place.openAgain(forWriting: true, patience: connection.patience)
    }
    try replacingSidecar {
      try writer.transaction(writing: true) {
        try requireSameSidecar(in: writer)
        if try writer.fingerprint(by: database.stores) != sidecar.fingerprint {
          throw changedMeanwhile("tables")
        }
        try ModelTable(connection: writer, path: path).keep(sidecar, now: now)
      }
      if let file = kind.sidecar?.place?.path { removeFile(at: file) }
    }
  }
}

extension FileError {
  /// True if the folder does not allow a new file.
  fileprivate var isOfFolder: Bool {
    guard case .system(let error) = problem else { return false }
    return [EACCES, EPERM, EROFS, ENAMETOOLONG].contains(error.code)
  }
}
