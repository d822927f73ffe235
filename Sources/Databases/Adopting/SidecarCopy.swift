import Engines
import FlagModel
import ForeignModels
package import Platform
import SQLiteEngine

extension Database {
  /// Writes a backup together with the sidecar and the folder of external data.
  ///
  /// - Returns: The outcome for the sidecar, which is copied even if it is not a valid model; nil
  ///   if there is no sidecar file.
  package func backUp(
    to path: String, compacts: Bool = false, in files: FilesInUse,
    while goesOn: () -> Bool = { true }
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
    try backUp(to: path, compacts: compacts, while: goesOn)
    guard let source else { return nil }
    do throws(FileError) {
      let text = try readFile(at: source, limit: Sidecar.mostBytes, in: files)
      try replaceFile(at: target, with: text, exactly: modeOfSidecar, in: files)
      return .made(target)
    } catch {
      if error.isOfSync { warn(error.message) }
      if error.isOfSync { return .made(target) }
      return .failed(error)
    }
  }

  /// The folder beside a Core Data store that contains large values; nil if there is none.
  package var folderOfExternalData: String? {
    if kind.isCoreData { return ExternalData(of: DatabaseFile(name: path).path).nameOfFolder }
    return nil
  }

  /// The permissions of a sidecar: those of the database without execute permission.
  package var modeOfSidecar: mode_t {
    (permissions(of: DatabaseFile(name: path).path) ?? 0o600) & 0o666
  }
}

/// The outcome of copying a sidecar with its database.
package enum SidecarCopy {
  /// The path of the copy.
  case made(String)
  /// The database was copied, but not the sidecar.
  case failed(FileError)
}

/// True if the path exists, even as a broken link.
private func isThere(_ path: String) -> Bool {
  isSymbolicLink(path) || (try? fileKind(at: path)) != nil
}
