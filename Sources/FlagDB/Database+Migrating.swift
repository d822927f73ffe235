internal import Databases
internal import Engines
import FlagModel
internal import Migrating
internal import Migrations
import ModelText
internal import Predicates

extension Database {
  /// Migrates the database to a model in Swift, in one transaction. Throws if data would be lost, unless losses are
  /// allowed; then it first writes a backup beside the file. Named expressions that the model lacks are kept.
  public func migrate(to model: String, allowingLoss: Bool = false) throws(DatabaseError) {
    try telling {
      let schema = try Self.schema(model)
      try migrate(allowingLoss: allowingLoss) { _ in schema }
    }
  }

  /// Migrates the database to the model of structs, in one transaction: it adds, renames by `originalName`, changes
  /// constraints, and removes all that the model lacks. Throws if data would be lost, unless losses are allowed; then
  /// it first writes a backup beside the file. Named expressions stay, and so do the names of flags in a set that is
  /// not one of `NamedFlags`.
  public func migrate(to model: Model, allowingLoss: Bool = false) throws(DatabaseError) {
    try telling {
      let schema = try Self.schema(model.description)
      try migrate(allowingLoss: allowingLoss) { try schema.takingFlags(of: $0) }
    }
  }

  /// Migrates the database to the model that the closure makes of its current one.
  func migrate(allowingLoss: Bool, to target: (Schema) throws -> Schema) throws {
    let writer = try requireWriter()
    try requireOutside("a migration", method: "migrate")
    try writer.run { lane in
      let engine = lane.engine
      try engine.readNewest {}
      var decisions = MigrationDecisions.none
      let schema = try target(engine.schema).keepingExpressions(of: engine.schema, &decisions)
      try schema.checkExpressions(now: .now)
      let request = MigrationRequest(
        to: schema, decisions: decisions, origin: "library", allowsLoss: allowingLoss, now: .now)
      _ = try Migrator(engine).migrate(request)
    }
    changes.send(.everything)
  }

  /// The model that a text declares.
  static func schema(_ text: String) throws -> Schema {
    let reading = readModel([SourceText(name: "model", text)])
    guard let schema = reading.schema else { throw Diagnostics(reading.diagnostics) }
    if schema == .empty { throw ValueError("the text declares no model") }
    try schema.checkExpressions(now: .now)
    return schema
  }
}
