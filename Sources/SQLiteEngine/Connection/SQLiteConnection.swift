internal import CInterrupt
internal import CSQLite
import Engines
import FlagModel
internal import Platform
import SQLText

/// One open SQLite file, used by one thread, with everything switched off that a file made by an
/// enemy could use.
///
/// This module is the engine of databases in files, and the only one that imports SQLite.
/// See Documentation/Decisions/deleted-journals-are-synced.md.
final class SQLiteConnection: Connection {
  enum Access {
    case reading
    case writing
  }

  /// The time to wait for a lock of another program.
  private(set) var patience: Duration
  private let lockWait: LockWait

  /// The dialect of all SQL of the connection.
  private(set) var dialect: any Dialect
  let handle: OpaquePointer
  private let writes: Bool
  /// The length of values that SQLite allowed before they were limited; nil if they are not.
  private var allowedLength: Int32?
  /// The state of a file that is read without locks.
  private let state: RestingFile?
  /// Keeps everybody else in the process from opening the file and what lies beside it; nil if it has
  /// no name.
  private let fileHold: DatabaseHold?
  /// True if the log that SQLite makes for a reader is removed with the connection, unless somebody
  /// else uses it.
  var leavesNoLog = false
  var isInTransaction = false
  /// The orders that a file of others needs; nil for one of ours.
  private(set) var collations: UnknownCollations?
  /// True if a transaction stays open between the calls of `transaction`.
  var isHeld = false
  /// An error in a transaction that is kept all the same, until somebody is told.
  var complaint: Complaint?

  /// - Parameter isUsual: true if the triggers and constraints of the file do what they do in the program
  ///   that made it.
  convenience init(
    path: String, _ access: Access, patience: Duration, isUsual: Bool = false
  ) throws(EngineError) {
    try self.init(path, access, flags: 0, state: nil, patience, isUsual: isUsual)
  }

  /// Reads a file at rest without locks, as SQLite does where it is told that nobody can change the
  /// file. Whether somebody has, since it was in the state given, `isUnchanged` tells.
  convenience init(
    unlocked uri: String, since state: RestingFile?, patience: Duration
  ) throws(EngineError) {
    try self.init(uri, .reading, flags: SQLITE_OPEN_URI, state: state, patience)
  }

  /// Reads a file with a log whose index is only read, whether somebody has it open or not. SQLite makes
  /// one in memory where nobody has.
  convenience init(leavingIndexOf uri: String, patience: Duration) throws(EngineError) {
    try self.init(uri, .reading, flags: SQLITE_OPEN_URI, state: nil, patience)
  }

  /// Makes a database that has no name and ends with the connection. It is in memory, and what does not
  /// fit into the cache in a file that nobody else can open.
  static func temporary() throws(EngineError) -> SQLiteConnection {
    try SQLiteConnection("", .writing, flags: SQLITE_OPEN_CREATE, state: nil, .zero)
  }

  private init(
    _ name: String, _ access: Access, flags: Int32, state: RestingFile?, _ patience: Duration,
    isUsual: Bool = false
  ) throws(EngineError) {
    self.patience = patience
    self.state = state
    writes = access == .writing
    dialect = SQLiteDialect(takesNamesForTexts: isUsual, addsExactly: true)
    lockWait = LockWait(patience: patience)
    let mode = access == .reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    let handle = try Self.open(name, mode | SQLITE_OPEN_NOMUTEX | flags)
    self.handle = handle
    let path = sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? name
    fileHold = path.isEmpty ? nil : FilesInUse.holdDatabase(at: path)
    configure()
    if isUsual { keepToUsualRules() }
    // What follows may wait for a lock already.
    flagdb_guard(UnsafeMutableRawPointer(handle)) { work in
      if let work { sqlite3_interrupt(OpaquePointer(work)) }
    }
    SQLFunctions.add(to: handle)
    if !isUsual { try execute("PRAGMA recursive_triggers = ON") }
    try execute("PRAGMA cell_size_check = ON")
    // A deleted journal must not come back by a power failure.
    try execute(access == .reading ? "PRAGMA query_only = ON" : "PRAGMA synchronous = EXTRA")
  }

  deinit {
    flagdb_unguard(UnsafeMutableRawPointer(handle))
    let path = sqlite3_db_filename(handle, "main").map { String(cString: $0) }
    sqlite3_close_v2(handle)
    if leavesNoLog, let path { Self.removeLog(of: path) }
  }

  /// A log without content goes with the connection, as always.
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

  /// SQLite does it when the last connection that may write is closed, if that has used the file.
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

  /// Lets the triggers and constraints of a file of others do what they do in the program that made it:
  /// SQLite does not let triggers set off themselves, takes a name in double quotes that is none for a
  /// text, and lets them call any of its functions. Before 3.41 it takes those of JSON for dangerous;
  /// ours, and what loads code, stay out of their reach. SQLite has one switch for triggers and for
  /// statements; in ours the dialect of the connection keeps every name a name.
  private func keepToUsualRules() {
    for option in [SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_TRUSTED_SCHEMA] {
      _ = flagdb_db_config(handle, option, 1)
    }
  }

