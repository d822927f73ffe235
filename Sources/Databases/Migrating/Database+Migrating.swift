import Engines
package import FlagModel
package import Migrations
internal import Platform
import SQLText
import SQLiteEngine

/// The demands on a migration besides the model that it leads to.
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
  /// The version that is in force now.
  package let version: Int64
  /// The copy of the database as it was, where something was lost.
  package let backup: String?
}

extension Database {
  /// Brings the database to a model, all of it or nothing, and keeps the model as the newest. A
  /// database that has the model already stays as it is, but for what somebody dropped. Throws a
  /// `MigrationRefusal` where something would be lost that may not be. `seen` is what the one who
  /// asks has been told: where another program has changed the model since, nothing is done.
  /// `willKeep` is told what is about to be kept, and can still prevent it by an error.
  package func migrate(
    _ request: MigrationRequest, seen: MigrationSurvey? = nil,
    progress: ((MigrationProgress) -> Void)? = nil,
    willKeep: (MigrationOutcome) throws -> Void = { _ in },
    beforeStatement: ((String) throws -> Void)? = nil
  ) throws -> MigrationOutcome {
    let isPart = connection.isInTransaction
    var backup: String?
    do {
      return try migrating { wasChanged in
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
        var run = try MigrationRun(survey, of: self)
        run.progress = progress
        run.beforeStatement = beforeStatement
        let isLossy = !survey.consequences(.loss).isEmpty
        guard !isPart || !isLossy && !run.changesRecords else {
          throw DatabaseError(
            .refused, "a change of the model that rewrites records cannot be part of a transaction",
            hint: "end the transaction first")
        }
        try run.requireRoom(forBackup: isLossy)
        // A copy of a database on a server is made by the server's own program.
        if isLossy, connection.file != nil { backup = try backUpBeside(now: request.now) }
        try run.apply()
        let outcome = MigrationOutcome(
          survey: survey, version: try keep(request, survey), backup: backup)
        try willKeep(outcome)
        return (request.schema, outcome)
      }
    } catch {
      if let backup, let error = error as? DatabaseError, error.outcome == .unknown {
        throw error.with(
          .unknown, hint: "'\(backup)' is a backup of the database before the migration")
      }
      // The database is as it was, and so needs no copy.
      if let backup { unlink(DatabaseFile(name: backup).path) }
      throw brokenRecord(behind: error) ?? error
    }
  }

  /// Another program was faster: if it did the same, there is nothing left to do.
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

  /// Takes the model into the history, unless it is there already; the version in force.
  private func keep(_ request: MigrationRequest, _ survey: MigrationSurvey) throws -> Int64 {
    if survey.isSameModel { return version }
    try connection.run(
      try ModelTable.insertion(
        of: request.schema, origin: request.origin, version: version + 1,
        renames: survey.plan.renames, now: request.now))
    return version + 1
  }

  private func tablesVersion() throws -> Int64? {
    let version = try translated { try connection.version() }
    return if case .integer(let number)? = version { number } else { nil }
  }

  /// The statements that `migrate` would run, as a script for the engine's own shell. Call it within
  /// `read`.
  package func script(of request: MigrationRequest, _ survey: MigrationSurvey) throws -> String {
    if !survey.plan.converted.isEmpty {
      throw DatabaseError(
        .refused,
        "no script converts the values of \(listedInQuotes(survey.plan.converted, "and"))",
        hint: "leave out --sql; 'flagdb migrate' converts each value as 'insert' reads it")
    }
    let foreign = try ForeignObjects(survey, in: connection)
    let model =
      survey.isSameModel
      ? []
      : [
        try ModelTable.insertion(
          of: request.schema, origin: request.origin, version: version + 1,
          renames: survey.plan.renames, now: request.now)
      ]
    let audit = try AuditChange(from: survey.plan.old, to: survey.plan.new, in: self)
    let notes = survey.isSameModel ? [] : audit.notes(of: version + 1, by: author)
    let steps =
      survey.repairs.map(\.statement) + audit.removals + survey.plan.steps.map(\.sql)
      + audit.renewals + model + notes
    let ofServer = try translated {
      try connection.script(
        of: steps.map { $0.script(in: dialect) }, onModel: version,
        claiming: schemaObjects(.table, of: survey.plan.old, in: dialect).map(\.name))
    }
    if let ofServer { return ofServer }
    let script = survey.plan.script(
      for: try tablesVersion(),
      before: survey.repairs.map(\.statement) + audit.removals + foreign.removals,
      with: audit.renewals + foreign.renewals + model + notes, in: dialect)
    // The shell says what it set, which is none of the script's output.
    let open = ".output /dev/null\n.dbconfig defensive off\n.output stdout\n"
    let rewords = survey.plan.steps.contains { $0.effect == .rewords }
    return ".bail on\n" + (rewords ? open : "") + script
  }
}
