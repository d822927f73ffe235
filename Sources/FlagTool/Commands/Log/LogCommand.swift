import Auditing
import CommandTable
import Databases
import FlagFormats
import FlagModel
import SQLText

/// `flagdb log DB [ENTITY [ID]]`: shows the changes with their authors and times.
struct LogCommand: Command {
  static let name = "log"
  static let summary = "shows the audit log, or the commits in a write-ahead log"

  var database = ""
  var entity: Name?
  var record: String?
  var showsChanges = false
  var change: Int64?
  var who: String?
  var since: String?
  var until: String?
  var limit: Int64?
  var forgetsBefore: String?
  var readsCommits = false
  var isAgreed = false
  var output = OutputOptions()

  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.argument("ENTITY", &entity, .asks("entity"), help: "show only changes of this entity")
    table.argument(
      "ID", &record, .asks("record"),
      help: "show only changes of the record with this key or unique value")
    table.heading("selection")
    let changes = table.switch(
      "changes", &showsChanges, help: "show a line for each change, with its command")
    let change = table.value(
      "change", &change, "NUMBER", .asks("change"), help: "show only the change with this number")
    let by = table.value("by", &who, "WHO", help: "show only changes by this person")
    let since = table.value(
      "since", &since, "DATE", help: "show only changes at or after this time")
    let until = table.value("until", &until, "DATE", help: "show only changes before this time")
    table.value("limit", short: "n", &limit, "N", help: "show only the newest N lines")
    table.exclude(changes, change)
    table.heading("write-ahead log")
    let commits = table.switch(
      "wal", &readsCommits, help: "show the commits in the write-ahead log of any SQLite file")
    for option in [by, since, until] { table.exclude(commits, option) }
    table.heading("keeping it small")
    let forgetting = table.value(
      "forget-before", &forgetsBefore, "DATE",
      help: "delete the changes before this time from the audit log")
    table.exclude(commits, forgetting)
    let others = ["ENTITY", "ID", "changes", "change", "by", "since", "until", "limit"]
    table.exclude(forgetting, all: others + OutputOptions.names)
    table.switch("yes", short: "y", &isAgreed, needs: forgetting, help: "do not ask on a terminal")
    table.part(&output)
  }

  func run(in session: Session) throws -> Exit {
    if readsCommits { return try CommitLog(self).run(in: session) }
    if let forgetsBefore {
      let opened = try session.openOurs(database, for: .writing)
      try session.requireOutput(output)
      return try forget(before: forgetsBefore, in: opened, session)
    }
    let opened = try session.open(database, for: .reading)
    try session.requireOutput(output)
    try opened.read(asking: questions(on: opened)) {
      let request = try request(for: opened, session)
      if opened.kind.isCoreData {
        try write(StoreHistory(opened), request, session)
      } else if showsChanges {
        try writeChanges(request, LogReader(opened), session)
      } else {
        try writeValues(request, LogReader(opened), session)
      }
    }
    return .done
  }

  /// The questions that a server is asked with the first ones of the transaction.
  private func questions(on database: Database) -> [SQLText] {
    var questions =
      showsChanges || change != nil
      ? LogReader.questions(of: database, seeking: change) : LogReader.questions(of: database)
    if let entity, !questions.isEmpty, let entity = try? database.entity(named: entity) {
      questions += database.questionsOnNames(ofEver: entity, record)
    }
    return questions
  }

  private func request(for database: Database, _ session: Session) throws -> LogRequest {
    var request = LogRequest()
    if let entity {
      let entity = try database.entity(named: entity)
      // The log stores a child entity under the table of its hierarchy.
      request.tables = try database.tableNames(ofEver: entity)
      request.kinds = entity.source.kinds?.all
      request.key = try record.map { try key(of: $0, entity, in: database) }
    }
    request.who = who
    request.change = change
    request.most = limit
    request.isRaw = output.isRaw
    request.since = try since.map { try moment($0, "--since", session) }
    request.until = try until.map { try moment($0, "--until", session) }
    return request
  }

  /// The key of a record, which can be deleted.
  private func key(of record: String, _ entity: Entity, in database: Database) throws -> Int64 {
    do {
      if let key = try database.key(named: record, of: entity) ?? Int64(record) { return key }
    } catch let error as ValueError {
      throw CommandError(error.message, hint: error.hint)
    }
    throw CommandError(
      "there is no \(entity.name) '\(record)'", hint: "write the key of a deleted record")
  }

  /// Parses a time in the form that the log uses.
  private func moment(_ text: String, _ option: String, _ session: Session) throws -> String {
    do throws(ValueError) {
      return try AttributeType.date.value(from: text, now: session.now).text
    } catch {
      throw CommandError("\(option): \(error.message)", hint: error.hint)
    }
  }

  // MARK: Showing

  private func writeValues(_ request: LogRequest, _ reader: LogReader, _ session: Session) throws {
    var reader = reader
    try writeValues(session) { body in try reader.values(request, body) }
  }

  /// Writes values until there are enough.
  private func writeValues(
    _ session: Session, _ pass: ((LoggedValue) throws -> Bool) throws -> Void
  ) throws {
    let titles = ["change", "time", "who", "entity", "key", "what", "property", "before", "after"]
    let output = try session.recordOutput(output)
    try output.write(columns(titles)) { write in
      var left = limit ?? .max
      if left == 0 { return }
      try pass { value in
        let isOfRecord = value.entity != nil
        try write(
          StoredRow([
            .integer(value.change), .text(value.time), .text(ifAny: value.who),
            .text(ifAny: value.entity?.text),
            isOfRecord ? .integer(value.key) : .null, .text(value.what),
            .text(ifAny: value.property?.text), value.before,
            isOfRecord || value.key == 0 ? value.after : .integer(value.key),
          ]))
        left -= 1
        return left > 0
      }
    }
    try output.finish()
  }

  private func writeChanges(_ request: LogRequest, _ reader: LogReader, _ session: Session) throws {
    let output = try session.recordOutput(output)
    try output.write(columns(Self.titlesOfChanges)) { write in
      var left = limit ?? .max
      if left == 0 { return }
      var counted: [LoggedChange] = []
      /// Writes the changes, whose records are counted together.
      func writeCounted() throws {
        for (change, counts) in zip(counted, try reader.counts(of: counted, request)) {
          if left == 0 || !request.tables.isEmpty && counts.records == 0 { continue }
          try write(row(of: change, counts))
          left -= 1
        }
        counted = []
      }
      try reader.changes { change in
        if let since = request.since, change.time < since { return false }
        if let until = request.until, change.time >= until { return true }
        if let who = request.who, change.who != who { return true }
        counted.append(change)
        if Int64(counted.count) < min(left, Self.mostCounted) { return true }
        try writeCounted()
        return left > 0
      }
      try writeCounted()
    }
    try output.finish()
  }

  /// The maximum number of changes whose records are counted together.
  private static let mostCounted: Int64 = 100

  private func row(
    of change: LoggedChange, _ counts: (records: Int64, values: Int64)
  ) -> StoredRow {
    StoredRow([
      .integer(change.first), .text(change.time), .text(ifAny: change.who),
      .integer(counts.records), .integer(counts.values),
      .text(ifAny: change.command), .text(ifAny: change.note),
    ])
  }

  private static let titlesOfChanges = [
    "change", "time", "who", "records", "values", "command", "note",
  ]

  /// Writes the history of a Core Data store.
  private func write(_ history: StoreHistory, _ request: LogRequest, _ session: Session) throws {
    guard showsChanges else {
      return try writeValues(session) { body in try history.values(request, body) }
    }
    let output = try session.recordOutput(output)
    try output.write(columns(Self.titlesOfChanges)) { write in
      var left = limit ?? .max
      if left == 0 { return }
      try history.transactions(request) { change in
        try write(
          StoredRow([
            .integer(change.number), .text(change.time), .text(ifAny: change.who),
            .integer(change.records), .integer(change.records), .null,
            .text(ifAny: change.context),
          ]))
        left -= 1
        return left > 0
      }
    }
    try output.finish()
  }

  private func columns(_ titles: [String]) -> [OutputColumn] {
    titles.map { OutputColumn(name: $0, type: $0 == "time" ? .date : nil) }
  }

  // MARK: Forgetting

  private func forget(
    before date: String, in database: Database, _ session: Session
  ) throws -> Exit {
    let moment = try moment(date, "--forget-before", session)
    if !isAgreed, session.canAsk,
      try !session.confirm("delete the changes before \(moment) from the audit log?")
    {
      throw ScopeOptions.Declined()
    }
    try session.answer { answer in
      try database.write {
        let count = try LogEditor(database).forgetChanges(before: moment)
        try answer("\(counted(count, "line")) of the log forgotten\n")
      }
    }
    return .done
  }
}

extension LoggedChange {
  /// The change that undid this one, or that this one undid.
  fileprivate var note: String? {
    if let undoneBy { return "undone by \(undoneBy)" }
    return undoes.map { "undoes \($0)" }
  }
}