  /// Guards against the file of another program, which may be in use and hold anything: nobody there
  /// waits for long, and no value fills the memory. Before 3.41 SQLite opens no file that has a function
  /// of JSON in an index unless its schema is trusted. Views may have texts in double quotes, as those of
  /// many programs do.
  func guardAgainstOthers() {
    _ = flagdb_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 1)
    dialect = SQLiteDialect(takesNamesForTexts: true)
    if !SQLiteVersion.linked.runsJSONAnywhere {
      _ = flagdb_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1)
    }
    collations = UnknownCollations()
    collations?.attach(to: handle)
    patience = min(patience, Self.patienceWithOthers)
    lockWait.limit(to: patience)
  }

  private static let patienceWithOthers = Duration.seconds(2)

  // MARK: Long values

  /// The most bytes of a value in tables for which nobody vouches: a generated column of a small file may
  /// calculate values that fill the memory. The mark of a file is a claim that everybody can make.
  private static let longestUnvouched: Int32 = 1 << 28

  /// Forbids values that are longer.
  func forbidLongValues() {
    allowedLength =
      allowedLength ?? sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.longestUnvouched)
  }

  /// Runs the body while no value is longer, whoever made the tables.
  func forbiddingLongValues<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, -1)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, min(before, Self.longestUnvouched))
    defer { sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, before) }
    return try body()
  }

  func allowLongValues(if areVouchedFor: () throws -> Bool) rethrows {
    guard let allowedLength, writes || fileSize > Int64(Self.longestUnvouched),
      try areVouchedFor()
    else { return }
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, allowedLength)
    self.allowedLength = nil
  }

  /// The bytes of the file and of its log.
  private var fileSize: Int64 {
    var size: sqlite3_int64 = 0
    if let file = openFile, let measure = file.pointee.pMethods?.pointee.xFileSize {
      _ = measure(file, &size)
    }
    let path = sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? ""
    return size + (path.isEmpty ? 0 : DatabaseFile(name: path).size("-wal") ?? 0)
  }

  // MARK: The file

  /// The header of the file, which tells what it is before anything is locked or made.
  var header: DatabaseHeader {
    DatabaseHeader(bytes: headerBytes(0..<DatabaseHeader.length) ?? [])
  }

  /// Some bytes of the file as they are on the disk; nil where they cannot be read.
  func headerBytes(_ range: Range<Int>) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let isRead = bytes.withUnsafeMutableBytes { readFile(at: Int64(range.lowerBound), $0) }
    return isRead ? bytes : nil
  }

  /// Reads bytes of the file through the descriptor that is open, since closing another one would
  /// drop its locks; false where they cannot be read. What is beyond the end is read as zeros.
  func readFile(at offset: Int64, _ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    guard let file = openFile, let read = file.pointee.pMethods?.pointee.xRead else { return false }
    let code = read(file, buffer.baseAddress, Int32(clamping: buffer.count), offset)
    return code == SQLITE_OK || code == flagdb_ioerr_short_read
  }

  var openFile: UnsafeMutablePointer<sqlite3_file>? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    return file
  }

  /// A file that is read with locks is guarded by them.
  var isUnchanged: Bool { state?.isUnchanged ?? true }

  // MARK: Statements

  func prepare(_ sql: SQLStatement) throws(EngineError) -> any Statement {
    let statement = try prepare(sql.text)
    for (index, value) in sql.bindings.enumerated() { try statement.bind(value, at: index + 1) }
    return statement
  }

  private func prepare(_ text: String) throws(EngineError) -> SQLiteStatement {
    try requireLife()
    var prepared: OpaquePointer?
    let length = Int32(clamping: text.utf8.count)
    let code = sqlite3_prepare_v3(handle, text, length, 0, &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw failure(sql: text) }
    collations?.forget()
    return SQLiteStatement(prepared, of: self)
  }

  func execute(_ sql: String) throws(EngineError) {
    try requireLife()
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql: sql) }
  }

  func requireLife() throws(EngineError) {
    if flagdb_caught_signal() != 0 { throw .interrupted }
    try requireTransaction()
  }

  /// Throws within a transaction that SQLite has undone, as after `ON CONFLICT ROLLBACK`: the next
  /// statement would be kept alone.
  func requireTransaction() throws(EngineError) {
    guard isUndone else { return }
    var error = EngineError(code: SQLITE_ABORT, message: "the transaction was undone by an error")
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
    // The waiting for a lock was ended by a signal.
    if error.isBusy, flagdb_caught_signal() != 0 { return .interrupted }
    error.endsTransaction = isUndone
    return error
  }

  var changes: Int64 { sqlite3_changes64(handle) }

  var totalChanges: Int64 { sqlite3_total_changes64(handle) }

  var tellsInsertions: Bool { true }

  var loader: (any RecordLoader)? { nil }

  var numberWalk: (any NumberWalk)? { nil }

  /// A statement that fails undoes only itself.
  func attempt<Result>(
    _ body: () throws(EngineError) -> Result
  ) throws(EngineError) -> Result {
    try body()
  }

  func insertions(
    into table: Name, _ body: () throws(EngineError) -> Void
  ) throws(EngineError) -> Int64 {
    let counter = InsertionCounter(of: table)
    sqlite3_update_hook(
      handle,
      { counter, change, _, table, _ in
        guard let counter, let table, change == SQLITE_INSERT else { return }
        Unmanaged<InsertionCounter>.fromOpaque(counter).takeUnretainedValue().add(to: table)
      }, Unmanaged.passUnretained(counter).toOpaque())
    defer { sqlite3_update_hook(handle, nil, nil) }
    try body()
    return withExtendedLifetime(counter) { counter.count }
  }

  var lastInsertedKey: Int64 {
    get { sqlite3_last_insert_rowid(handle) }
    set { sqlite3_set_last_insert_rowid(handle, newValue) }
  }
}

/// Counts rows of one table as they are inserted; triggers may fill others.
private final class InsertionCounter {
  private let table: Name
  private(set) var count: Int64 = 0

  init(of table: Name) {
    self.table = table
  }

  func add(to name: UnsafePointer<CChar>) {
    if table.text.withCString({ strcmp($0, name) }) == 0 { count += 1 }
  }
}
