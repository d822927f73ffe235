package import Addresses
internal import CInterrupt
internal import CPostgreSQL
package import FlagModel
internal import Platform
package import SQLText

/// One connection to a PostgreSQL database, used by one thread. Names are looked for in the schema of
/// its address alone, all text is UTF-8, and all moments are in UTC. Nothing of it outlasts a transaction, so that
/// a pooler may stand before the server.
package final class PostgreSQLConnection {
  package let address: DatabaseAddress
  let wire: Wire
  /// The number of rows that the last statement inserted, changed or deleted, or answered with.
  package internal(set) var changes: Int64 = 0
  /// The number of rows that the last statement wrote, and that of all until now.
  package private(set) var written: Int64 = 0
  package private(set) var totalWritten: Int64 = 0
  /// Called with each notice and warning of the server.
  package var onNotice: ((ServerReport) -> Void)?

  /// The statement whose rows are still to come. One that is about to go takes itself away.
  unowned(unsafe) var active: PostgreSQLStatement?
  /// True if rows are still to come that nobody takes any more.
  var hasUnwantedRows = false
  /// The records that were all sent, and with which the server may still be busy.
  var load: RecordLoad?
  /// The settings of each transaction, with their values as SQL.
  var settings: [(name: String, value: String)]
  /// True if no transaction may write, as somebody has set.
  var onlyReads = false
  /// True if a transaction is open for a statement whose rows nobody takes any more.
  var hasUnwantedTransaction = false
  /// The number of the transaction that is open for a statement alone, and of the last one.
  var alone: Int?
  var aloneCount = 0
  /// True if the server knows the names of statements; nil until one has asked.
  private var keepsNames: Bool?
  /// Counts the statements that were given a name at the server.
  private var nameCount = 0
  /// The names of those that nobody has any more.
  private var unusedNames: [String] = []

  /// The place for the connection when nobody uses it any more.
  private let spare: SpareConnection?

  /// Opens a connection, or takes up the spare one.
  ///
  /// - Parameters:
  ///   - lockTimeout: the milliseconds to wait for a lock, 0 for no limit.
  ///   - askPassword: asks for the password of a user, if the server wants one and neither
  ///     `PGPASSWORD` nor the password file nor the service file has it; nil gives up.
  package init(
    _ address: DatabaseAddress, lockTimeout: Int64 = 0, spare: SpareConnection? = nil,
    askPassword: ((_ user: String) -> String?)? = nil
  ) throws(PostgreSQLError) {
    self.address = address
    self.spare = spare
    settings = Self.settings(in: address.schema)
    if let kept = spare?.take(to: address) {
      wire = kept
    } else {
      wire = try Wire(Opening(address, askPassword: askPassword).connect())
    }
    // The wire ends before this object does.
    PQsetNoticeReceiver(
      wire.handle,
      { connection, result in
        guard let connection, let result else { return }
        Unmanaged<PostgreSQLConnection>.fromOpaque(connection).takeUnretainedValue()
          .onNotice?(ServerReport(of: result))
      }, Unmanaged.passUnretained(self).toOpaque())
    try readSettings(lockTimeout)
  }

  deinit {
    PQsetNoticeReceiver(wire.handle, { _, _ in }, nil)
    spare?.keep(wire, to: address)
  }

  /// Looks whether the schema of the address is there, and whether names are looked for in it.
  package func lookForSchema() throws(PostgreSQLError) -> SchemaState {
    let answer = try value(
      SQLStatement(
        text: """
          SELECT (to_regnamespace(quote_ident($1)) IS NOT NULL)::int + \
          coalesce(current_schema() = $1, false)::int
          """, bindings: [.text(address.schema.text)]))
    return switch answer {
    case .integer(2): .usable
    case .integer(1): .forbidden
    default: .missing
    }
  }

  // MARK: The server

  /// The version as one number: 150018 for 15.18.
  package var serverVersion: Int { Int(PQserverVersion(wire.handle)) }

  /// The server, the database and the schema, as they are in force.
  package var identity: String {
    func text(_ value: UnsafePointer<CChar>?) -> String { value.map { String(cString: $0) } ?? "" }
    let parts = [
      text(PQhost(wire.handle)), text(PQport(wire.handle)), text(PQdb(wire.handle)),
      address.schema.text,
    ]
    return parts.joined(separator: "\n")
  }

  /// Stops the statement that runs, from any thread.
  package var canceller: Canceller { wire.canceller }

  /// The number of the process that serves this connection.
  package var serverProcess: Int32 { PQbackendPID(wire.handle) }

  /// True if nothing can be asked any more.
  package var isLost: Bool { wire.isLost }

  // MARK: Statements

  /// - Parameter readsUnits: true if declared decimals of 19 digits are ours, which are whole numbers of
  ///   their smallest unit.
  package func prepare(
    _ sql: SQLStatement, readsUnits: Bool = false
  ) -> PostgreSQLStatement {
    let statement = PostgreSQLStatement(sql.text, of: self, readsUnits: readsUnits)
    for (index, value) in sql.bindings.enumerated() { statement.bind(value, at: index + 1) }
    return statement
  }

  /// Runs statements that the program itself wrote and that answer nothing.
  package func execute(_ sql: String) throws(PostgreSQLError) {
    try requireLife(sql)
    let alone = try beginAlone()
    do throws(PostgreSQLError) {
      try exchange(sql)
    } catch {
      if let alone { undoAlone(alone) }
      throw error
    }
    if let alone { try endAlone(alone) }
  }

  /// Runs a statement that the server takes in no transaction, such as CREATE DATABASE.
  package func executeAlone(_ sql: String) throws(PostgreSQLError) {
    try requireLife(sql)
    try exchange(sql)
  }

  /// The first values of statements that answer with a row each.
  func texts(_ sql: String) throws(PostgreSQLError) -> [String] {
    try requireLife(sql)
    try send(sql) { PQsendQuery(wire.handle, $0) }
    var texts: [String] = []
    var failure: PostgreSQLError?
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

  /// A statement for an answer that may have very many rows. The server gives them by COPY, for which libpq makes
  /// no result a row. COPY takes no values besides its text, in which only numbers may stand.
  package func prepareToRead(
    _ sql: SQLStatement, readsUnits: Bool = false
  ) -> PostgreSQLStatement {
    let hasOnlyNumbers = sql.bindings.allSatisfy { if case .integer = $0 { true } else { false } }
    guard hasOnlyNumbers else { return prepare(sql, readsUnits: readsUnits) }
    return PostgreSQLStatement(
      sql.text, of: self, readsUnits: readsUnits, copied: sql.closed(in: PostgreSQLDialect()))
  }

  /// Runs a statement to its end.
  package func run(_ sql: SQLStatement) throws(PostgreSQLError) {
    try prepare(sql).run()
  }

  /// The first value of the first row, if there is one.
  package func value(_ sql: SQLStatement) throws(PostgreSQLError) -> Value? {
    try prepare(sql).runForValue()
  }

  /// Forgets what the last statement has written, before another one that may fail.
  func forgetWritten() { written = 0 }

  /// Lets libpq send something, after the rows that another statement has still to give.
  func send(
    _ sql: String, isUndoing: Bool = false, _ body: (UnsafePointer<CChar>) -> Int32
  ) throws(PostgreSQLError) {
    load?.settle(stopping: isUndoing)
    if isUndoing { active?.endRows() } else { active?.takeRest() }
    if hasUnwantedRows { skipRows(stopping: isUndoing) }
    if hasUnwantedTransaction { try endAlone() }
    wire.begin(isUndoing: isUndoing)
    guard sql.withCString(body) == 1 else { throw wire.error(of: nil, sql: sql) }
  }

  /// Goes past the rows that nobody takes. Only where the transaction is undone is the server stopped, since
  /// its error would undo that too.
  private func skipRows(stopping: Bool) {
    hasUnwantedRows = false
    // To ask the server to stop takes a connection of its own.
    if stopping, !wire.hasWholeAnswer() { wire.stop() }
    while let piece = wire.nextPiece() { piece.free() }
  }

  /// Takes all results of what was sent; throws the first error.
  func finish(_ sql: String?) throws(PostgreSQLError) {
    var failure: PostgreSQLError?
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
    // A SELECT tells of rows as well.
    guard let status = PQcmdStatus(result),
      writingVerbs.contains(where: { strncmp(status, $0, 4) == 0 })
    else { return }
    written = changes
    totalWritten += changes
  }

  /// A name for a statement at the server, where those that are not used any more are forgotten now; nil where a
  /// pooler may have the statement run on a connection that does not know it. Such a one gives a number to each of its
  /// clients that is not that of the process at the server.
  func newName() throws(PostgreSQLError) -> String? {
    if keepsNames == nil {
      keepsNames = try texts("SELECT pg_backend_pid()") == ["\(serverProcess)"]
    }
    guard keepsNames == true else { return nil }
    let unused = unusedNames
    unusedNames = []
    if !unused.isEmpty {
      try execute(unused.map { "DEALLOCATE \($0)" }.joined(separator: "; "))
    }
    nameCount += 1
    return "flagdb_\(nameCount)"
  }

  /// Notes that nobody uses a statement any more. It is not forgotten at once, since the rows of another
  /// may be on their way.
  func noteUnused(_ name: String) {
    unusedNames.append(name)
  }

  /// Throws where nothing more may run: after a signal, which may have come between two statements,
  /// without a server, and in a transaction that can only be undone.
  package func requireLife(_ sql: String? = nil) throws(PostgreSQLError) {
    if flagdb_caught_signal() != 0 { throw .interrupted }
    if isLost { throw wire.error(of: nil, sql: sql) }
    if isFailed {
      throw PostgreSQLError(
        ServerReport(
          state: SQLState.failedTransaction, "the transaction was undone by an error"), sql: sql)
    }
  }

  /// True if a transaction is open that has failed.
  var isFailed: Bool { PQtransactionStatus(wire.handle) == PQTRANS_INERROR }
}

/// The state of the schema of an address.
package enum SchemaState: Sendable {
  case missing
  /// Names are not looked for in it: the user may not use it, or its name says another one to the server.
  case forbidden
  case usable
}

private let writingVerbs = ["INSERT", "UPDATE", "DELETE", "MERGE", "COPY"]
