import CommandTable
import Databases
import FlagFormats
import FlagModel
import Predicates
import Queries
import QueryPlanning

/// `flagdb query DB ENTITY`: reads records.
struct QueryCommand: SelectingCommand {
  static let name = "query"
  static let summary = "selects, sorts and groups records; exports CSV and JSON"

  var database = ""
  var reading = ReadingOptions()
  var entity: Name = ""
  var selection = SelectionOptions()
  var limit: Int64?
  var offset: Int64?
  var isDescending = false
  var isDistinct = false
  var answer: Query.Answer?
  var output = OutputOptions()
  var usesNamesInFiles = false
  var sql: SQLForm?
  var explains = false
  var isByFlag = false
  var interval: WatchInterval?
  var threads: ThreadCount?

  mutating func declare(in table: inout OptionTable) {
    table.databaseOrRecords(&database, models: &reading.models, commit: &reading.commit)
    table.entity(&entity)
    selection.declareArgument(in: &table)
    table.part(&selection)
    table.heading("answer")
    let columns = table.value(
      "columns", short: "c", &selection.columns, "NAMES", .asks("columns"),
      help: "show these columns, in this order; `*` means all")
    let distinct = table.switch(
      "distinct", &isDistinct, needs: columns, help: "show equal rows only once")
    let groups = table.value(
      "group-by", short: "g", &selection.groups, "NAMES", .asks("groups"),
      help: "show one row for each group of equal values of these")
    table.exclude(distinct, groups)
    let across = table.value(
      "across", &selection.across, "NAME", .asks("groups"),
      help: "a column for each value of this; --columns is a cell")
    table.value(
      "having", &selection.conditions, "PREDICATE", .asks("group-predicate"),
      help: "show only groups that match, as in `count() > 1`"
    ) { .ofGroups(SourceText($0)) }
    let sort = table.value(
      "sort", short: "s", aliases: ["order", "order-by"], &selection.sort, "NAMES",
      .asks("order"), help: "by these, -NAME descending")
    table.switch(
      "desc", &isDescending, needs: sort, help: "sort descending by all attributes of --sort")
    table.value("limit", short: "n", &limit, "N", help: "show at most N records")
    table.value("offset", &offset, "N", help: "skip the first N records")
    let count = table.switch("count", &answer, is: .count, help: "print the number of records")
    let exists = table.switch(
      "exists", &answer, is: .exists,
      help: "print nothing; exit 0 if a record matches, else 3")
    table.exclude(count, exists, across)
    let byFlag = table.switch("by-flag", &isByFlag, help: "the number of records with each flag")
    for other in [groups, exists, distinct] { table.exclude(byFlag, other) }
    table.watch(&interval)
    table.part(&output)
    table.switch(
      "names-in-files", &usesNamesInFiles,
      help: "use the original names from the imported file")
    table.threads(&threads)
    let sql = table.sql(&sql)
    let explain = table.switch(
      "explain", &explains, help: "print the parsed predicate, its SQL and its plan")
    for other in [across, sql] { table.exclude(explain, other) }
    // A format does no harm, and a function of a shell may give it to all commands.
    for option in [exists, sql, explain] { table.exclude(option, all: ["output"]) }
    // The flags with their numbers are records.
    if !byFlag.isGiven { table.exclude(count, all: ["output"]) }
    table.part(&reading.records)
  }

  func complete() throws {
    if selection.across != nil, selection.groups.isEmpty, !isByFlag {
      throw CommandError("'--across' needs '--group-by NAMES' or '--by-flag'")
    }
    guard interval != nil else { return }
    if sql != nil || explains {
      throw CommandError("--watch repeats an answer; leave out --sql and --explain")
    }
    if answer == .exists { throw CommandError("--watch shows an answer, and --exists has none") }
    if output.path != nil { throw CommandError("--watch shows each answer; leave out --output") }
  }

  func run(in session: Session) throws -> Exit {
    guard let interval else { return try runOnce(in: session) }
    return try session.watch(database, every: interval, runOnce)
  }

  private func runOnce(in session: Session) throws -> Exit {
    let database = try session.about(entity).openToRead(database, reading)
    try session.share(threads, reading: database)
    return try countingFlags(in: database).answer(database, session)
  }

