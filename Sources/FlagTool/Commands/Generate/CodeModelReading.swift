import CodeFiles
import CoreDataStores
import Databases
import FlagCodegen
import FlagModel
import ManagedModels

/// Reads the model for generated code from files, a database, or Core Data.
struct CodeModelReading {
  private let sources: [String]
  private let used: [String]
  private let session: Session
  private var schema = Schema.empty
  private var managed: ManagedModel?
  private var hasTables = true

  /// - Parameter used: files with types that already exist in the app, and that the code can use.
  init(_ source: String, _ files: [String], using used: [String], in session: Session) throws {
    sources = [source] + files
    self.used = used
    self.session = session
    if let other = files.first(where: ModelPackages.isName) {
      throw CommandError(
        "'\(other)' is not a model file, and the model comes from '\(source)'",
        hint: "generate the code of one at a time")
    }
    // The database is opened first, because none of the given files can be the database.
    let database = Self.isDatabase(source) ? try session.open(source, for: .reading) : nil
    let isModel = database == nil && !ModelPackages.isName(source)
    var models = files + used
    if isModel { models.insert(source, at: 0) }
    if !models.isEmpty { schema = try ModelFile.read(models, in: session) }
    if let database {
      try readDatabase(database)
    } else if !isModel {
      try readPackage(source)
    }
  }

  /// True for a database: the name is not that of a model or of a source file.
  static func isDatabase(_ path: String) -> Bool {
    if path == "-" || path.hasSuffix(".flagmodel") || ModelPackages.isName(path) { return false }
    let word = FlagSource(path)
    return word.name == nil && word.type == nil && DefinitionFile(path) == nil
  }

  private mutating func readPackage(_ path: String) throws {
    let model = try ModelPackages.read(path, in: session.files).currentModel
    managed = model
    hasTables = false
    let read = try model.schema(types: schema.types)
    let typeNames = Set(schema.types.map(\.name))
    schema = Schema(
      types: schema.types + read.types.filter { !typeNames.contains($0.name) },
      entities: schema.entities + read.entities)
  }

  private mutating func readDatabase(_ database: Database) throws {
    try session.sayNotesOnModels(of: database, all: true)
    try database.lookAtValues()
    managed = try database.managedModel()?.adopting(database.schema)
    let taken = Set(schema.types.map(\.name))
    schema = Schema(
      types: schema.types + database.schema.types.filter { !taken.contains($0.name) },
      entities: schema.entities + database.schema.entities)
  }

  /// - Parameter writesAll: true to include the classes that Xcode generates itself.
  func source(isPublic: Bool, writingAllClasses writesAll: Bool) throws -> CodeSource {
    var usedNames: Set<Name> = []
    if !used.isEmpty {
      let schema = try ModelFile.read(used, in: session)
      usedNames = Set(schema.types.map(\.name) + schema.entities.map(\.name))
    }
    return CodeSource(
      schema: schema, managed: managed, hasTables: hasTables, declaredElsewhere: usedNames,
      origins: sources.map { CodeSource.origin(ModelFile.name(of: FlagSource($0).path)) },
      isPublic: isPublic, writesAllClasses: writesAll)
  }
}
