internal import Databases
internal import Engines
import FlagModel
internal import Migrations
import ModelText
internal import Predicates

extension Database {
  /// Migrates the database to a model in Swift, in one transaction. Throws if data would be lost, unless losses are
  /// allowed; then it first writes a backup beside the file. Named expressions that the model lacks are kept.
  public func migrate(to model: String, allowingLoss: Bool = false) throws(DatabaseError) {
    try telling { try migrate(to: Self.schema(model), allowingLoss: allowingLoss) }
  }

  func migrate(to declared: Schema, allowingLoss: Bool) throws {
    let writer = try requireWriter()
    try requireOutside("a migration", method: "migrate")
    try writer.run { lane in
      let engine = lane.engine
      try engine.readNewest {}
      var decisions = MigrationDecisions.none
      let schema = declared.keepingExpressions(of: engine.schema, &decisions)
      try schema.checkExpressions(now: .now)
      let request = MigrationRequest(
        to: schema, decisions: decisions, origin: "library", allowsLoss: allowingLoss, now: .now)
      _ = try engine.migrate(request)
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
