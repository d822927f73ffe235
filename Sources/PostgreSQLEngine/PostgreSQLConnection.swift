package import Engines
package import FlagModel
import PostgreSQLText
package import SQLText

/// A database in a schema of a PostgreSQL server, used by one thread: the upper layer, with the
/// catalog, the lock of the model, and the questions that are asked together.
/// See Documentation/Decisions/postgresql-connections-have-two-layers.md.
package final class PostgreSQLConnection: Connection {
  let server: LibpqConnection
  /// The dialect, which knows the partitions and distributed tables.
  package internal(set) var dialect: any Dialect = PostgreSQLDialect()
  package let patience: Duration
  package var isInTransaction = false
  package var isHeld = false
  package var complaint: Complaint?
  /// True if the schema is a flagdb database, with a table of models that a migration locks.
  var hasModels = false
  /// True if another program created the tables.
  var isForeign = false
  /// The columns of foreign tables, after the first request.
  var knownForeignColumns: [Name: Set<Name>]?
  /// True while a migration begins its transaction.
  var isMigrating = false
  /// True if the current transaction may not write.
  var isReadingOnly = false
  /// True if a read transaction is open that the next reader continues.
  package var isResting: Bool { hasRest && server.canGoOn }
  /// True if a transaction was left open.
  var hasRest = false
  /// The announced queries of the next transaction.
  var expected: [SQLText] = []
  /// Those on the audit log.
  var expectedOfLog: [SQLText] = []
  /// The known results of the open transaction, until a record changes.
  var knownAnswers: [SQLStatement: Answer] = [:]
  /// The known results of catalog queries, until a table changes.
  var catalog: [SQLStatement: Answer] = [:]
  /// The size of the command's table in bytes, from the opening to the end of the first transaction.
  var sizeOfTable: (table: Name, bytes: Int64)?
  /// The statement to run with the COMMIT, and one before it that the user may have no right to run.
  var last: (statement: SQLStatement, optional: SQLStatement?)?
  /// True if the next query also checks all constraints, after the last change of the transaction.
  var checksWithNext = false
  /// The key of the last insert. A statement must ask for it with RETURNING.
  package var lastInsertedKey: Int64 = 0
  /// Checks the statements of a user.
  private var guardian: ServerGuard?
  /// The tables and columns of results, by their numbers on the server.
  var origins: [Origin: (table: Name, column: Name)] = [:]
  /// The tables that were looked up because no statement had their names.
  var soughtTables: Set<UInt32> = []

  private let notices = Notices()

  private final class Notices {
    var texts: [String] = []
  }

  /// Uses an open connection.
  package init(_ server: LibpqConnection, patience: Duration) {
    self.server = server
    self.patience = patience
    server.onNotice = { [notices] report in
      if !report.isOfPlaces { notices.texts.append(report.message.inOneLine) }
    }
  }

  deinit {
    // The next line of a session may use the connection again.
    if hasRest { server.rollBack() }
  }

  package func takeNotices() -> [String] {
    defer { notices.texts = [] }
    return notices.texts
  }

  // MARK: Statements

  package func prepare(_ sql: SQLStatement) throws(EngineError) -> any Statement {
    try requireUsable()
    let statement = server.prepare(sql, readsUnits: true)
    statement.isQuestion = sql.text.hasPrefix("SELECT ")
    if !statement.isQuestion { forget() }
    statement.owner = self
    if isAlive { statement.answer = knownAnswers[sql] ?? catalog[sql] }
    return statement
  }

  /// Discards results before a change of records.
  func forget() {
    knownAnswers = [:]
    checksWithNext = false
  }

  /// Discards all results before a change of tables, or at the end of a transaction.
  func forgetAll() {
    forget()
    catalog = [:]
  }

  package func ask(_ questions: [SQLText]) throws(EngineError) {
    guard isAlive, isInTransaction else { return }
    var new: [SQLText] = []
    for question in questions where !new.contains(question) {
      let statement = question.written(in: dialect)
      let isKnown = knownAnswers[statement] != nil || catalog[statement] != nil
      if !isKnown, !statement.hasUnsendableText { new.append(question) }
    }
    if new.count < 2 { return }
    let statements = new.map { $0.written(in: dialect) }
    note(try server.answers(to: statements), to: new)
  }

  package func runAll(_ statements: [SQLText], asking questions: [SQLText]) throws(EngineError) {
    if hasMachines {
      for statement in statements { try runAll(statement) }
      return
    }
    var together: [String] = []
    for statement in statements {
      let written = statement.written(in: dialect)
      if written.bindings.isEmpty {
        together.append(written.text)
      } else {
        try run(together, asking: [])
        together = []
        try run(statement)
      }
    }
    var questions = questions
    // Their answers are forgotten, and the rest of the transaction needs them again.
    if isMigrating {
      questions += Self.catalogQuestions
    } else if hasModels, !isReadingOnly {
      questions += Self.questionsOnLog
    }
    try run(together, asking: questions)
  }

  /// Runs statements without bound values in one round trip.
  func run(_ statements: [String], asking questions: [SQLText]) throws(EngineError) {
    if statements.isEmpty, questions.isEmpty { return }
    forgetAll()
    let asked = questions.map { $0.written(in: dialect).closed(in: dialect) }
    let answers = try server.executeAll(statements + asked)
    note(answers.suffix(questions.count), to: questions)
  }

  package func prepareToRead(_ sql: SQLStatement) throws(EngineError) -> any Statement {
    try requireUsable()
    let statement = server.prepareToRead(sql, readsUnits: true)
    statement.owner = self
    return statement
  }

  package func prepareFirst(
    of text: UnsafeBufferPointer<CChar>
  ) throws(EngineError) -> (statement: (any Statement)?, length: Int) {
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let first = FirstStatement(of: bytes)
    if first.sql.isEmpty { return (nil, first.length) }
    forgetAll()
    let statement = server.prepare(SQLStatement(text: first.sql))
    let user = UserStatement(first.sql)
    let question = columnsOfTables(named: user)
    // A syntax error is reported first. Describing the statement does not run it.
    if let answer = try statement.describe(asking: question) { noteOrigins(answer.rows) }
    if guardian?.refuses(first.sql) == true { throw EngineError(.forbidden, "it is not allowed") }
    statement.owner = self
    statement.names = first.parameters
    if let select = user.firstSelect {
      try? nameColumns(of: statement, by: select)
    }
    return (statement, first.length)
  }

  package func execute(_ sql: String) throws(EngineError) {
    forgetAll()
    if hasMachines { try server.sendPending() }
    try server.execute(sql)
  }

  /// True if Citus repeats DDL on worker nodes. It repeats the whole message, which must be one statement.
  var hasMachines: Bool { dialect.spreads.others != nil }

  package func requireUsable() throws(EngineError) { try server.requireUsable() }

  /// Limits the time of the body. A server does not count steps, so they are converted to the time
  /// that SQLite would need.
  package func bounded<Result>(
    by steps: Int32, _ body: () throws(EngineError) -> Result
  ) throws(EngineError) -> Result? {
    guard isInTransaction, isForeign else { return try body() }
    do throws(EngineError) {
      return try attempt { () throws(EngineError) in
        let limit = max(Self.leastLimit, Int64(steps) / Self.stepsOfMillisecond)
        try execute("SET LOCAL statement_timeout = \(limit)")
        let result = try body()
        try execute("SET LOCAL statement_timeout TO DEFAULT")
        return result
      }
    } catch {
      if error.code?.text == "57014", !error.isInterrupt { return nil }
      throw error
    }
  }

  private static let stepsOfMillisecond: Int64 = 10_000
  private static let leastLimit: Int64 = 200

  package func guarded<Result>(
    by rights: SQLRights, _ body: (any SQLGuard) throws -> Result
  ) rethrows -> Result {
    let guardian = ServerGuard(rights)
    self.guardian = guardian
    defer { self.guardian = nil }
    return try body(guardian)
  }

  package func loggedValue(_ value: Value, of type: AttributeType) -> Value {
    if case .text(let text) = value { type.value(ofServerText: text) } else { value }
  }

  package var interrupter: Interrupter {
    let canceller = server.canceller
    return Interrupter { canceller.cancel() }
  }

  package var changes: Int64 { server.written }

  package var totalChanges: Int64 { server.totalWritten }

  package var isRemote: Bool { true }

  package var loader: (any RecordLoader)? {
    forget()
    return ServerLoader(self)
  }

  package var numberWalk: (any NumberWalk)? { ServerNumberWalk(self) }

  package func insertions(
    into table: Name, _ body: () throws(EngineError) -> Void
  ) throws(EngineError) -> Int64 {
    try body()
    return changes
  }

  /// Runs the body in a nested transaction. Without it, an error would roll back the whole
  /// transaction.
  package func attempt<Result>(
    _ body: () throws(EngineError) -> Result
  ) throws(EngineError) -> Result {
    if isInTransaction { return try nested(body) }
    return try body()
  }

  package var identity: String? { server.identity }

  // MARK: Queries of the engine

  func rows(_ sql: SQLText) throws(EngineError) -> [[Value]] {
    let statement = try prepare(sql)
    var rows: [[Value]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.value(at: $0) })
    }
    return rows
  }

  func row(_ sql: SQLText) throws(EngineError) -> [Value]? { try rows(sql).first }

  /// The rows of a catalog query, which runs only once until a table changes.
  func catalogRows(_ sql: SQLText) throws(EngineError) -> [[Value]] {
    let statement = sql.written(in: dialect)
    if isAlive, let answer = knownAnswers[statement] ?? catalog[statement] { return answer.rows }
    let rows = try rows(sql)
    let names = Array(repeating: "", count: rows.first?.count ?? 0)
    if isInTransaction { catalog[statement] = Answer(names: names, rows: rows) }
    return rows
  }
}

extension SQLStatement {
  /// True if a text contains NUL, for which a statement that is sent alone has an error.
  fileprivate var hasUnsendableText: Bool {
    var parameters = Parameters()
    for (index, value) in bindings.enumerated() { parameters.set(value, at: index + 1) }
    return parameters.hasUnsendableText
  }
}

extension ServerReport {
  /// True for Citus' notice that a view stays a local object, which it sends for each view.
  fileprivate var isOfPlaces: Bool { message.hasSuffix("that is not in Citus' metadata") }
}
