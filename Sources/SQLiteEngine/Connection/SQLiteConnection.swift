internal import CInterrupt
internal import CSQLite
import Engines
internal import Platform
import SQLText
internal import SQLitePages

/// One open SQLite file, used by one thread. Features that a malicious file could exploit are
/// disabled.
///
/// This module is the engine of databases in files, and the only one that imports SQLite.
/// See Documentation/Decisions/deleted-journals-are-synced.md.
final class SQLiteConnection: Connection {
  enum Access {
    case reading
    case writing
  }

  /// The time limit for locks of other programs.
  private(set) var patience: Duration
  private let lockWait: LockWait

  /// The dialect of the connection's SQL.
  private(set) var dialect: any Dialect
  let handle: OpaquePointer
  let writes: Bool
  /// SQLite's own limit for the length of values; nil if flagdb has not lowered it.
  var allowedLength: Int32?
  /// True if a file that is read without locks has not changed; nil for a file with locks.
  private let isKept: (() -> Bool)?
  /// Prevents other code in this process from opening the file and its companions; nil for a
  /// temporary database.
  private let fileHold: DatabaseHold?
  /// True if a log that SQLite creates for a reader is removed with the connection, unless another
  /// program uses it.
  var leavesNoLog = false
  var isInTransaction = false
  /// The collations that a foreign database needs; nil in a flagdb database.
  private(set) var collations: UnknownCollations?
  /// True if a transaction stays open between calls of `transaction`.
  var isHeld = false
  /// An error of a transaction that was committed all the same, to be reported later.
  var complaint: Complaint?
  let interruptions = Interruptions()
  private var tracer: StatementTracer?
  var readNotes: ReadNotes?
  var changeNotes: ChangeNotes?
  private var closed: (@Sendable () -> Void)?

  /// - Parameter isUsual: true if triggers and constraints may use all features that they have in
  ///   other programs.
  convenience init(
    path: String, _ access: Access, patience: Duration, isUsual: Bool = false
  ) throws(EngineError) {
    try self.init(path, access, flags: 0, isKept: nil, patience, isUsual: isUsual)
  }

  /// Opens an unused file without locks, as an immutable database. `isUnchanged` tells if another
  /// program has changed it since the given state.
  convenience init(
    unlocked uri: String, since state: RestingFile?, patience: Duration
  ) throws(EngineError) {
    let isKept = state.map { state in { state.isUnchanged } }
    try self.init(uri, .reading, flags: SQLITE_OPEN_URI, isKept: isKept, patience)
  }

  /// Opens the state of a file after a commit in its log.
  static func opened(
    _ file: LoggedFile, after commit: Int
  ) throws(EngineError) -> SQLiteConnection {
    try StateSystem.offering(file.states.state(commit)) { parameters throws(EngineError) in
      try SQLiteConnection(
        DatabaseFile(name: file.path).uri(with: parameters), .reading, flags: SQLITE_OPEN_URI,
        isKept: { file.isUnchanged }, .zero)
    }
  }

  /// Opens a file with a write-ahead log whose index is only read. If no other program has the file
  /// open, SQLite builds an index in memory.
  convenience init(leavingIndexOf uri: String, patience: Duration) throws(EngineError) {
    try self.init(uri, .reading, flags: SQLITE_OPEN_URI, isKept: nil, patience)
  }

  /// Creates a database without a name, which ends with the connection. It is in memory; what
  /// exceeds the cache is in a file that nobody else can open.
  static func temporary() throws(EngineError) -> SQLiteConnection {
    try SQLiteConnection("", .writing, flags: SQLITE_OPEN_CREATE, isKept: nil, .zero)
  }

  /// Creates a database in memory, which ends with the connection.
  static func inMemory() throws(EngineError) -> SQLiteConnection {
    try SQLiteConnection(":memory:", .writing, flags: SQLITE_OPEN_CREATE, isKept: nil, .zero)
  }

  private init(
    _ name: String, _ access: Access, flags: Int32, isKept: (() -> Bool)?,
    _ patience: Duration, isUsual: Bool = false
  ) throws(EngineError) {
    self.patience = patience
    self.isKept = isKept
    writes = access == .writing
    dialect = SQLiteDialect(takesNamesForTexts: isUsual, hasOwnAggregates: true)
    lockWait = LockWait(patience: patience)
    let mode = access == .reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    let handle = try Self.open(name, mode | SQLITE_OPEN_NOMUTEX | flags)
    self.handle = handle
    let path = sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? name
    fileHold = path.isEmpty ? nil : FilesInUse.holdDatabase(at: path)
    configure()
    if isUsual { keepToUsualRules() }
    // The next statements may already wait for a lock.
    flagdb_guard(UnsafeMutableRawPointer(handle)) { work in
      if let work { sqlite3_interrupt(OpaquePointer(work)) }
    }
    SQLFunctions.add(to: handle)
    if !isUsual { try execute("PRAGMA recursive_triggers = ON") }
    try execute("PRAGMA cell_size_check = ON")
    // EXTRA syncs the deletion of a journal, so that a power failure does not restore it.
    if access == .reading {
      try execute("PRAGMA query_only = ON")
    } else {
      try execute("PRAGMA synchronous = EXTRA")
    }
  }

  deinit {
    flagdb_unguard(UnsafeMutableRawPointer(handle))
    let path = sqlite3_db_filename(handle, "main").map { String(cString: $0) }
    sqlite3_close_v2(handle)
    if leavesNoLog, let path { Self.removeLog(of: path) }
    closed?()
  }

