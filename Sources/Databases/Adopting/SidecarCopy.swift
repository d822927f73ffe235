import Engines
import FlagModel
package import Platform
import SQLiteEngine

extension Database {
  /// Writes a backup with all that belongs to it.
  ///
  /// - Returns: What became of the names that a user gave to a file of others, whose text is copied
  ///   whether it can be read as a model or not; nil if they do not stand in a file.
  package func backUp(
    to path: String, compacts: Bool = false, in files: FilesInUse
  ) throws -> SidecarCopy? {
    let source =
      kind.isForeign
      ? SidecarPlace.files(for: self.path, in: connection).lazy.compactMap(\.path).first(
        where: isThere)
      : nil
    let target = "\(path)\(SidecarPlace.ending)"
    if source != nil, isThere(target) {
      throw DatabaseError(.exists, "'\(target)' exists already", outcome: .unchanged)
    }
    try backUp(to: path, compacts: compacts)
    guard let source else { return nil }
    do throws(FileError) {
      let text = try readFile(at: source, limit: Sidecar.mostBytes, in: files)
      try replaceFile(at: target, with: text, exactly: modeOfSidecar, in: files)
      return .made(target)
    } catch {
      if error.isOfSync { warn(error.message) }
      return error.isOfSync ? .made(target) : .failed(error)
    }
  }

  /// The folder beside a store of Core Data in which that keeps large values; nil if there is none.
  package var folderOfExternalData: String? {
    kind.isCoreData ? ExternalData(of: DatabaseFile(name: path).path).nameOfFolder : nil
  }

  /// The permissions of a sidecar: those of the database, which nobody runs.
  var modeOfSidecar: mode_t { (permissions(of: DatabaseFile(name: path).path) ?? 0o600) & 0o666 }
}

/// The outcome of copying a sidecar with its database.
package enum SidecarCopy {
  /// The path of the copy.
  case made(String)
  /// The database alone was copied.
  case failed(FileError)
}

/// True if something is at a path, be it a link that leads nowhere.
private func isThere(_ path: String) -> Bool {
  isSymbolicLink(path) || (try? fileKind(at: path)) != nil
}
