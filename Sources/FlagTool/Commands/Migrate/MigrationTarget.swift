import Databases
import FlagModel
import Migrations
import Predicates

/// The target model of a migration.
enum MigrationTarget {
  /// A model, with the older versions in its files.
  case model(Schema, older: [Schema], origin: String)
  /// A version in the history.
  case version(Int64)

  /// The model of some files.
  static func model(reading files: [String], in session: Session) throws -> MigrationTarget {
    let (declared, older) = try ModelFile.readVersions(files, in: session)
    try declared.checkExpressions(now: session.now)
    return .model(
      declared, older: older(), origin: files.map(ModelFile.name).joined(separator: " "))
  }

  /// The model, the decisions with all renames, and the model's origin. Call it within `read`.
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
      // The history contains all renames, so everything else was removed.
      let diff = SchemaDiff(from: database.schema, to: schema, decisions: decisions)
      decisions.drops += diff.questions.map(\.old)
      return (schema, decisions, "version \(number)")
    }
  }

  /// Throws if an expression in the database is invalid in the new model.
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
