internal import CSQLite
import Engines

extension SQLiteConnection {
  func begin(writing: Bool) throws(EngineError) {
    try execute(writing ? "BEGIN IMMEDIATE" : "BEGIN")
  }

  func beginPart() throws(EngineError) { try execute("SAVEPOINT flagdb") }

  func endPart() throws(EngineError) { try execute("RELEASE flagdb") }

  func undoPart() {
    if isAlive { sqlite3_exec(handle, "ROLLBACK TO flagdb; RELEASE flagdb", nil, nil, nil) }
  }

  /// Makes a checkpoint now, because SQLite ignores errors such as a full disk in the checkpoint at
  /// closing. Does nothing without a write-ahead log.
  func checkpoint() throws(EngineError) {
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    let isDone = [SQLITE_OK, SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF)
    if !isDone { throw failure(sql: "PRAGMA wal_checkpoint") }
  }

  /// Copies the complete write-ahead log into a file that nobody else uses.
  func takeInWholeLog() throws(EngineError) {
    try requireUsable()
    _ = try version()
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    if code != SQLITE_OK { throw failure(sql: "PRAGMA wal_checkpoint") }
  }

  var isAlive: Bool { sqlite3_get_autocommit(handle) == 0 }

  var isReading: Bool { sqlite3_txn_state(handle, "main") == SQLITE_TXN_READ }

  /// Rolls back, unless SQLite has already done so after a full disk or an interrupt.
  func rollBack() { if isAlive { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) } }
}
