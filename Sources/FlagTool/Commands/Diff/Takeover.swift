import Comparing
import Databases
import FlagModel
import Migrating
import Platform

/// `diff --apply`: changes one database to the model and the records of another, in one
/// transaction.
struct Takeover {
  private let command: DiffCommand

  init(_ command: DiffCommand) { self.command = command }

  /// Ends a dry run, so that the transaction is rolled back.
  private struct DryRunEnd: Error {}

  func run(in session: Session) throws -> Exit {
    for path in [command.database, command.other] where RecordFile(path) != nil {
      throw CommandError(
        "--apply is for two databases, and '\(path)' has records alone",
        hint: "'flagdb insert DB ENTITY FILE --upsert KEY' imports them", exit: .failed)
    }
    if let identity = FileIdentity(at: command.database),
      identity == FileIdentity(at: command.other)
    {
      throw CommandError("'\(command.database)' and '\(command.other)' are the same file")
    }
    let source = try session.openOurs(command.database, for: .reading)
    let target = try session.openOurs(command.other, for: .writing)
    let options = command.migration
    return try source.read {
      try source.requireAllRecords(of: source.schema.entities)
      let request = MigrationRequest(
        to: source.schema, decisions: options.decisions, origin: "diff \(command.database) --apply",
        allowsLoss: options.allowsLoss, now: session.now)
      let survey = try target.readNewest {
        try Migrator(target).survey(
          to: source.schema, decisions: options.decisions, now: session.now)
      }
      let words = MigrationReport(survey: survey, path: target.path)
      if !survey.isDone {
        try session.print(words.plan)
        try survey.requireApplicable(allowingLoss: options.allowsLoss)
      }
      if !command.isDryRun {
        try options.confirm("make '\(target.path)' like '\(source.path)'?", session)
      }
      try session.answer { answer in
        try apply(request, survey, source, target) { taken, outcome in
          var text = lines(taken, target.path)
          if !command.isDryRun, !survey.isDone { text += words.summary(of: outcome) }
          try answer(text)
        }
      }
      return .done
    }
  }

  private func apply(
    _ request: MigrationRequest, _ survey: MigrationSurvey, _ source: Database,
    _ target: Database, _ tell: ([TakenRecords], MigrationOutcome) throws -> Void
  ) throws {
    do {
      let willKeep = { (outcome: MigrationOutcome) in
        try tell(try DatabaseTakeover(into: target).takeRecords(of: source), outcome)
        if command.isDryRun {
          try target.requireDeferredConstraints()
          throw DryRunEnd()
        }
      }
      _ = try Migrator(target).migrate(request, seen: survey, willKeep: willKeep)
    } catch is DryRunEnd {}
  }

  private func lines(_ taken: [TakenRecords], _ path: String) -> String {
    let changed = taken.filter { $0.counts.differences > 0 }
    let lines = changed.map { "\($0.table): \($0.counts.takenWords)\n" }.joined()
    let end =
      if command.isDryRun {
        "nothing was changed\n"
      } else if changed.isEmpty {
        "'\(path)' has these records already\n"
      } else {
        "'\(path)' has these records now\n"
      }
    return lines + end
  }
}

extension DifferenceCounts {
  /// `1 added, 2 changed, 1 removed`
  fileprivate var takenWords: String {
    [(added, "added"), (changed, "changed"), (gone, "removed")].filter { $0.0 > 0 }
      .map { "\(groupedDigits($0.0)) \($0.1)" }.joined(separator: ", ")
  }
}
