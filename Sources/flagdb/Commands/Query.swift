import CommandTable
import FlagDB
import FlagFormats
import FlagModel
import Migrations
import Predicates
import Queries
import SQLText
import UserSQL

/// `flagdb query DB ENTITY`: reads records.
struct QueryCommand: Command {
  private let database: String
  private let entity: String
  private let selection: SelectionOptions
  private let output: OutputOptions
  private let request: AnswerRequest
  private let limit: Int64?
  private let offset: Int64?
  private let answer: Query.Answer
  private let showsSQL: Bool
  private let explains: Bool

  init(_ line: Invocation) throws {
    database = try line.required("DB")
    entity = try line.required("ENTITY")
    selection = try SelectionOptions(line)
    output = try OutputOptions(line)
    func lists(_ option: String) -> [SourceText] {
      line.values(ofOption: option).map { SourceText($0) }
    }
    request = AnswerRequest(
      columns: lists("columns"), groups: lists("group-by"), having: selection.groupConditions,
      sort: lists("sort"), byKey: output.isRaw, arguments: selection.arguments)
    limit = try line.count(ofOption: "limit")
    offset = try line.count(ofOption: "offset")
    showsSQL = line.has(option: "sql")
    explains = line.has(option: "explain")
    switch (line.has(option: "count"), line.has(option: "exists")) {
    case (true, true): throw CommandError("--count and --exists are two questions; ask one")
    case (true, false): answer = .count
    case (false, true): answer = .exists
    case (false, false): answer = .records
    }
  }

  func run(in session: Session) throws -> Exit {
    let database = try session.open(database, for: .reading)
    let query = try self.query(of: database, session)
    if explains { return try explain(query, database, session) }
    if showsSQL {
      try session.print(SQLOptions.text(of: query.sql))
      return .done
    }
    switch query.answer {
    case .exists: return try database.read { try database.number(query) } == 1 ? .done : .no
    case .count: try session.print("\(try database.read { try database.number(query) })\n")
    case .records: try show(query, database, session)
    }
    return .done
  }

  private func query(of database: Database, _ session: Session) throws -> Query {
    let schema = database.schema
    let entity = try database.entity(named: self.entity)
    var query = try request.query(of: entity, in: schema, now: session.now)
    query.predicate = try selection.predicate(for: entity, in: schema, session)
    (query.limit, query.offset, query.answer) = (limit, offset, answer)
    return query
  }

  private func show(_ query: Query, _ database: Database, _ session: Session) throws {
    let columns = query.columns.map { OutputColumn(name: $0.title, type: $0.type) }
    let output = try session.recordOutput(output)
    try database.read {
      let rows = try database.rows(query)
      try output.write(columns) { write in try rows.pass(to: write) }
    }
    // Somebody may look at it for long: others may write meanwhile.
    try output.finish()
  }

  private func explain(_ query: Query, _ database: Database, _ session: Session) throws -> Exit {
    let (flags, plan) = try database.read {
      (try database.flagPlan(of: query), try database.plan(of: try database.quickest(query)))
    }
    let usesIndex = flags?.usesIndex == true || plan.contains { $0.contains(" USING ") }
    let understood = query.spelled(in: database.schema).map { "-- \($0)\n" }.joined()
    let way = flags.map { $0.lines(for: query).map { "-- \($0)\n" }.joined() }
    try session.print(
      understood + SQLOptions.text(of: query.sql) + (way ?? "")
        + plan.map { "-- \($0)\n" }.joined() + "-- an index is \(usesIndex ? "" : "not ")used\n")
    return .done
  }

