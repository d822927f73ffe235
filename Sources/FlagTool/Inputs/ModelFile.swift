import CodeFiles
import FlagCodegen
import FlagModel
import ManagedModels
import ModelText
import Platform

/// Model files, read from disk and checked.
enum ModelFile {
  /// The size limit, above any real source file.
  static let largestFile = 16 << 20

  /// Reads one model from all files. Warnings go to the session.
  static func read(_ paths: [String], in session: Session) throws -> Schema {
    try readVersions(paths, in: session).schema
  }

  /// Reads the model, and the older versions in the files, oldest first.
  static func readVersions(
    _ paths: [String], in session: Session
  ) throws -> (schema: Schema, older: () -> [Schema]) {
    for path in paths { session.read(path) }
    let earlier = earlierModels(in: session)
    let sources = try paths.filter { !ModelPackages.isName($0) }.map { word in
      let named = FlagSource(word)
      if named.isModel { return try source(word, session) }
      return SourceText(name: named.path, try named.model(in: session))
    }
    if let path = paths.first(where: ModelPackages.isName) {
      if let other = paths.last(where: ModelPackages.isName), other != path {
        throw CommandError(
          "'\(path)' and '\(other)' are both models of Core Data",
          hint: "name one of them, and the Swift files with its types")
      }
      return try readPackage(path, beside: sources, earlier: earlier, in: session)
    }
    let reading = readModel(sources, earlier: earlier)
    guard let schema = reading.schema else { throw Diagnostics(reading.diagnostics) }
    session.say(shownInPart(reading.diagnostics) { $0.rendered() })
    if schema == .empty, let first = paths.first {
      throw CommandError(
        "'\(name(of: first))' declares no model",
        hint: "a model has OptionSets, enums, and classes with @Model or structs with Entity",
        exit: .failed)
    }
    return (
      schema,
      {
        reading.olderVersions.compactMap {
          readModel(sources, earlier: earlier, version: $0).schema
        }
      }
    )
  }

  /// Reads a Core Data package with its older versions. Each is read as the `@Model` classes that
  /// `flagdb generate` would write.
  ///
  /// - Parameter sources: Swift files that declare the types of its attributes.
  private static func readPackage(
    _ path: String, beside sources: [SourceText], earlier: EarlierModels, in session: Session
  ) throws -> (schema: Schema, older: () -> [Schema]) {
    let package = try ModelPackages.read(path, in: session.files)
    var types: [NamedType] = []
    if !sources.isEmpty {
      let declared = readModel(sources, earlier: earlier)
      guard let schema = declared.schema else { throw Diagnostics(declared.diagnostics) }
      types = schema.types
    }
    func reading(of model: ManagedModel) throws -> ModelReading {
      let code = CodeSource(
        schema: try model.schema(types: types), managed: model, hasTables: false,
        declaredElsewhere: Set(types.map(\.name)), origins: [], isPublic: false,
        writesAllClasses: true)
      let text = try code.code(.swiftdata).map(\.text).joined()
      return readModel(sources + [SourceText(name: path, text)], earlier: earlier)
    }
    let current = try reading(of: package.currentModel)
    guard let schema = current.schema else { throw Diagnostics(current.diagnostics) }
    session.say(shownInPart(current.diagnostics) { $0.rendered() })
    return (schema, { package.olderModels.compactMap { try? reading(of: $0).schema } })
  }

  /// The flag sets that a file declares. They are not yet parsed.
  static func flagSets(of path: String, in session: Session) throws -> DeclaredFlagSets {
    session.read(path)
    return try DeclaredFlagSets(
      in: [try source(path, session)], earlier: earlierModels(in: session))
  }

  /// Loads the earlier models to which the flag sets of a file refer.
  private static func earlierModels(in session: Session) -> EarlierModels {
    EarlierModels { path in
      session.read(path)
      return try? source(path, session)
    }
  }

  /// The name for messages. A hyphen is standard input.
  static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  static func source(_ path: String, _ session: Session) throws -> SourceText {
    let name = name(of: path)
    let bytes =
      if path == "-" {
        try InputFile.standardInput.readAll(limit: largestFile)
      } else {
        try readFile(at: path, limit: largestFile, in: session.files)
      }
    return try source(bytes, named: name)
  }

  static func source(_ bytes: [UInt8], named name: String) throws -> SourceText {
    if let offset = firstInvalidUTF8(in: bytes) {
      throw CommandError("'\(name)' is not UTF-8: byte \(offset)", exit: .failed)
    }
    return SourceText(name: name, utf8: bytes)
  }
}
