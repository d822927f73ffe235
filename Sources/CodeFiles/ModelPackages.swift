import FlagCodegen
package import ManagedModels
package import Platform

/// Models of Core Data on disk.
///
/// This module reads models of Core Data from disk, and writes generated code: all of its files or
/// none.
package enum ModelPackages {
  /// A limit for the number of files, enough for hundreds of versions.
  private static let mostFiles = 2_000
  /// `Zoo.xcdatamodeld/Zoo 2.xcdatamodel/contents`
  private static let deepest = 3

  /// True if a name is that of a model of Core Data.
  package static func isName(_ path: String) -> Bool {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    return extensions.contains { path.hasSuffix(".\($0)") }
  }

  package static let extensions = ["xcdatamodeld", "xcdatamodel", "momd", "mom"]

  package static func read(_ path: String, in files: FilesInUse) throws -> ModelPackage {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    let name = path.split(separator: "/").last.map { String($0) } ?? String(path)
    var contents: [(path: String, bytes: [UInt8])] = []
    guard let kind = try fileKind(at: String(path)) else {
      throw FileError(.read, String(path), .missing)
    }
    try add(
      String(path), named: kind == .directory ? "" : name, in: files, to: &contents, levels: deepest
    )
    do {
      return try ModelPackage(named: name, files: contents)
    } catch {
      throw CodeProblem("'\(path)': \(error.message)")
    }
  }

  /// Adds a file, or the files in a folder, by their paths below the model's.
  private static func add(
    _ path: String, named name: String, in files: FilesInUse,
    to contents: inout [(path: String, bytes: [UInt8])], levels: Int
  ) throws {
    if try fileKind(at: path) == .directory {
      guard levels > 0 else { return }
      for inner in names(inDirectory: path).sorted() where contents.count < mostFiles {
        let innerName = name.isEmpty ? inner : "\(name)/\(inner)"
        try add("\(path)/\(inner)", named: innerName, in: files, to: &contents, levels: levels - 1)
      }
    } else {
      var bytes: [UInt8] = []
      if ModelPackage.reads(name) {
        bytes = try readFile(at: path, limit: ModelPackage.mostBytes, in: files)
      }
      contents.append((name, bytes))
    }
  }
}