  func afterClose(_ body: @escaping @Sendable () -> Void) { closed = body }

  func trace(_ report: @escaping (FinishedStatement) -> Void) {
    let tracer = StatementTracer(report)
    tracer.attach(to: handle)
    self.tracer = tracer
  }

  /// An empty log is removed with the connection, as always.
  package func leaveLog() {
    guard let path = sqlite3_db_filename(handle, "main").map({ String(cString: $0) }),
      DatabaseFile(name: path).hasContent("-wal")
    else { return }
    _ = flagdb_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
  }

  private static func open(_ name: String, _ flags: Int32) throws(EngineError) -> OpaquePointer {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, flags, try LogGuard.vfs())
    guard let opened else { throw .outOfMemory }
    if code == SQLITE_OK { return opened }
    defer { sqlite3_close_v2(opened) }
    throw EngineError(of: opened)
  }

  /// Removes the write-ahead log. SQLite does this when the last connection with write access is
  /// closed, if that connection has used the file.
  private static func removeLog(of path: String) {
    guard let handle = try? open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX) else { return }
    sqlite3_exec(handle, "PRAGMA schema_version", nil, nil, nil)
    sqlite3_close_v2(handle)
  }

  private func configure() {
    sqlite3_extended_result_codes(handle, 1)
    lockWait.attach(to: handle)
    for option in [SQLITE_DBCONFIG_DEFENSIVE, SQLITE_DBCONFIG_ENABLE_FKEY] {
      _ = flagdb_db_config(handle, option, 1)
    }
    let off = [
      SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_DQS_DDL,
      SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION,
    ]
    for option in off { _ = flagdb_db_config(handle, option, 0) }
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
  }

  /// Lets the triggers and constraints of a foreign database work as in the program that created
  /// it: they may call any SQL function, and a name in double quotes that does not exist is a text.
  /// Functions of flagdb and functions that load code stay forbidden. Before 3.41, SQLite also
  /// counts JSON functions as unsafe. SQLite's switch for double quotes also covers statements; in
  /// flagdb's own, the dialect quotes names in another way.
  private func keepToUsualRules() {
    for option in [SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_TRUSTED_SCHEMA] {
      _ = flagdb_db_config(handle, option, 1)
    }
  }

  /// Protects against a foreign database, which may be in use and contain anything: short waits,
  /// and a limit for the length of values. Before 3.41, SQLite opens a file with a JSON function in
  /// an index only if its schema is trusted. Views may have texts in double quotes, like those of
  /// many programs.
  func guardAgainstOthers() {
    _ = flagdb_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 1)
    dialect = SQLiteDialect(takesNamesForTexts: true, hasOwnAggregates: true)
    if !SQLiteVersion.linked.runsJSONAnywhere {
      _ = flagdb_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1)
    }
    collations = UnknownCollations()
    collations?.attach(to: handle)
    patience = min(patience, Self.patienceWithOthers)
    lockWait.limit(to: patience)
  }

  private static let patienceWithOthers = Duration.seconds(2)

  /// True for a file with locks, because the locks prevent changes.
  var isUnchanged: Bool { isKept?() ?? true }

  // MARK: Statements

  func prepare(_ sql: SQLStatement) throws(EngineError) -> any Statement {
    let statement = try prepare(sql.text)
    for (index, value) in sql.bindings.enumerated() { try statement.bind(value, at: index + 1) }
    return statement
  }

  private func prepare(_ text: String) throws(EngineError) -> SQLiteStatement {
    try requireUsable()
    var prepared: OpaquePointer?
    let length = Int32(clamping: text.utf8.count)
    let code = sqlite3_prepare_v3(handle, text, length, 0, &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw failure(sql: text) }
    collations?.forget()
    return SQLiteStatement(prepared, of: self)
  }

  func execute(_ sql: String) throws(EngineError) {
    try requireUsable()
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql: sql) }
  }

  func requireUsable() throws(EngineError) {
    if flagdb_caught_signal() != 0 { throw .interrupted }
    try requireTransaction()
  }

  /// Throws if SQLite has rolled back the transaction, for instance after `ON CONFLICT ROLLBACK`.
  /// Otherwise the next statement would be committed alone.
  func requireTransaction() throws(EngineError) {
    guard isUndone else { return }
    var error = EngineError(code: SQLITE_ABORT, message: "an error rolled back the transaction")
    error.endsTransaction = true
    throw error
  }

  private var isUndone: Bool { isInTransaction && !isAlive }

  func bounded<Result>(
    by steps: Int32, _ body: () throws(EngineError) -> Result
  ) throws(EngineError) -> Result? {
    sqlite3_progress_handler(handle, steps, { _ in 1 }, nil)
    defer { sqlite3_progress_handler(handle, 0, nil, nil) }
    do throws(EngineError) {
      return try body()
    } catch {
      if error.isInterrupt, flagdb_caught_signal() == 0 { return nil }
      throw error
    }
  }

  /// The error of SQLite's call that has just failed.
  func failure(sql: String? = nil) -> EngineError {
    var error = EngineError(of: handle, sql: sql)
    // A signal ended the wait for a lock.
    if error.isBusy, flagdb_caught_signal() != 0 { return .interrupted }
    error.endsTransaction = isUndone
    return error
  }

}
