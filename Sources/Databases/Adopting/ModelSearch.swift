import Engines
package import FlagModel
package import ManagedModels
internal import PlainText
package import Platform
import SQLiteEngine

/// Models that a user gives for any file that is opened.
package struct GivenModels {
  /// Of Swift.
  package var schemas: [Schema] = []
  /// Of Core Data.
  package var packages: [ModelPackage] = []

  package init() {}
}

/// The place where models from outside are looked for.
package struct ModelSearch {
  /// The files of the command, which a sidecar is one of.
  let files: FilesInUse
  /// The models that are given for all files.
  let given: () throws -> GivenModels
  private var findsSidecars = true

  package init(
    files: FilesInUse = .ofNoCommand,
    given: @escaping () throws -> GivenModels = { GivenModels() }
  ) {
    self.files = files
    self.given = given
  }

  /// The search of those who need no names, and whom a model that is broken does not stop.
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

  /// The text and the place of the first sidecar that is there.
  func sidecarText(
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
    // A path that cannot be reached, as a name too long for any file, holds no sidecar.
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

/// The place of a sidecar.
package enum SidecarPlace: Hashable, Sendable {
  case beside(String)
  /// Among the user's own files.
  case ofUser(String)
  /// A table of the database.
  case inside

  /// The path of the file; nil for a table.
  package var path: String? {
    switch self {
    case .beside(let path), .ofUser(let path): path
    case .inside: nil
    }
  }

  /// The files that may be one, the first before the next: beside the path that the user gave, beside
  /// the file that this leads to, and among the user's own files. Beside a server there is none.
  static func files(for path: String, in connection: any Connection) -> [SidecarPlace] {
    if let identity = connection.identity { return [ofUser(identity)].compactMap(\.self) }
    let own = DatabaseFile(name: path).path
    var places = [SidecarPlace.beside("\(path)\(ending)")]
    if let real = resolvedPath(own) {
      if resolvedPath(folder(of: own)) != folder(of: real)
        || !real.hasSuffix("/\(lastPart(of: path))")
      {
        places.append(.beside("\(real)\(ending)"))
      }
      if let file = ofUser(real) { places.append(file) }
    }
    return places
  }

  private static func ofUser(_ identity: String) -> SidecarPlace? {
    userFile(.data, "adopted/\(SHA256.hash(of: identity))\(ending)").map(SidecarPlace.ofUser)
  }

  static let ending = ".flagdb"

  private static func lastPart(of path: String) -> Substring {
    path.split(separator: "/").last ?? ""
  }
}
