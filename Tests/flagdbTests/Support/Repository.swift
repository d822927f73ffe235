import Foundation

/// Where the sources lie, and the tool that was built from them.
enum Repository {
  /// The folder of Package.swift.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The built tool: `$FLAGDB_TOOL` if that is set, else the one beside the test bundle.
  static var tool: URL {
    if let path = ProcessInfo.processInfo.environment["FLAGDB_TOOL"] {
      return URL(fileURLWithPath: path, relativeTo: root).absoluteURL
    }
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let tool = folder.appendingPathComponent("flagdb")
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: tool.path, isDirectory: &isFolder),
        !isFolder.boolValue
      {
        return tool
      }
    }
    return root.appendingPathComponent(".build/debug/flagdb")
  }

  /// The paths of the files under a folder, relative to the root and sorted; build products,
  /// hidden folders and links are passed over.
  static func files(under folder: String = ".") -> [String] {
    let start = root.appendingPathComponent(folder).standardizedFileURL
    let keys: [URLResourceKey] = [.isRegularFileKey, .isSymbolicLinkKey]
    let found = FileManager.default.enumerator(
      at: start, includingPropertiesForKeys: keys, options: [.skipsHiddenFiles])
    var paths: [String] = []
    while let file = found?.nextObject() as? URL {
      guard let values = try? file.resourceValues(forKeys: Set(keys)),
        values.isRegularFile == true, values.isSymbolicLink != true
      else { continue }
      paths.append(String(file.standardizedFileURL.path.dropFirst(root.path.count + 1)))
    }
    return paths.filter { !$0.hasPrefix("dist/") }.sorted()
  }

  /// The text of a file named by its path from the root.
  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }
}
