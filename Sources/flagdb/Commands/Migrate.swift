import CommandTable
import FlagDB
import FlagFormats
import FlagModel
import Migrations
import Predicates
import Queries
import SQLText
import Terminal
import UserSQL

/// `flagdb migrate DB MODEL.swift…`: brings a database to a model.
struct MigrateCommand: Command {
  private enum Mode {
    case apply
    case plan
    case script
    case check
    case history
  }

  private let database: String
  /// The files of the model, or none if a version is meant.
  private let models: [String]
  private let version: Int64?
  private let mode: Mode
  private let options: MigrationOptions
  private let output: OutputOptions

  init(_ line: Invocation) throws {
    database = try line.required("DB")
    options = try MigrationOptions(line)
    output = try OutputOptions(line)
    mode = try Self.mode(line)
    models = line.values(of: "MODEL.swift")
    version = try line.count(ofOption: "to")
    if version != nil, let model = models.first {
      throw CommandError("--to names a version of the history; leave out \(model)")
    }
    if version == nil, models.isEmpty, mode != .history {
      throw CommandError(
        "expected MODEL.swift", hint: "or --to VERSION, or --history to see the versions")
    }
  }

  private static func mode(_ line: Invocation) throws -> Mode {
    let modes = ["dry-run", "check", "history"].filter { line.has(option: $0) }
    if modes.count > 1 {
      throw CommandError("--\(modes[0]) and --\(modes[1]) exclude each other")
    }
    if line.has(option: "sql"), modes != ["dry-run"] {
      throw CommandError("--sql belongs to --dry-run")
    }
    if modes == ["history"], !line.values(of: "MODEL.swift").isEmpty || line.has(option: "to") {
      throw CommandError("--history shows what was; leave out where to migrate")
    }
    switch modes.first {
    case "dry-run": return line.has(option: "sql") ? .script : .plan
    case "check": return .check
    case "history": return .history
    default: return .apply
    }
  }

  func run(in session: Session) throws -> Exit {
    let database = try session.open(
      database, for: mode == .apply ? .writing : .reading, patience: Self.patience)
    if mode == .history { return try showHistory(of: database, session) }
    // The files are read before, since a pipe may take its time.
    let target = try version.map(MigrationTarget.version) ?? .model(reading: models, in: session)
    let (request, survey) = try database.readNewest {
      let (schema, wishes, origin) = try target.resolved(in: database, options.wishes, session)
      let request = MigrationRequest(
        to: schema, wishes: wishes, origin: origin, allowsLoss: options.allowsLoss,
        now: session.now)
      return (request, try database.survey(to: schema, wishes: wishes, now: session.now))
    }
    let words = MigrationWords(survey, path: database.path)
    switch mode {
    case .apply: return try apply(request, survey, words, database, session)
    case .plan, .history:
      try session.print(survey.isDone ? words.nothingToDo : words.plan)
      try survey.requireApplicable(allowingLoss: options.allowsLoss)
      return .done
    case .script:
      try survey.requireApplicable(allowingLoss: options.allowsLoss)
      try session.print(try database.read { try database.script(of: request, survey) })
      return .done
    case .check:
      if survey.isDone { return .done }
      try session.print(words.plan)
      session.say(words.refusals(allowingLoss: options.allowsLoss))
      return .no
    }
  }

  /// Another migration may take as long as this.
  private static let patience = Duration.seconds(60)

  private func apply(
    _ request: MigrationRequest, _ survey: MigrationSurvey, _ words: MigrationWords,
    _ database: Database, _ session: Session
  ) throws -> Exit {
    if survey.isDone {
      try session.print(words.nothingToDo)
      return .done
    }
    try session.print(words.plan)
    try survey.requireApplicable(allowingLoss: options.allowsLoss)
    if !survey.harms(.loss).isEmpty { try options.confirmLoss(session) }
    try session.answer { answer in
      try migrate(request, survey, database, session.progress()) {
        try answer(words.done($0))
      }
    }
    return .done
  }

  /// Long steps are told on a terminal.
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
    _ = try database.migrate(request, seen: survey, progress: show, willKeep: willKeep)
  }

  private func showHistory(of database: Database, _ session: Session) throws -> Exit {
    let history = try database.read { try database.history() }
    let columns = [
      OutputColumn(name: "version", type: .integer(.int64)),
      OutputColumn(name: "applied", type: .date), OutputColumn(name: "origin"),
      OutputColumn(name: "changes"),
    ]
    let records = history.enumerated().map { index, version -> [Value] in
      let changes = index == 0 ? [] : version.changes(since: history[index - 1], now: session.now)
      return [
        .integer(version.version), .text(version.applied), .text(version.origin),
        changes.isEmpty ? .null : .text(changes.joined(separator: "; ")),
      ]
    }
    try session.writeRecords(columns, output, records)
    return .done
  }

  static let description = CommandDescription(
    "migrate", group: "the database", summary: "brings a database to a model",
    arguments: [
      .database,
      ArgumentDescription(
        "MODEL.swift", isOptional: true, isRepeating: true,
        completion: .file(extensions: ["swift"]),
        help: "the model to come to, as Swift; `-` for standard input"),
    ],
    options: [
      OptionDescription("dry-run", help: "print the plan and change nothing"),
      OptionDescription(
        "sql", help: "with --dry-run, print the script that plain sqlite3 can run instead"),
      OptionDescription(
        "check", help: "print the plan, change nothing, and exit 3 if there is something to do"),
      OptionDescription(
        "to", value: OptionValue("VERSION", .asks("version")),
        help: "go back or forward to a version of the history"),
      OptionDescription("history", help: "list the versions: when, from where, what changed"),
    ] + MigrationOptions.descriptions + OutputOptions.descriptions,
    discussion: discussion, examples: examples,
    exitStatuses: [ExitStatus(3, "with --check, the database differs from the model")],
    seeAlso: [
      PageReference("flagdb-schema", 1), PageReference("flagdb-check", 1),
      PageReference("flagdb-backup", 1),
    ])
}
