import CommandTable

/// `flagdb repl DB [ENTITY]`: a session with one database.
struct ReplCommand: Command {
  private let database: String
  private let entity: String?
  private let keepsGoing: Bool

  init(_ line: Invocation) throws {
    database = try line.required("DB")
    entity = line.value(of: "ENTITY")
    keepsGoing = line.has(option: "keep-going")
  }

  func run(in session: Session) throws -> Exit {
    try ReplSession(database, entity: entity, in: session, goesOn: keepsGoing).run()
  }

  static let description = CommandDescription(
    "repl", group: "records", summary: "asks and answers, line by line",
    arguments: [
      .database,
      ArgumentDescription(
        "ENTITY", isOptional: true, completion: .asks("entity"),
        help: "the kind of record to begin with; the first of the model if not said"),
    ],
    options: [
      OptionDescription(
        "keep-going", short: "k", help: "go on after a line of a script that failed")
    ],
    discussion: ReplManual.blocks, examples: ReplManual.examples,
    seeAlso: [PageReference("flagdb-query", 1), PageReference("flagdb-define", 1)])
}
