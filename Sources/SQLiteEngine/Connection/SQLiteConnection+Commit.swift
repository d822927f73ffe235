internal import CInterrupt
internal import CSQLite
import Engines
import FlagModel
import SQLText

// Commits a transaction, and finds its outcome if SQLite reports an error.

/// The state in the file header before a commit.
private struct FileState {
  /// True if the file has a write-ahead log.
  let keepsLog: Bool
  /// The change counter of a file with a rollback journal.
  let changes: UInt32
}

extension SQLiteConnection {
  func commit() throws(EngineError) {
    try requireUsable()
    try requirePlace()
    let before = fileState
    try Interruption.beginKeeping()
    let isKept = sqlite3_exec(handle, "COMMIT", nil, nil, nil) == SQLITE_OK
    let code = sqlite3_extended_errcode(handle)
    let error = isKept ? nil : commitFailure(code, since: before)
    Interruption.endKeeping(isKept: isKept || error?.outcome == .kept)
    guard let error else { return }
    guard error.outcome == .kept else { throw error }
    // The deletion of the journal may not be synced, so a power failure could restore it.
    if code == flagdb_ioerr_dir_fsync {
      complaint = Complaint(error: error, danger: "a power failure could still undo it")
    } else {
      complaint = Complaint(error: error, danger: "its lock may stay")
    }
  }

  /// Throws if the file was deleted or replaced, because the commit would be lost.
  private func requirePlace() throws(EngineError) {
    var isMoved: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &isMoved)
    if isMoved != 0 {
      throw EngineError(code: flagdb_readonly_moved, message: "the file was moved")
    }
  }

  /// The error of a failed COMMIT, with the outcome of the transaction.
  private func commitFailure(_ code: Int32, since before: FileState?) -> EngineError {
    var error = EngineError(of: handle, sql: "COMMIT")
    if isAlive {
      // The transaction is still open, for instance because of readers. The caller rolls back or
      // tries again.
      if error.isBusy && Interruption.isAskedToGiveUp { return .interrupted }
      return error
    }
    isInTransaction = false
    isHeld = false
    error.outcome = before.map { outcome(of: code, since: $0) } ?? .unknown
    return error
  }

  private func outcome(of code: Int32, since before: FileState) -> WriteOutcome {
    if before.keepsLog { return outcomeInLog(of: code) }
    return outcomeInFile(of: code, since: before)
  }

  /// Reads the file again, which rolls it back if there is still a journal. The change counter
  /// shows if the commit is in the file. Another program may have committed at the same moment. So
  /// one more change is certainly ours only if SQLite failed after it had deleted the journal.
  private func outcomeInFile(of code: Int32, since before: FileState) -> WriteOutcome {
    guard sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK else {
      return .unknown
    }
    let now = fileState
    sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
    guard let now, !now.keepsLog, !hasJournal else { return .unknown }
    if now.changes == before.changes { return .unchanged }
    if now.changes == before.changes &+ 1 && Self.isAfterCommit(code) { return .kept }
    return .unknown
  }

  /// True if unlocking or syncing the folder failed. SQLite does these after it has deleted the
  /// journal, so the commit is complete.
  private static func isAfterCommit(_ code: Int32) -> Bool {
    [flagdb_ioerr_unlock, flagdb_ioerr_read_lock, flagdb_ioerr_dir_fsync].contains(code)
  }

  /// Readers do not see a commit in the log before its last step succeeds. But its records may be
  /// in the log with the commit mark, and become valid when the log is read again. Overwriting them
  /// prevents that.
  private func outcomeInLog(of code: Int32) -> WriteOutcome {
    let isRuledOut = rewriteLayout()
    // A full disk has no space for the commit mark, which is written last.
    if isRuledOut || code & 0xff == SQLITE_FULL { return .unchanged }
    return .unknown
  }

  /// Commits one unchanged page.
  private func rewriteLayout() -> Bool {
    guard case .integer(let layout) = try? value("PRAGMA user_version") else { return false }
    let sql = "BEGIN IMMEDIATE; PRAGMA user_version = \(layout); COMMIT"
    if sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK { return true }
    rollBack()
    return false
  }

  /// True if a journal is beside the file that SQLite would use.
  private var hasJournal: Bool {
    guard let path = sqlite3_db_filename(handle, "main") else { return true }
    return DatabaseFile(name: String(cString: path)).hasContent("-journal")
  }

  /// The state in the file itself, not in SQLite's cache; nil if it is unreadable.
  private var fileState: FileState? {
    guard let bytes = headerBytes(18..<28) else { return nil }
    let changes = bytes[6...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return FileState(keepsLog: bytes[1] == 2, changes: changes)
  }
}
