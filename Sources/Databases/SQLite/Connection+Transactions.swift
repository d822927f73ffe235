internal import CSQLite
import Engines
import SQLText

// Transactions: whole or undone.

extension Connection {
  /// Runs the body in a transaction, which is undone if it throws. A writer takes its lock at the
  /// beginning: a reader that becomes a writer later fails under load however long it waits. Within
  /// another it is a part of that.
  func transaction<Result>(writing: Bool, _ body: () throws -> Result) throws -> Result {
    if isInTransaction { return try savepoint(body) }
    Interruption.honourSignals()
    try execute(writing ? "BEGIN IMMEDIATE" : "BEGIN")
    isInTransaction = true
    defer { isInTransaction = false }
    do {
      let result = try body()
      if writing { try commit() } else { rollBack() }
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// A part of the transaction that is open: undone alone if it throws, as far as SQLite has
  /// not undone the whole.
  private func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("SAVEPOINT flagdb")
    do {
      let result = try body()
      try execute("RELEASE flagdb")
      return result
    } catch {
      if isAlive { sqlite3_exec(handle, "ROLLBACK TO flagdb; RELEASE flagdb", nil, nil, nil) }
      throw error
    }
  }

  /// Begins a transaction, of which every later `transaction` is a part.
  func hold(writing: Bool = true) throws(EngineError) {
    Interruption.honourSignals()
    try execute(writing ? "BEGIN IMMEDIATE" : "BEGIN")
    isHeld = true
    isInTransaction = true
  }

  /// Ends the transaction that is held open. Where it cannot be kept now, as while others read, it
  /// stays open.
  func release(keeping: Bool) throws(EngineError) {
    if keeping { try commit() } else { rollBack() }
    isHeld = false
    isInTransaction = false
  }

  /// Takes what a write-ahead log holds into the file, as far as readers let it. SQLite would do so
  /// when the file is closed, and say nothing of a full disk. Other files have no log.
  func checkpoint() throws(EngineError) {
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    let isDone = [SQLITE_OK, SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF)
    if !isDone { throw failure(sql: "PRAGMA wal_checkpoint") }
  }

  /// Writes the file anew, without unused pages. SQLite attaches another file for it.
  func compact() throws(EngineError) {
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
    defer { sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0) }
    try execute("VACUUM")
  }

  /// Takes all that a write-ahead log holds into a file that nobody else knows.
  func takeInWholeLog() throws(EngineError) {
    try requireLife()
    _ = try value("PRAGMA schema_version")
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    if code != SQLITE_OK { throw failure(sql: "PRAGMA wal_checkpoint") }
  }

  /// True if SQLite has a transaction open.
  var isAlive: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// True if a transaction is open that has read and not written.
  var isReading: Bool { sqlite3_txn_state(handle, "main") == SQLITE_TXN_READ }

  /// After a full disk or an interrupt SQLite has done so already.
  func rollBack() {
    if isAlive { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }
}
