public import Foundation

extension FileManager {
  /// Copies a file, or a folder with all that is in it. `copyItem` refuses a folder with files of a group that the user
  /// is not in.
  public func copyAll(at source: URL, to target: URL) throws {
    let kind = try source.resourceValues(forKeys: [.isDirectoryKey])
    guard kind.isDirectory == true else { return try copyItem(at: source, to: target) }
    try createDirectory(at: target, withIntermediateDirectories: false)
    for item in try contentsOfDirectory(at: source, includingPropertiesForKeys: [.isDirectoryKey]) {
      try copyAll(at: item, to: target.appending(path: item.lastPathComponent))
    }
  }
}