  /// Replaces `--by-flag` by the corresponding group.
  private func countingFlags(in database: Database) throws -> QueryCommand {
    guard isByFlag else { return self }
    let entity = try database.entity(named: entity)
    try refuseName(in: entity)
    let names = entity.flagAttributes.map { entity.groupOfFlags(of: $0.name) }
    guard names.count == 1 else {
      let why =
        if names.isEmpty {
          "has no attribute of flags"
        } else {
          "has \(names.count) attributes of flags"
        }
      throw CommandError(
        "--by-flag counts the flags of one attribute, and '\(entity.name)' \(why)",
        hint: names.first.map { .words("write --group-by '\($0)'") })
    }
    var command = self
    command.selection.groups = [SourceText(names[0])]
    if answer == .count { command.answer = nil }
    return command
  }

  /// Throws for `--by-flag markers`, which the predicate would refuse with another hint.
  private func refuseName(in entity: Entity) throws {
    for case .ofRecords(let typed) in selection.conditions {
      let name = Name(typed.text(0..<typed.utf8.count))
      guard entity.flagAttributes.contains(where: { $0.name == name }) else { continue }
      throw CommandError(
        "--by-flag takes no name, found '\(name)'",
        hint: .words("write --group-by '\(entity.groupOfFlags(of: name))'"))
    }
  }

  private func answer(_ database: Database, _ session: Session) throws -> Exit {
    if selection.across != nil {
      if sql == nil, !explains {
        let entity = try database.entity(named: entity)
        try session.sayHiddenRecords(of: [entity], in: database)
      }
      return try showAcross(try crossQuery(of: database, session), database, session)
    }
    let query = try self.query(of: database, session)
    if explains { return try explain(query, database, session) }
    if let sql { return try session.printSQL([query.sql], as: sql, for: database) }
    try session.sayHiddenRecords(of: [query.entity], in: database)
    switch query.answer {
    case .exists:
      let isFound = try database.read {
        try selection.requireOneRecord(of: query.entity, in: database, session, isRequired: false)
        return try database.number(query) == 1
      }
      return isFound ? .done : .no
    case .count: try session.print("\(try count(query, in: database, session))\n")
    case .records: try show(query, database, session)
    }
    return .done
  }

  private func request(in database: Database) -> AnswerRequest {
    AnswerRequest(
      columns: selection.columns, groups: selection.groups,
      across: selection.across.map { [$0] } ?? [], having: selection.groupConditions,
      sort: selection.sort, isDescending: isDescending,
      isDistinct: isDistinct, references: output.isRaw ? .byKey : database.shownReferences,
      arguments: selection.arguments)
  }

  private func crossQuery(of database: Database, _ session: Session) throws -> CrossQuery {
    let entity = try database.entity(named: self.entity)
    let schema = database.schema
    var query = try request(in: database).crossQuery(of: entity, in: schema, now: session.now)
    query.cells.predicate = try selection.predicate(for: entity, in: schema, session)
    if output.isRaw { query.cells.columns = query.cells.columns.map(\.withAllDigits) }
    query.rows.predicate = query.cells.predicate
    query.rows.limit = limit
    query.rows.offset = offset
    return query
  }

  /// Throws if the argument of `-o` is an attribute: in other tools the option sorts.
  private func requireFile(_ entity: Entity) throws {
    guard let path = output.path, OutputFormat(fileName: path) == nil else { return }
    var name = path
    if name.hasPrefix("-") { name.removeFirst() }
    guard entity.names.contains(Name(name)) else { return }
    throw CommandError(
      "'\(path)' is an attribute, and --output expects a file",
      hint: "write --sort \(path) to sort, or --output ./\(path) for a file of that name")
  }

  private func query(of database: Database, _ session: Session) throws -> Query {
    let entity = try database.entity(named: self.entity)
    try requireFile(entity)
    let schema = database.schema
    var query = try request(in: database).query(of: entity, in: schema, now: session.now)
    if database.kind.isRecordFile { leaveOutNumbers(of: entity, &query) }
    query.predicate = try selection.predicate(for: entity, in: schema, session)
    if output.isRaw { query.columns = query.columns.map(\.withAllDigits) }
    query.limit = limit
    query.offset = offset
    query.answer = answer ?? .records
    return query
  }

