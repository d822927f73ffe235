package import Platform
import SQLiteEngine

extension Database {
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
