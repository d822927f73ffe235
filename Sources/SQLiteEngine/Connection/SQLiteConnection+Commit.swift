internal import CInterrupt
internal import CSQLite
import Engines
import FlagModel
import SQLText

// The end of a transaction that is to be kept, and what has become of it where SQLite reports an
// error.

/// The state that the header of a file tells before a transaction is kept.
private struct FileState {
  /// True if the file has a write-ahead log.
  let keepsLog: Bool
  /// Counts the transactions of a file that has a rollback journal.
  let changes: UInt32
}

extension SQLiteConnection {
  func commit() throws(EngineError) {
    try requireLife()
    try requirePlace()
    let before = fileState
    try Interruption.beginKeeping()
    let isKept = sqlite3_exec(handle, "COMMIT", nil, nil, nil) == SQLITE_OK
    let code = sqlite3_extended_errcode(handle)
    let error = isKept ? nil : commitFailure(code, since: before)
    Interruption.endKeeping(isKept: error.map { $0.outcome == .kept } ?? true)
    guard let error else { return }
    guard error.outcome == .kept else { throw error }
    // A power failure could bring the journal back.
    let isOfFolder = code == flagdb_ioerr_dir_fsync
    complaint = Complaint(
      error: error,
      danger: isOfFolder ? "a power failure could still undo it" : "its lock may stay")
  }

  /// Throws if the file has no name any more, or if its name leads to another file: what is written
  /// there would be kept for nobody.
  private func requirePlace() throws(EngineError) {
    var isMoved: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &isMoved)
    if isMoved != 0 { throw .moved }
  }

  /// The error that COMMIT has just given, with what has become of the transaction.
  private func commitFailure(_ code: Int32, since before: FileState?) -> EngineError {
    var error = EngineError(of: handle, sql: "COMMIT")
    if isAlive {
      // As while others read: whoever asked undoes it, or tries again.
      return error.isBusy && Interruption.isAskedToGiveUp ? .interrupted : error
    }
    isInTransaction = false
    isHeld = false
    error.outcome = before.map { outcome(of: code, since: $0) } ?? .unknown
    return error
  }

  private func outcome(of code: Int32, since before: FileState) -> WriteOutcome {
    before.keepsLog ? outcomeInLog(of: code) : outcomeInFile(of: code, since: before)
  }

  /// Reads the file again, which brings back what it was as long as there is a journal. The header
  /// counts what is kept. Another program may have written in this moment, so that one more is ours
  /// for certain only where SQLite failed in what it does after the journal is gone.
  private func outcomeInFile(of code: Int32, since before: FileState) -> WriteOutcome {
    guard sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK else {
      return .unknown
    }
    let now = fileState
    sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
    guard let now, !now.keepsLog, !hasJournal else { return .unknown }
    if now.changes == before.changes { return .unchanged }
    return now.changes == before.changes &+ 1 && Self.isAfterCommit(code) ? .kept : .unknown
  }

  /// True if the lock could not be let go, or the folder not be brought to the disk: what SQLite does
  /// when the journal is gone, and so when all is kept.
  private static func isAfterCommit(_ code: Int32) -> Bool {
    [flagdb_ioerr_unlock, flagdb_ioerr_read_lock, flagdb_ioerr_dir_fsync].contains(code)
  }

  /// A log shows nothing to anybody before all that can fail is done. But the records may stand in
  /// it with their mark, and be there when it is read anew: writing over their place rules that out.
  private func outcomeInLog(of code: Int32) -> WriteOutcome {
    let isRuledOut = rewriteLayout()
    // A full disk has no room for the mark, which is written last.
    return isRuledOut || code & 0xff == SQLITE_FULL ? .unchanged : .unknown
  }

  /// Commits one page as it is.
  private func rewriteLayout() -> Bool {
    guard case .integer(let layout) = try? value("PRAGMA user_version") else { return false }
    let sql = "BEGIN IMMEDIATE; PRAGMA user_version = \(layout); COMMIT"
    if sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK { return true }
    rollBack()
    return false
  }

  /// True if there is a journal beside the file that is of use to somebody.
  private var hasJournal: Bool {
    guard let path = sqlite3_db_filename(handle, "main") else { return true }
    return DatabaseFile(name: String(cString: path)).hasContent("-journal")
  }

  /// Read from the file itself, and not from what SQLite remembers of it; nil where it cannot be.
  private var fileState: FileState? {
    guard let bytes = headerBytes(18..<28) else { return nil }
    let changes = bytes[6...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return FileState(keepsLog: bytes[1] == 2, changes: changes)
  }
}
