package import Engines
package import FlagModel
package import ForeignModels
package import Platform

/// Models that the user gives for every database that is opened.
package struct GivenModels {
  /// The models from Swift files.
  package var schemas: [Schema] = []
  /// The models of Core Data.
  package var storeModels: [any StoreModel] = []

  package init() {}

  /// These models, and the others after them.
  func joined(with others: GivenModels) -> GivenModels {
    var joined = self
    joined.schemas += others.schemas
    joined.storeModels += others.storeModels
    return joined
  }
}

/// Searches for the models of foreign databases: sidecars, and models that the user gives.
package struct ModelSearch {
  /// The files of the command, which include the sidecar.
  let files: FilesInUse
  /// Reads the models that the user gives.
  let readGivenModels: () throws -> GivenModels
  /// Nil in a program that reads no Core Data stores.
  let stores: (any StoreReader)?
  private var findsSidecars = true

  package init(
    files: FilesInUse = .ofNoCommand, stores: (any StoreReader)? = nil,
    readGivenModels: @escaping () throws -> GivenModels = { GivenModels() }
  ) {
    self.files = files
    self.stores = stores
    self.readGivenModels = readGivenModels
  }

  /// A search that finds nothing, for commands that need no names. It ignores broken models.
  package static var nowhere: ModelSearch {
    var search = ModelSearch()
    search.findsSidecars = false
    return search
  }

  /// The sidecar of a file. It is beside the file, in the user's data folder or in a table of the file.
  func sidecar(for path: String, in connection: any Connection) throws -> Sidecar? {
    guard findsSidecars, let (source, place) = try sidecarText(for: path, in: connection) else {
      return nil
    }
    return try Sidecar(source, from: place, isTyped: connection.keepsDeclaredTypes)
  }

  /// True if the user has a sidecar in a file.
  func hasFile(for path: String, in connection: any Connection) -> Bool {
    findsSidecars
      && SidecarPlace.files(for: path, in: connection).contains { place in
        place.path.map { (try? fileKind(at: $0)) == .regular } ?? false
      }
  }

  /// The text and the place of the first existing sidecar.
  package func sidecarText(
    for path: String, in connection: any Connection
  ) throws -> (source: SourceText, place: SidecarPlace)? {
    for place in SidecarPlace.files(for: path, in: connection) {
      if let file = place.path, let source = try source(at: file) { return (source, place) }
    }
    return try connection.sidecarInside(of: path).map {
      (SourceText(name: "\(path) (flagdb_model)", $0), .inside)
    }
  }

  private func source(at path: String) throws -> SourceText? {
    // An unreachable path, such as a name that is too long, has no sidecar.
    guard let kind = try? fileKind(at: path) else { return nil }
    guard kind == .regular else {
      throw DatabaseError(
        .unusableFile, "'\(path)' is not a regular file, so it cannot be a sidecar")
    }
    let bytes = try readFile(at: path, limit: Sidecar.mostBytes, in: files)
    if let offset = firstInvalidUTF8(in: bytes) {
      throw DatabaseError(.damaged, "'\(path)' is not UTF-8: byte \(offset)")
    }
    return SourceText(name: path, utf8: bytes)
  }
}
