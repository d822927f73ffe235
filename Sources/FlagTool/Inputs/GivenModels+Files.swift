import CodeFiles
import CoreDataStores
import Databases
import Definitions
import ForeignModels
import Platform

extension GivenModels {
  /// Adds a Core Data or Swift model from a file or folder.
  mutating func add(_ path: String, in files: FilesInUse) throws {
    guard path.hasSuffix(".swift") else {
      if try fileKind(at: path) == .regular { try files.useInput(at: path) }
      storeModels.append(try ModelPackages.read(path, in: files))
      return
    }
    let bytes = try readFile(at: path, limit: ModelFile.largestFile, in: files)
    schemas.append(try Sidecar.model(in: try ModelFile.source(bytes, named: path)))
  }

  /// The models that the user gives: those in `FLAGDB_MODEL`, separated by colons, and those in the
  /// command line.
  static func ofUser(_ paths: [String], in files: FilesInUse) throws -> GivenModels {
    var models = GivenModels()
    let usual = (environmentVariable("FLAGDB_MODEL") ?? "").split(separator: ":").map(String.init)
    for path in usual + paths { try models.add(path, in: files) }
    return models
  }

  /// The same models, and those of the command line that other languages define.
  static func ofUser(_ paths: [String], in session: Session) throws -> GivenModels {
    var models = try ofUser([], in: session.files)
    for path in paths {
      let source = FlagSource(path)
      let language = DefinitionLanguage(fileName: source.path) ?? .swift
      if language != .swift || source.type != nil {
        models.schemas.append(try checkedModel(source.model(in: session)))
      } else {
        try models.add(path, in: session.files)
      }
    }
    return models
  }
}

extension ModelSearch {
  /// Searches for the user's models and for sidecars.
  static func ofUser(in files: FilesInUse = .ofNoCommand) -> ModelSearch {
    ModelSearch(files: files, stores: CoreDataReader()) { try .ofUser([], in: files) }
  }
}