  /// Omits the row numbers of a record file, unless they are requested.
  private func leaveOutNumbers(of entity: Entity, _ query: inout Query) {
    let isUsual = selection.columns.isEmpty && selection.groups.isEmpty && query.columns.count > 1
    if isUsual, !entity.attributes.contains(where: { $0.column == entity.shownKey }) {
      query.columns.removeFirst()
    }
  }

  private func count(_ query: Query, in database: Database, _ session: Session) throws -> Int64 {
    try database.read {
      try selection.requireOneRecord(of: query.entity, in: database, session)
      let count = try database.number(query)
      if count == 0 || !query.showsOnlyRecords {
        try selection.requireRecord(of: query.entity, in: database, session)
      }
      return count
    }
  }

  private func show(_ query: Query, _ database: Database, _ session: Session) throws {
    let columns = outputColumns(of: query, inFiles: usesNamesInFiles || database.kind.isRecordFile)
    let isShared = session.sharesRecords(output)
    let output = try session.recordOutput(output)
    try database.read {
      try selection.requireOneRecord(of: query.entity, in: database, session)
      if isShared {
        try selection.requireRecord(of: query.entity, in: database, session)
        try output.writeParts(columns) { makePart, pass in
          try database.convert(query, by: makePart, to: pass)
        }
      } else {
        let rows = try database.rows(query)
        if selection.hasKey, try !query.showsOnlyRecords || !rows.hasNext() {
          try selection.requireRecord(of: query.entity, in: database, session)
        }
        try output.write(columns) { write in try rows.pass(to: write) }
      }
    }
    // The pager can stay open for long, and other programs must be able to write.
    try output.finish()
  }

  private func outputColumns(of query: Query, inFiles: Bool) -> [OutputColumn] {
    guard inFiles else {
      return query.columns.map { OutputColumn(name: $0.title.text, type: $0.type) }
    }
    let mapped = Set(reading.records.importing.mappings.map(\.attribute))
    let pairs = query.entity.namesInFiles.filter { !mapped.contains($0.name) }
      .map { ($0.name, $0.inFiles) }
    let names = Dictionary(pairs) { first, _ in first }
    return query.columns.map {
      OutputColumn(name: (names[$0.title] ?? $0.title).text, type: $0.type?.calledAsInFiles)
    }
  }

  private func explain(_ query: Query, _ database: Database, _ session: Session) throws -> Exit {
    let (flags, plan) = try database.read {
      try steps(of: query, database, session)
    }
    // A worker node decides if it looks candidates up in its index.
    let isIndexRead = flags?.usesIndex == true && flags?.method != .candidates
    let usesIndex = isIndexRead || database.usesIndex(plan)
    var text = ""
    for line in query.spelled(in: database.schema) { text += "-- \(line)\n" }
    text += SQLOptions.text(of: query.sql, in: database.dialect)
    let lines = (flags?.lines(for: query, in: database.dialect) ?? []) + plan
    for line in lines { text += "-- \(line)\n" }
    text += usesIndex ? "-- an index is used\n" : "-- an index is not used\n"
    try session.print(text)
    return .done
  }

  /// The search method for flags, and the steps of the query plan.
  private func steps(
    of query: Query, _ database: Database, _ session: Session
  ) throws -> (flags: FlagPlan?, plan: [String]) {
    let (sql, flags) = try database.planned(query)
    // The pages of the index have already given the result.
    if flags?.method == .pages { return (flags, []) }
    if flags?.usesIndex != true,
      case .success(let pages)? = try PagePlanner(database).pagePlan(of: query)
    {
      return (flags, [try pages.words()])
    }
    if session.sharesRecords(output),
      case .success(let pages)? = try PagePlanner(database).recordPlan(of: query)
    {
      return (flags, [try pages.words()])
    }
    return (flags, try database.plan(of: sql))
  }
}

extension Entity {
  /// `each(markers)`
  fileprivate func groupOfFlags(of attribute: Name) -> String {
    let isPlain = attribute.text.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
    if isPlain { return "each(\(attribute))" }
    return "each(`\(attribute)`)"
  }
}
