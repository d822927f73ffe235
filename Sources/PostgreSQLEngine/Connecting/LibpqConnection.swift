package import Addresses
internal import CInterrupt
internal import CPostgreSQL
package import Engines
package import FlagModel
internal import Platform
import PostgreSQLText
package import SQLText

/// One connection to a PostgreSQL database through libpq, used by one thread: the lower layer, for
/// messages, results and transactions. It uses only the schema of its address, UTF-8 for text, and
/// UTC for times. All its state ends with a transaction, so a pooler may be in front of the server.
/// See Documentation/Decisions/postgresql-connections-have-two-layers.md.
package final class LibpqConnection {
  package let address: DatabaseAddress
  private(set) var wire: Wire
  /// The number of rows that the last statement inserted, changed, deleted or returned.
  package internal(set) var changes: Int64 = 0
  /// The number of rows that the last statement wrote, and the total.
  package private(set) var written: Int64 = 0
  package private(set) var totalWritten: Int64 = 0
  /// Called with each notice and warning of the server.
  package var onNotice: ((ServerReport) -> Void)?
  /// Called after each statement.
  package var onStatement: ((FinishedStatement) -> Void)?
  /// True if a commit does not wait for the disk of the server.
  package var syncsRarely = false

  /// The statement whose rows are not all read yet. A statement clears this before it is
  /// deallocated.
  unowned(unsafe) var active: PostgreSQLStatement?
  /// True if unread rows remain that nobody needs.
  var hasUnwantedRows = false
  /// The records that were sent, and that the server may still be processing.
  var load: RecordLoad?
  /// True before the first round trip, which reads the settings of the user.
  var isUnused = true
  /// True if the wire is reused.
  private(set) var isSecondHand = false
  /// The milliseconds to wait for a lock, 0 for no limit.
  let lockTimeout: Int64
  /// The lock timeout of the user, if it applies.
  var ownLockTimeout: String?
  /// True if the configuration forbids write transactions.
  var onlyReads = false
  /// True before the first change of a transaction, when its initial savepoint equals a new one.
  var isUntouched = false
  /// The statements to run before the next one, in the same round trip.
  var pending: [String] = []
  /// The number of completed nested transactions whose savepoints still exist.
  var endedParts = 0
  /// True if a transaction for a single statement is open whose rows nobody needs.
  var hasUnwantedTransaction = false
  /// The number of the open transaction for a single statement, and of the last one.
  var alone: Int?
  var aloneCount = 0
  /// True if prepared statements keep their names on the server; nil before the first check.
  private var keepsNames: Bool?
  /// The number of statements that got a name on the server.
  private var nameCount = 0
  /// The names of statements that are no longer used.
  private var unusedNames: [String] = []

  /// The place to which the connection returns at the end.
  private let spare: SpareConnection?
  private let openTimeout: Duration?
  private let askPassword: ((_ user: String) -> String?)?

  /// Opens a connection, or reuses the spare one.
  ///
  /// - Parameters:
  ///   - lockTimeout: the milliseconds to wait for a lock, 0 for no limit.
  ///   - openTimeout: the longest time to open the connection, if the user has not set another one.
  ///   - askPassword: asks for the password of a user, if the server requires one and neither
  ///     `PGPASSWORD` nor the password file nor the service file has it; nil gives up.
  package init(
    _ address: DatabaseAddress, lockTimeout: Int64 = 0, openTimeout: Duration? = nil,
    spare: SpareConnection? = nil, askPassword: ((_ user: String) -> String?)? = nil
  ) throws(EngineError) {
    self.address = address
    self.spare = spare
    self.lockTimeout = lockTimeout
    self.openTimeout = openTimeout
    self.askPassword = askPassword
    if let kept = spare?.take(to: address) {
      wire = kept
      isSecondHand = true
    } else {
      wire = try Wire(Opening(address, timeout: openTimeout, askPassword: askPassword).connect())
    }
    receiveNotices()
  }

  /// Replaces a connection that the server has closed.
  func connectAnew() throws(EngineError) {
    PQsetNoticeReceiver(wire.handle, { _, _ in }, nil)
    wire = try Wire(Opening(address, timeout: openTimeout, askPassword: askPassword).connect())
    isSecondHand = false
    receiveNotices()
  }

  /// The wire is closed before this object is deallocated.
  private func receiveNotices() {
    PQsetNoticeReceiver(
      wire.handle,
      { connection, result in
        guard let connection, let result else { return }
        Unmanaged<LibpqConnection>.fromOpaque(connection).takeUnretainedValue()
          .onNotice?(ServerReport(of: result))
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    PQsetNoticeReceiver(wire.handle, { _, _ in }, nil)
    spare?.keep(wire, to: address)
  }

  /// Checks if the schema of the address exists and is on the search path.
  package func lookForSchema() throws(EngineError) -> SchemaState {
    let question = SchemaState.question(about: address.schema)
    return SchemaState(try value(question.written(in: PostgreSQLDialect())))
  }

  // MARK: The server

  /// The version as one number: 150018 for 15.18.
  package var serverVersion: Int { Int(PQserverVersion(wire.handle)) }

  /// Identifies the server, the database and the schema of the connection.
  package var identity: String {
    func text(_ value: UnsafePointer<CChar>?) -> String { value.map { String(cString: $0) } ?? "" }
    let parts = [
      text(PQhost(wire.handle)), text(PQport(wire.handle)), text(PQdb(wire.handle)),
      address.schema.text,
    ]
    return parts.joined(separator: "\n")
  }

  /// Cancels the running statement, from any thread.
  package var canceller: Canceller { wire.canceller }

  /// The process ID of the server process for this connection.
  package var serverProcess: Int32 { PQbackendPID(wire.handle) }

  /// True if the connection cannot be used any more.
  package var isLost: Bool { wire.isLost }

  /// True if the connection is open and has no transaction, and if no request to cancel a statement may still be on
  /// its way.
  package var isUsable: Bool { !wire.wasStopped && !wire.hasEnded() }

  // MARK: Statements

  /// - Parameter readsUnits: true if declared decimals with 19 digits are flagdb's, which are read
  ///   as integers of their smallest unit.
  package func prepare(_ sql: SQLStatement, readsUnits: Bool = false) -> PostgreSQLStatement {
    let statement = PostgreSQLStatement(sql.text, of: self, readsUnits: readsUnits)
    for (index, value) in sql.bindings.enumerated() { statement.bind(value, at: index + 1) }
    return statement
  }

  /// Runs flagdb's own statements, which return no rows.
  package func execute(_ sql: String) throws(EngineError) {
    try requireUsable(sql)
    let alone = try beginAlone()
    isUntouched = false
    do throws(EngineError) {
      try exchange(sql)
    } catch {
      if let alone { undoAlone(alone) }
      throw error
    }
    if let alone { try endAlone(alone) }
  }

  /// Runs a statement that is not allowed in a transaction, such as CREATE DATABASE.
  package func executeAlone(_ sql: String) throws(EngineError) {
    try requireUsable(sql)
    try startUp()
    try sendPending()
    try exchange(sql)
  }

  /// The first values of statements that return one row each.
  func texts(_ sql: String) throws(EngineError) -> [String] {
    try requireUsable(sql)
    try startUp()
    try sendPending()
    try send(sql) { PQsendQuery(wire.handle, $0) }
    var texts: [String] = []
    var failure: EngineError?
    while let result = wire.nextResult() {
      defer { PQclear(result) }
      if PQresultStatus(result) == PGRES_TUPLES_OK, let text = PQgetvalue(result, 0, 0) {
        texts.append(String(cString: text))
      } else {
        failure = failure ?? wire.error(of: result, sql: sql)
      }
    }
    if let failure { throw failure }
    return texts
  }

  /// A statement for a result with many rows. The server sends them by COPY, for which libpq
  /// creates no result object per row. COPY has no bound values, so only numbers may be in its
  /// text.
  package func prepareToRead(_ sql: SQLStatement, readsUnits: Bool = false) -> PostgreSQLStatement {
    let hasOnlyNumbers = sql.bindings.allSatisfy { if case .integer = $0 { true } else { false } }
    guard hasOnlyNumbers else { return prepare(sql, readsUnits: readsUnits) }
    return PostgreSQLStatement(
      sql.text, of: self, readsUnits: readsUnits, copied: sql.closed(in: PostgreSQLDialect()))
  }

  /// The first value of the first row; nil if there is none.
  package func value(_ sql: SQLStatement) throws(EngineError) -> Value? {
    try prepare(sql).runForValue()
  }

  /// Resets the count of written rows before a statement that may fail.
  func forgetWritten() { written = 0 }

  /// Sends a request, after the unread rows of another statement are read.
  func send(
    _ sql: String, isUndoing: Bool = false, _ body: (UnsafePointer<CChar>) -> Int32
  ) throws(EngineError) {
    wire.settle()
    if isUndoing { giveUpRows() } else { takeRows() }
    if hasUnwantedTransaction { try endAlone() }
    wire.begin(isUndoing: isUndoing)
    guard sql.withCString(body) == 1 else { throw wire.error(of: nil, sql: sql) }
  }

  private func takeRows() {
    load?.settle(stopping: false)
    active?.takeRest()
    if hasUnwantedRows { skipRows(stopping: false) }
  }

  /// Skips all results that are still to come.
  func giveUpRows() {
    load?.settle(stopping: true)
    active?.endRows()
    if hasUnwantedRows { skipRows(stopping: true) }
  }

  /// Skips unread rows. The server is asked to stop only if the transaction is rolled back, because
  /// the resulting error would roll it back anyway.
  private func skipRows(stopping: Bool) {
    hasUnwantedRows = false
    // A cancel request needs a separate connection.
    if stopping, !wire.hasWholeAnswer() { wire.stop() }
    while let piece = wire.nextPiece() { piece.free() }
  }

  /// Reads all results of a request; throws the first error.
  func finish(_ sql: String?) throws(EngineError) {
    var failure: EngineError?
    while let result = wire.nextResult() {
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_EMPTY_QUERY:
        noteChanges(of: result)
      default: failure = failure ?? wire.error(of: result, sql: sql)
      }
    }
    if let failure { throw failure }
  }

  func noteRows(of result: OpaquePointer) {
    changes = PQcmdTuples(result).flatMap { Int64(String(cString: $0)) } ?? 0
  }

  func noteChanges(of result: OpaquePointer) {
    noteRows(of: result)
    // A SELECT also reports a row count.
    guard let status = PQcmdStatus(result),
      writingVerbs.contains(where: { strncmp(status, $0, 4) == 0 })
    else { return }
    written = changes
    totalWritten += changes
  }

  /// A name for a prepared statement; unused statements are deallocated now. Nil behind a pooler,
  /// which may run the statement on a server connection that does not know it. A pooler gives its
  /// client another process ID than that of the server process.
  func newName() throws(EngineError) -> String? {
    if keepsNames == nil { noteNames(try exchange(all: questionsOnNames)) }
    guard keepsNames == true else { return nil }
    let unused = unusedNames
    unusedNames = []
    pending += unused.map { "DEALLOCATE \($0)" }
    nameCount += 1
    return "flagdb_\(nameCount)"
  }

  /// The query that detects a pooler, which does not keep named statements; none if the result is known.
  var questionsOnNames: [String] { keepsNames == nil ? ["SELECT pg_backend_pid()"] : [] }

  /// Stores its result, if that comes first.
  func noteNames(_ answers: ArraySlice<Answer>) {
    if keepsNames == nil, case .integer(let process)? = answers.first?.rows.first?.first {
      keepsNames = process == Int64(serverProcess)
    }
  }

  /// Notes that a statement is no longer used. It is deallocated later, because rows of another
  /// statement may be on their way.
  func noteUnused(_ name: String) { unusedNames.append(name) }

  /// Throws if nothing more may run: after a signal, without a server, or in a failed transaction.
  package func requireUsable(_ sql: String? = nil) throws(EngineError) {
    if flagdb_caught_signal() != 0 { throw .stopped }
    if isLost { throw wire.error(of: nil, sql: sql) }
    if isFailed {
      throw EngineError(
        ServerReport(
          state: SQLState.failedTransaction, "an error rolled back the transaction"), sql: sql)
    }
  }

  /// True if the open transaction has failed.
  var isFailed: Bool {
    PQtransactionStatus(wire.handle) == PQTRANS_INERROR
      && !pending.contains { $0.hasPrefix("ROLLBACK") }
  }

  /// Rolls back to the last `SAVEPOINT flagdb`.
  static let undoing = "ROLLBACK TO flagdb"
}

/// The state of the schema of an address.
package enum SchemaState: Sendable {
  case missing
  /// The schema is not on the search path, because the user has no privilege or the server reads
  /// its name differently.
  case forbidden
  case usable

  static func question(about schema: Name) -> SQLText {
    let schema = Value.text(schema.text)
    return """
      SELECT (to_regnamespace(quote_ident(\(schema))) IS NOT NULL)::int + \
      coalesce(current_schema() = \(schema), false)::int
      """
  }

  /// - Parameter answer: 2 for a schema that the search path uses, 1 for another existing one.
  init(_ answer: Value?) {
    switch answer {
    case .integer(2): self = .usable
    case .integer(1): self = .forbidden
    default: self = .missing
    }
  }
}

private let writingVerbs = ["INSERT", "UPDATE", "DELETE", "MERGE", "COPY"]
