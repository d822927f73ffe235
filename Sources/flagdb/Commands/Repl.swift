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
    environment: [
      Definition("VISUAL, EDITOR", "What `.edit` opens; `vi` if neither is set."),
      Definition("INPUTRC", "What GNU Readline reads in the place of `~/.inputrc`."),
      Definition(
        "XDG_STATE_HOME", "The folder of `flagdb/history`; `~/.local/state` if it is not set."),
    ],
    files: [
      Definition("~/.local/state/flagdb/history", "What was typed in earlier sessions."),
      Definition("~/.inputrc", "Keys and their meanings, read by GNU Readline."),
    ],
    exitStatuses: [
      ExitStatus(
        1,
        "a line of a script failed, and did nothing; what the lines before it changed stays, "
          + "unless a transaction was open")
    ],
    seeAlso: [
      PageReference("flagdb-define", 1), PageReference("flagdb-query", 1),
      PageReference("flagdb-predicates", 7), PageReference("flagdb-tutorial", 7),
    ])
}