  static let description = CommandDescription(
    "query", group: "records", summary: "reads records",
    arguments: [.database, .entity],
    options: SelectionOptions.descriptions + [
      OptionDescription(
        "columns", short: "c", value: OptionValue("NAMES", .asks("columns")), isRepeatable: true,
        group: "answer",
        help: "show these, in this order; `*` means all"),
      OptionDescription(
        "group-by", short: "g", value: OptionValue("NAMES", .asks("groups")), isRepeatable: true,
        group: "answer", help: "make one row of records that are equal in these"),
      OptionDescription(
        "having", value: OptionValue("PREDICATE", .asks("group-predicate")), isRepeatable: true,
        group: "answer", help: "groups for which this is true, as in `count() > 1`"),
      OptionDescription(
        "sort", short: "s", value: OptionValue("NAMES", .asks("order")), isRepeatable: true,
        group: "answer", help: "sort by these; after a hyphen the greatest first"),
      OptionDescription(
        "limit", short: "n", value: OptionValue("N"), group: "answer",
        help: "stop after so many records"),
      OptionDescription(
        "offset", value: OptionValue("N"), group: "answer", help: "pass over so many records"),
      OptionDescription("count", group: "answer", help: "print how many records there are"),
      OptionDescription(
        "exists", group: "answer", help: "print nothing; exit 0 if there is one, and 3 if not"),
    ] + OutputOptions.descriptions + [
      SQLOptions.description,
      OptionDescription(
        "explain", group: "looking inside",
        help: "print what was understood, the SQL and the plan"),
    ],
    discussion: [
      """
      Without a selection every record is shown. Flags are named as the model names them, and a \
      named combination may stand for its flags; a bit without a name is written `0x40`.
      """,
      """
      When an entity has several attributes of flags, the one that knows the flag is meant. \
      Where more than one does, write `--has markers:HRM`.
      """,
      """
      A to-one relationship is shown by the unique attribute of the other record, or by its key \
      where it has none or several. A to-many relationship is shown when `--columns` names it.
      """,
      """
      Flags are found fast where few records have them: the tool jumps through the index on the \
      flags, from one stored combination to the next that could match, and asks for the records \
      with those. Where many match, or there are too many combinations, the records are read one \
      by one as `--sql` shows. The answer is the same; `--explain` says which way was taken and why.
      """,
    ] + PredicateManual.blocks + GroupManual.blocks + FormatManual.blocks,
    examples: [
      Example(
        "How many of each status, and the best of them.",
        "flagdb query zoo.db Sample --group-by status -c 'status, count(), max(score)'",
        output: """
          status,count(),max(score)
          received,1,50.0
          measured,2,95.0
          archived,1,47.5
          """),
      Example(
        "How many have each flag.", "flagdb query zoo.db Sample --group-by 'each(markers)'",
        output: """
          each(markers),count()
          "",1
          RAW,2
          HRM,2
          PLX,2
          """),
      Example(
        "Records with more than one reading of at least 70.",
        "flagdb query zoo.db Sample --where 'readings[value >= 70].count > 1' -c code",
        output: """
          code
          S-2
          """),
      Example(
        "A value from a variable, which needs no quotes.",
        "code=S-4; flagdb query zoo.db Sample --where 'code = %@' --arg \"$code\" -c code,score",
        output: """
          code,score
          S-4,95.0
          """),
      Example(
        "A closure as it stands in the app, with the value of its variable.",
        "flagdb query zoo.db Sample --where '{ $0.score > limit }' --arg limit=92 -c code",
        output: """
          code
          S-4
          """),
      Example(
        "Records that have both flags.", "flagdb query zoo.db Sample --has HRM,PLX -c code,markers",
        output: """
          code,markers
          S-2,HRM|PLX
          S-4,RAW|HRM|PLX
          """),
      Example(
        "The statement that this becomes.",
        "flagdb query zoo.db Sample --has HRM,PLX --columns code --sql",
        output: """
          SELECT code FROM Sample WHERE (markers & ?) = ? ORDER BY id;
          -- bindings: 6, 6
          """),
      Example(
        "The codes of the best, for a shell loop.",
        "flagdb query zoo.db Sample --where 'score >= 80' --sort -score -c code -f names",
        output: """
          S-4
          S-2
          """),
    ],
    exitStatuses: [ExitStatus(3, "with `--exists`, no record was found")],
    seeAlso: [
      PageReference("flagdb-delete", 1), PageReference("flagdb-stats", 1),
      PageReference("flagdb-update", 1), PageReference("flagdb-predicates", 7),
    ])
}
