import Foundation

/// The place of the sources, and of the tool that was built from them.
enum Repository {
  /// The folder of Package.swift.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The tool that tests run: the one whose clock stands still, or `$FLAGDB_TOOL` if that is set.
  static var tool: URL { givenTool ?? built("ToolUnderTest") }

  /// The tool as users have it, with the clock of the machine.
  static var shippedTool: URL { givenTool ?? built("flagdb") }

  /// True if the clock of the tool stands still at `Sandbox.now`.
  static var toolHasFixedNow: Bool { givenTool == nil }

  private static var givenTool: URL? {
    ProcessInfo.processInfo.environment["FLAGDB_TOOL"].map {
      URL(fileURLWithPath: $0, relativeTo: root).absoluteURL
    }
  }

  /// A program that was built beside the test bundle.
  static func built(_ name: String) -> URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let program = folder.appendingPathComponent(name)
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: program.path, isDirectory: &isFolder),
        !isFolder.boolValue
      {
        return program
      }
    }
    return root.appendingPathComponent(".build/debug/\(name)")
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
