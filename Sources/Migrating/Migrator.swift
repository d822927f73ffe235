package import Databases
import Engines
package import FlagModel
package import Migrations
internal import Platform
import SQLiteEngine

/// The requested model and the options of a migration.
package struct MigrationRequest: Sendable {
  package let schema: Schema
  package let decisions: MigrationDecisions
  /// The origin of the model, for the history.
  package let origin: String
  package let allowsLoss: Bool
  package let now: Timestamp

  package init(
    to schema: Schema, decisions: MigrationDecisions = .none, origin: String,
    allowsLoss: Bool = false,
    now: Timestamp
  ) {
    self.schema = schema
    self.decisions = decisions
    self.origin = origin
    self.allowsLoss = allowsLoss
    self.now = now
  }
}

/// The result of a migration.
package struct MigrationOutcome: Hashable, Sendable {
  package let survey: MigrationSurvey
  /// The version of the current model.
  package let version: Int64
  /// The path of the backup, if records lost data.
  package let backup: String?
}

/// Migrates a database to another model.
///
/// This module plans migrations of one database, finds what they would lose there, and runs them.
package struct Migrator: DatabaseWork {
  package let database: Database

  package init(_ database: Database) { self.database = database }

  /// Migrates the database to a model in one transaction, and stores the model as the newest
  /// version. If the database already has the model, only dropped objects are restored. Throws a
  /// `MigrationRefusal` if data would be lost without permission.
  ///
  /// - Parameters:
  ///   - seen: the survey that the user has seen. Throws if another program has changed the model
  ///     since.
  ///   - willKeep: called before the commit; it can prevent the commit with an error.
  package func migrate(
    _ request: MigrationRequest, seen: MigrationSurvey? = nil,
    progress: ((MigrationProgress) -> Void)? = nil,
    willKeep: (MigrationOutcome) throws -> Void = { _ in },
    beforeStatement: ((String) throws -> Void)? = nil
  ) throws -> MigrationOutcome {
    let isPart = connection.isInTransaction
    var backup: String?
    do {
      return try database.migrating { wasChanged in
        if wasChanged || seen.map({ $0.version != version }) ?? false {
          try requireSame(as: request, seen: seen)
        }
        let survey = try survey(to: request.schema, decisions: request.decisions, now: request.now)
        try survey.requireApplicable(allowingLoss: request.allowsLoss)
        guard !survey.isDone else {
          let outcome = MigrationOutcome(survey: survey, version: version, backup: nil)
          try willKeep(outcome)
          return (schema, outcome)
        }
        var run = try MigrationRun(survey, of: database)
        run.progress = progress
        run.beforeStatement = beforeStatement
        let isLossy = !survey.consequences(.loss).isEmpty
        if isPart, isLossy || run.changesRecords { throw rewritesInTransaction }
        try run.requireRoom(forBackup: isLossy)
        if isLossy { backup = try writeBackup(now: request.now) }
        try run.apply()
        let outcome = MigrationOutcome(
          survey: survey, version: try keep(request, survey), backup: backup)
        try willKeep(outcome)
        return (request.schema, outcome)
      }
    } catch {
      if let backup { try keepOrRemove(backup, after: error) }
      throw brokenRecord(behind: error) ?? error
    }
  }

  private var rewritesInTransaction: DatabaseError {
    DatabaseError(
      .refused, "a change of the model that rewrites records cannot be part of a transaction",
      hint: "end the transaction first")
  }

  /// Writes a backup and returns its path; nil if the database is not a file.
  private func writeBackup(now: Timestamp) throws -> String? {
    // A backup of a server is the task of `pg_dump`, and beside a database in memory is no place.
    guard let file = connection.file, !file.isInMemory else { return nil }
    return try DatabaseBackup(database).writeBeside(now: now)
  }

  /// Throws an error that names the backup, if the outcome of the migration is unknown. Otherwise the
  /// database did not change, and the backup is removed.
  private func keepOrRemove(_ backup: String, after error: any Error) throws {
    if let error = error as? DatabaseError, error.outcome == .unknown {
      throw error.with(
        .unknown, hint: "'\(backup)' is a backup of the database before the migration")
    }
    unlink(DatabaseFile(name: backup).path)
  }

  /// Throws if another program has changed the model, unless it made the same migration.
  private func requireSame(as request: MigrationRequest, seen: MigrationSurvey?) throws {
    if schema == request.schema { return }
    var changes = ""
    if let old = seen?.plan.old {
      let diff = SchemaDiff(from: old, to: schema)
      changes = diff.changes.map(\.words).prefix(3).joined(separator: ", ")
    }
    throw DatabaseError(
      .failed,
      "another program changed the model of '\(path)' during the migration"
        + (changes.isEmpty ? "" : ": \(changes)"),
      hint: "run the command again, and check the new plan")
  }

  /// Stores the model as the newest version, unless it already is. Returns the version.
  private func keep(_ request: MigrationRequest, _ survey: MigrationSurvey) throws -> Int64 {
    if survey.isSameModel { return version }
    try connection.run(
      try ModelTable.insertion(
        of: request.schema, origin: request.origin, version: version + 1,
        renames: survey.plan.renames, masks: survey.plan.masks, now: request.now))
    return version + 1
  }
}
