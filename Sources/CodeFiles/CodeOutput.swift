package import FlagCodegen
import FlagModel
package import Platform

/// The output file or folder of generated code.
///
/// Either all files are written or none. A file that was not generated is replaced only on request.
package struct CodeOutput {
  private let path: String
  package let isFolder: Bool

  /// A path is a folder if one exists there, or if it ends with a slash.
  package init(_ path: String) throws(FileError) {
    let kind = try fileKind(at: path)
    isFolder = path.hasSuffix("/") || kind == .directory
    var path = path
    while isFolder, path.count > 1, path.last == "/" { path.removeLast() }
    self.path = path
  }

  package func path(of file: GeneratedFile) -> String { isFolder ? "\(path)/\(file.name)" : path }

  /// The outdated files: those that are missing or differ, and generated files that are no longer
  /// needed.
  package func stale(_ files: [GeneratedFile], in use: FilesInUse) throws(FileError) -> [String] {
    var stale: [String] = []
    for file in files where try text(at: path(of: file), use) != Array(file.text.utf8) {
      stale.append(path(of: file))
    }
    return stale + (try orphans(files, in: use))
  }

  /// Writes changed files and removes those that are no longer needed. Returns the paths of both.
  package func write(
    _ files: [GeneratedFile], replacing: Bool, in use: FilesInUse
  ) throws -> (written: [String], removed: [String]) {
    let paths = Set(try stale(files, in: use))
    let changed = files.filter { paths.contains(path(of: $0)) }
    if !replacing { try requireGenerated(changed, in: use) }
    if isFolder, try fileKind(at: path) == nil { try makeFolder(at: path) }
    let removed = try orphans(files, in: use)
    let batch = FileBatch(in: use)
    for file in changed { try batch.write(Array(file.text.utf8), at: path(of: file)) }
    for path in removed { try batch.remove(path) }
    try batch.commit()
    batch.removeAbandoned(inFolder: isFolder ? path : folder(of: resolvedPath(path) ?? path))
    return (changed.map(path(of:)), removed)
  }

  private func requireGenerated(_ files: [GeneratedFile], in use: FilesInUse) throws {
    for path in files.map(path(of:)) {
      guard let bytes = try text(at: path, use), !bytes.isEmpty,
        !GeneratedFile.isGenerated(bytes)
      else { continue }
      throw CodeProblem(
        "'\(path)' exists, and its first line does not say that flagdb generated it",
        hint: "add --force to replace it")
    }
  }

  /// The files in the folder that were generated from the same models, and are no longer needed.
  private func orphans(_ files: [GeneratedFile], in use: FilesInUse) throws(FileError) -> [String] {
    guard isFolder, let first = files.first else { return [] }
    let kept = Set(files.map(\.name))
    let line = first.text.utf8.prefix { $0 != UInt8(ascii: "\n") }
    var orphans: [String] = []
    for name in names(inDirectory: path).sorted() where !kept.contains(name) {
      let path = "\(path)/\(name)"
      guard name.hasSuffix(Self.ending(of: first.name)), try fileKind(at: path) == .regular,
        let text = try text(at: path, use), text.starts(with: line)
      else { continue }
      orphans.append(path)
    }
    return orphans
  }

  private static func ending(of name: String) -> String {
    name.lastIndex(of: ".").map { String(name[$0...]) } ?? name
  }

  private static let largestFile = 64 << 20

  /// The content of a file; nil if there is none.
  private func text(at path: String, _ use: FilesInUse) throws(FileError) -> [UInt8]? {
    guard let kind = try fileKind(at: path) else { return nil }
    if kind == .directory { throw FileError(.write, path, .directory) }
    // A pipe would wait for a writer.
    if kind != .regular { throw FileError(.write, path, .notAFile) }
    defer { use.endUse(at: path) }
    return try readFile(at: path, limit: Self.largestFile, in: use)
  }
}
