import CodeFiles
import Databases
import FlagModel
import ForeignModels
import ManagedModels
import Platform

extension GivenModels {
  /// Adds a Core Data or Swift model from a file or folder.
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

extension GivenModels {
  /// The models that the user gives: those in `FLAGDB_MODEL`, separated by colons, and those in the
  /// command line.
  static func ofUser(_ paths: [String], in files: FilesInUse) throws -> GivenModels {
    var models = GivenModels()
    let usual = (environmentVariable("FLAGDB_MODEL") ?? "").split(separator: ":").map(String.init)
    for path in usual + paths { try models.add(path, in: files) }
    return models
  }
}

extension ModelSearch {
  /// Searches for the user's models and for sidecars.
  static func ofUser(in files: FilesInUse = .ofNoCommand) -> ModelSearch {
    ModelSearch(files: files) { try .ofUser([], in: files) }
  }
}
