package import Engines
internal import Platform
import SQLiteEngine

/// The place of a sidecar.
package enum SidecarPlace: Hashable, Sendable {
  case beside(String)
  /// In the user's data folder.
  case ofUser(String)
  /// In a table of the database.
  case inside

  /// The path of the file; nil for a table.
  package var path: String? {
    switch self {
    case .beside(let path), .ofUser(let path): path
    case .inside: nil
    }
  }

  /// The possible sidecar files, in the order of the search: beside the path that the user gave,
  /// beside the target of its link, and in the user's data folder. A server has only the last one.
  package static func files(for path: String, in connection: any Connection) -> [SidecarPlace] {
    if let identity = connection.identity { return [ofUser(identity)].compactMap(\.self) }
    let target = DatabaseFile(name: path).path
    var places = [SidecarPlace.beside("\(path)\(ending)")]
    if let real = resolvedPath(target) {
      if resolvedPath(folder(of: target)) != folder(of: real)
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

  package static let ending = ".flagdb"

  private static func lastPart(of path: String) -> Substring {
    path.split(separator: "/").last ?? ""
  }

  /// The place beside the file of a path.
  package static func besideFile(_ path: String) -> SidecarPlace {
    let target = DatabaseFile(name: path).path
    if isSymbolicLink(target), let resolved = resolvedPath(target) {
      return .beside("\(resolved)\(ending)")
    }
    return .beside("\(path)\(ending)")
  }
}
