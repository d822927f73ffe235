import Platform

/// Checks that a shared library exists before an executable that needs it is started. The loader's
/// own message would be unclear.
struct SharedLibrary {
  let name: String
  /// The library list that `ldconfig` writes.
  var cache = "/etc/ld.so.cache"
  /// The folders that loaders search without the list, the usual ones first. `*` represents any folder.
  var folders = [
    "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/lib", "/usr/lib", "/lib64",
    "/usr/lib64", "/usr/local/lib", "/lib/*", "/usr/lib/*",
  ]
  /// The folders in `LD_LIBRARY_PATH`.
  var path = Platform.environmentVariable("LD_LIBRARY_PATH") ?? ""

  /// True if the library is in none of the places; false if this cannot be determined.
  var isMissing: Bool {
    let ownFolders = path.split(separator: ":").map(String.init)
    if ownFolders.contains(where: isIn) { return false }
    if folders.lazy.flatMap(Self.expanded).contains(where: isIn) { return false }
    guard let bytes = try? readFile(at: cache, limit: 1 << 24, in: .ofNoCommand) else {
      return false
    }
    return !contains(bytes, Array(name.utf8))
  }

  private func isIn(_ folder: String) -> Bool {
    (try? fileKind(at: "\(folder)/\(name)")) == .regular
  }

  private static func expanded(_ folder: String) -> [String] {
    guard folder.hasSuffix("/*") else { return [folder] }
    let parent = String(folder.dropLast(2))
    return names(inDirectory: parent).map { "\(parent)/\($0)" }
  }

  private func contains(_ bytes: [UInt8], _ name: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0] == name.first && bytes[$0...].starts(with: name) }
  }
}
