import Databases
import FlagModel
import ManagedModels
import PlainText
import Platform

/// Models of Core Data on disk, for stores that keep none of themselves.
enum ModelPackages {
  /// Models are of some kilobytes; these hold hundreds of versions.
  private static let mostFiles = 2_000
  /// `Zoo.xcdatamodeld/Zoo 2.xcdatamodel/contents`
  private static let deepest = 3

  fileprivate static func read(_ path: String, in files: FilesInUse) throws -> ModelPackage {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    let name = path.split(separator: "/").last.map { String($0) } ?? String(path)
    var found: [(path: String, bytes: [UInt8])] = []
    guard let kind = try fileKind(at: String(path)) else {
      throw FileError(.read, String(path), .missing)
    }
    try add(
      String(path), named: kind == .directory ? "" : name, in: files, to: &found, levels: deepest)
    do {
      return try ModelPackage(named: name, files: found)
    } catch {
      throw CommandError("'\(path)': \(error.message)", exit: .failed)
    }
  }

  /// Adds a file, or all in a folder, by its path below the model's.
  private static func add(
    _ path: String, named name: String, in files: FilesInUse,
    to found: inout [(path: String, bytes: [UInt8])], levels: Int
  ) throws {
    if try fileKind(at: path) == .directory {
      guard levels > 0 else { return }
      for inner in names(inDirectory: path).sorted() where found.count < mostFiles {
        try add(
          "\(path)/\(inner)", named: name.isEmpty ? inner : "\(name)/\(inner)", in: files,
          to: &found, levels: levels - 1)
      }
    } else {
      let isRead = ModelPackage.reads(name)
      let limit = ModelPackage.mostBytes
      found.append((name, isRead ? try readFile(at: path, limit: limit, in: files) : []))
    }
  }
}

extension GivenModels {
  /// Adds the model of a file or folder: of Core Data, or of Swift.
  mutating func add(_ path: String, in files: FilesInUse) throws {
    guard path.hasSuffix(".swift") else {
      if try fileKind(at: path) == .regular { try files.useInput(at: path) }
      packages.append(try ModelPackages.read(path, in: files))
      return
    }
    let bytes = try readFile(at: path, limit: ModelFile.largestFile, in: files)
    schemas.append(try Sidecar.model(in: try ModelFile.source(bytes, named: path)))
  }
}

extension ModelSearch {
  /// The search for what the user says: the models that `FLAGDB_MODEL` names, with colons between
  /// them, and sidecars.
  static func ofUser(in files: FilesInUse = .ofNoCommand) -> ModelSearch {
    ModelSearch(files: files) {
      var models = GivenModels()
      for path in (environmentVariable("FLAGDB_MODEL") ?? "").split(separator: ":") {
        try models.add(String(path), in: files)
      }
      return models
    }
  }
}
