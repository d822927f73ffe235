import Databases
import FlagModel
import Migrations
import Predicates

/// The model that a migration leads to.
enum MigrationTarget {
  /// A model, by way of the older versions that its files have.
  case model(Schema, older: [Schema], origin: String)
  /// A version of the history.
  case version(Int64)

  /// The model of some files.
  static func model(reading files: [String], in session: Session) throws -> MigrationTarget {
    let (declared, older) = try ModelFile.readVersions(files, in: session)
    try declared.checkExpressions(now: session.now)
    return .model(
      declared, older: older(), origin: files.map(ModelFile.name).joined(separator: " "))
  }

  /// The model, what is renamed on the way to it, and where it comes from. Call it within `read`.
  func resolved(
    in database: Database, _ decisions: MigrationDecisions, _ session: Session
  ) throws -> (schema: Schema, decisions: MigrationDecisions, origin: String) {
    switch self {
    case .model(let declared, let older, let origin):
      var decisions = decisions
      decisions.renames = database.schema.renames(through: older + [declared]) + decisions.renames
      let schema = declared.keepingExpressions(of: database.schema, &decisions)
      try requireSound(schema, session)
      return (schema, decisions, origin)
    case .version(let number):
      let (schema, renames) = try database.version(number)
      var decisions = decisions
      decisions.renames = renames + decisions.renames
      // The history knows all renames: what else goes has no other name.
      let diff = SchemaDiff(from: database.schema, to: schema, decisions: decisions)
      decisions.drops += diff.questions.map(\.old)
      return (schema, decisions, "version \(number)")
    }
  }

  /// Throws where an expression that the database keeps means nothing in the new model.
  private func requireSound(_ schema: Schema, _ session: Session) throws {
    do throws(Diagnostics) {
      try schema.checkExpressions(now: session.now)
    } catch {
      throw Diagnostics(
        error.all.map { problem in
          let name = problem.place?.source.name ?? ""
          return Diagnostic(
            problem.message, at: problem.place, notes: problem.notes,
            hint: "the database has this expression: remove it with --drop \(name)")
        })
    }
  }
}
