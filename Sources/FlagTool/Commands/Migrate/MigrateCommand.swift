import CodeFiles
import CommandTable
import Databases
import Engines
import FlagFormats
import FlagModel
import Migrating
import Migrations
import Terminal

/// `flagdb migrate DB MODEL.swift…`: migrates a database to a changed model.
struct MigrateCommand: Command {
  static let name = "migrate"
  static let summary = "migrates a database to a changed model"

  enum Mode {
    case plan
    /// Prints the plan as SQL.
    case script
    case check
    case history
  }

  var database = ""
  /// The model files, or none if a version is given.
  var models: [String] = []
  var version: Int64?
  /// The mode that replaces the migration.
  var mode: Mode?
  var showsSQL = false
  var options = MigrationOptions()
  var output = OutputOptions()

  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.argument(
      "MODEL.swift", isOptional: true, &models,
      .file(extensions: ["swift"] + ModelPackages.extensions),
      help: "the new model, as Swift or Core Data; `-` for standard input")
    let plan = table.switch("dry-run", &mode, is: .plan, help: "print the plan, but change nothing")
    table.switch(
      "sql", &showsSQL,
      help: "with --dry-run, print the plan as a script for sqlite3 or psql"
    )
    let check = table.switch(
      "check", &mode, is: .check,
      help: "print the plan, change nothing, and exit 3 if a change is needed")
    table.value(
      "to", &version, "VERSION", .asks("version"),
      help: "migrate to a version of the history, earlier or later")
    let history = table.switch(
      "history", &mode, is: .history, help: "list the versions with date, origin and changes")
    table.exclude(plan, check, history)
    table.exclude(history, all: MigrationOptions.names)
    table.need(history, all: OutputOptions.names)
    table.part(&options)
    table.part(&output)
  }

  mutating func complete() throws {
    if showsSQL {
      guard mode == .plan else { throw CommandError("'--sql' needs '--dry-run'") }
      mode = .script
    }
    if mode == .history {
      if models.isEmpty, version == nil { return }
      throw CommandError("--history changes nothing; leave out the model and --to")
    }
    if version != nil, let model = models.first {
      throw CommandError("--to names a version of the history; leave out \(model)")
    }
    if version == nil, models.isEmpty {
      throw CommandError(
        "expected MODEL.swift", hint: "or --to VERSION, or --history to see the versions")
    }
  }

  func run(in session: Session) throws -> Exit {
    let isByHistory = mode == .history || version != nil
    let need: ModelNeed = isByHistory ? .mostRecent : .whole
    let database = try session.needing(need).openOurs(
      database, for: .writing(if: mode == nil), patience: Self.patience)
    if mode == .history { return try showHistory(of: database, session) }
    // The files are read first, because reading a pipe can take long.
    let target = try version.map(MigrationTarget.version) ?? .model(reading: models, in: session)
    let (request, survey) = try planned(target, of: database, in: session)
    let words = MigrationReport(survey: survey, path: database.path)
    switch mode {
    case nil: return try apply(request, survey, words, database, session)
    case .plan, .history:
      try session.print(survey.isDone ? words.nothingToDo : words.plan)
      try survey.requireApplicable(allowingLoss: options.allowsLoss)
      try database.read { try Migrator(database).rehearse(survey) }
      return .done
    case .script:
      try survey.requireApplicable(allowingLoss: options.allowsLoss)
      try session.print(try script(of: request, survey, for: database))
      return .done
    case .check:
      if survey.isDone { return .done }
      try session.print(words.plan)
      session.say(words.refusals(allowingLoss: options.allowsLoss))
      return .no
    }
  }

  private func planned(
    _ target: MigrationTarget, of database: Database, in session: Session
  ) throws -> (MigrationRequest, MigrationSurvey) {
    try database.planning {
      let (schema, decisions, origin) = try target.resolved(
        in: database, options.decisions, session)
      let request = MigrationRequest(
        to: schema, decisions: decisions, origin: origin, allowsLoss: options.allowsLoss,
        now: session.now)
      return (
        request, try Migrator(database).survey(to: schema, decisions: decisions, now: session.now)
      )
    }
  }

  private func script(
    of request: MigrationRequest, _ survey: MigrationSurvey, for database: Database
  ) throws -> String {
    try database.read {
      let migrator = Migrator(database)
      try migrator.rehearse(survey)
      return try migrator.script(of: request, survey)
    }
  }

  /// The time to wait for another migration.
  private static let patience = Duration.seconds(60)

  private func apply(
    _ request: MigrationRequest, _ survey: MigrationSurvey, _ words: MigrationReport,
    _ database: Database, _ session: Session
  ) throws -> Exit {
    if survey.isDone {
      try session.print(words.nothingToDo)
      return .done
    }
    try session.print(words.plan)
    try survey.requireApplicable(allowingLoss: options.allowsLoss)
    if !survey.consequences(.loss).isEmpty {
      if let line = try Database.lineToDump(database.path) {
        session.say("note: a database on a server is not copied before; '\(line)' does that\n")
      }
      try options.confirm("migrate with these losses?", session)
    }
    try session.answer { answer in
      try migrate(request, survey, database, session.progress()) {
        try answer(words.summary(of: $0))
      }
    }
    return .done
  }

  /// Long steps are reported on a terminal.
  private func migrate(
    _ request: MigrationRequest, _ survey: MigrationSurvey, _ database: Database,
    _ line: Progress?, willKeep: (MigrationOutcome) throws -> Void
  ) throws {
    defer { line?.clear() }
    let show = line.map { line in
      { (state: MigrationProgress) in
        line.show(
          "step \(state.step) of \(state.steps): \(state.words)",
          records: Int(clamping: state.records), of: Int(clamping: state.totalRecords))
      }
    }
    _ = try Migrator(database).migrate(request, seen: survey, progress: show, willKeep: willKeep)
  }

  private func showHistory(of database: Database, _ session: Session) throws -> Exit {
    let history = try database.read { try database.history() }
    let columns = [
      OutputColumn(name: "version", type: .integer(.int64)),
      OutputColumn(name: "applied", type: .date), OutputColumn(name: "origin"),
      OutputColumn(name: "changes"),
    ]
    let output = try session.recordOutput(output)
    try output.write(columns) { write in
      for (index, version) in history.enumerated() {
        // It takes long to read hundreds of thousands of models.
        if Interruption.signal != nil { throw OutputError.interrupted }
        let earlier = index == 0 ? nil : history[index - 1]
        let changes = version.changes(since: earlier)
        try write(
          StoredRow([
            .integer(version.version), .text(version.applied), .text(version.origin),
            changes.isEmpty ? .null : .text(changes.joined(separator: "; ")),
          ]))
      }
    }
    try output.finish()
    return .done
  }
}
