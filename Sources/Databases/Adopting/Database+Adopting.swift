package import FlagModel
internal import ManagedModels
package import Platform

/// The model that a file of others is adopted with, and what a change of its tables did to it.
package struct AdoptedModel {
  package var schema: Schema
  /// The names that the tables have got since the file was adopted last: `item`, `item.price`.
  package fileprivate(set) var gained: [Name] = []
  /// The names that they have lost.
  package fileprivate(set) var lost: [Name] = []
}

extension Database {
  /// The model to add names to: the one that the file was adopted with, as it fits the tables now, or
  /// that of the tables, with the types that their records have.
  package func modelToAdopt(_ given: GivenModels = GivenModels()) throws -> AdoptedModel {
    try requireOthers()
    return try translated {
      try read {
        let tables = try modelSource.tables()
        let store = try modelSource.layout(of: tables, given)?.schema
        let plain = try store ?? sampled(SchemaOfTables.schema(of: tables))
        var model = try model(plain, isStore: store != nil, tables, isNew: given.packages.isEmpty)
        for schema in given.schemas { model.schema = model.schema.named(by: schema) }
        return model
      }
    }
  }

  private func model(
    _ plain: Schema, isStore: Bool, _ tables: [TableShape], isNew: Bool
  ) throws -> AdoptedModel {
    guard let sidecar else { return AdoptedModel(schema: plain) }
    if isNew, try connection.fingerprint() == sidecar.fingerprint {
      return AdoptedModel(schema: sidecar.schema)
    }
    let old = sidecar.schema
    let new = isStore ? plain.named(by: old) : old.fitted(to: tables, and: plain)
    let (before, after) = (Set(old.paths), Set(new.paths))
    return AdoptedModel(
      schema: new, gained: new.paths.filter { !before.contains($0) },
      lost: old.paths.filter { !after.contains($0) })
  }

  /// Throws if the file is one of ours, which has a model in it.
  private func requireOthers() throws(DatabaseError) {
    if !isOurs { return }
    throw DatabaseError(
      .refused, "'\(path)' is a database of flagdb, and has its model in it",
      hint: "'flagdb define' and 'flagdb migrate' change that")
  }

  /// The sidecar for a model of the tables as they are now. Its text is read before anybody gets it:
  /// what cannot be read is an error.
  package func sidecar(of schema: Schema) throws -> Sidecar {
    let sidecar = Sidecar(schema, fingerprint: try fingerprint(), inPlaceOf: self.sidecar)
    return try Sidecar(SourceText(name: "the model of '\(path)'", sidecar.text))
  }

  /// Writes a sidecar in place of the one that the file has, or beside the file. Where the folder may
  /// not be written it goes to the user's own files.
  package func write(_ sidecar: Sidecar, in files: FilesInUse) throws -> SidecarPlace {
    let mode = modeOfSidecar
    let bytes = Array(sidecar.text.utf8)
    func write(to place: SidecarPlace) throws -> SidecarPlace {
      guard let path = place.path else { return place }
      try requireSidecar(at: path)
      files.endUse(at: path)
      try replaceFile(at: path, with: bytes, exactly: mode, in: files)
      return place
    }
    if let sidecarPlace { return try write(to: sidecarPlace) }
    do {
      return try write(to: .besideFile(path))
    } catch let error as FileError where error.isOfFolder {
      guard let own = SidecarPlace.files(for: path).last, case .ofUser(let file) = own else {
        throw error
      }
      makeFolders(of: file)
      return try write(to: own)
    }
  }

  /// Throws if something other than a sidecar stands there.
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
      .exists, "'\(path)' is no sidecar of flagdb, and stays as it is",
      hint: "move it away, or keep the names in the file with --inside")
  }

  /// Keeps a sidecar in a table of the file itself, and takes away the one beside it.
  package func writeInside(_ sidecar: Sidecar, now: Timestamp) throws {
    if isCoreData {
      throw DatabaseError(
        .refused, "'\(path)' is a Core Data store, and is only read",
        hint: "leave out --inside: the names stand beside the file")
    }
    try DatabaseFile(name: path).requireWritable()
    let writer = try Connection(
      path: DatabaseFile(name: path).path, .writing, patience: connection.patience)
    try translated {
      try writer.transaction(writing: true) {
        guard try writer.fingerprint() == sidecar.fingerprint else {
          throw DatabaseError(
            .modelChanged, "the tables of '\(path)' were changed by another program meanwhile",
            hint: "run the command again", outcome: .unchanged)
        }
        try ModelTable(connection: writer, path: path).keep(sidecar, now: now)
      }
    }
    if let file = sidecarPlace?.path { removeFile(at: file) }
  }
}

extension SidecarPlace {
  /// The place beside a file that a path leads to.
  static func besideFile(_ path: String) -> SidecarPlace {
    let own = DatabaseFile(name: path).path
    return .beside("\(isSymbolicLink(own) ? resolvedPath(own) ?? path : path)\(ending)")
  }
}

extension Schema {
  /// `item` and `item.price` for all that it has.
  fileprivate var paths: [Name] {
    entities.flatMap { entity in
      [entity.name] + entity.properties.map { "\(entity.name).\($0.name)" }
    }
  }
}

extension FileError {
  /// True if no file can be made in the folder.
  fileprivate var isOfFolder: Bool {
    guard case .system(let error) = problem else { return false }
    return [EACCES, EPERM, EROFS, ENAMETOOLONG].contains(error.code)
  }
}
