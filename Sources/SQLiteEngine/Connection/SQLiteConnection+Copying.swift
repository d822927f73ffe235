internal import CInterrupt
internal import CSQLite
import Engines
import PlainText
internal import Platform

// Copies a file.

extension SQLiteConnection: FileConnection {
  var file: (any FileConnection)? { self }

  /// Reads the file format version in the header.
  var keepsLog: Bool { header.keepsLog }

  var isEarlierState: Bool {
    sqlite3_uri_parameter(sqlite3_db_filename(handle, "main"), StateSystem.parameter) != nil
  }

  var isInMemory: Bool {
    sqlite3_db_filename(handle, "main").map { String(cString: $0).isEmpty } ?? true
  }

  /// Syncs the write-ahead log only before a checkpoint. Without such a log, the file could be damaged.
  func syncRarely() throws(EngineError) {
    if keepsLog { try execute("PRAGMA synchronous = NORMAL") }
  }

  func commandToMark(_ path: String, layout: Int64) -> String {
    quotedCommand(
      "sqlite3", path,
      "PRAGMA application_id = \(DatabaseHeader.applicationID); PRAGMA user_version = \(layout)")
  }

  func fill(
    file path: String, isForeign: Bool, compacts: Bool, while continues: () -> Bool
  ) throws(EngineError) {
    let copy = try SQLiteConnection(path: path, .writing, patience: patience, isUsual: isForeign)
    try self.copy(to: copy, while: continues)
    if compacts { try copy.compact() }
  }

  /// Copies the bytes of the file on the disk, without locks.
  func copyBytes(to folder: PrivateFolder, as name: String) throws(SystemError) {
    var size: sqlite3_int64 = 0
    guard let file = openFile, let measure = file.pointee.pMethods?.pointee.xFileSize,
      measure(file, &size) == SQLITE_OK
    else { throw SystemError(code: EIO) }
    try folder.makeFile(name) { offset, buffer in
      let count = Int(min(Int64(buffer.count), size - offset))
      if readFile(at: offset, .init(rebasing: buffer[..<count])) { return count }
      return nil
    }
  }

  /// Copies the whole database into another open and empty one.
  private func copy(to other: SQLiteConnection, while continues: () -> Bool) throws(EngineError) {
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw other.failure()
    }
    var code = SQLITE_OK
    var steps = 0
    while code == SQLITE_OK {
      // A write makes SQLite start the copy again. After many attempts, a lock makes writers wait.
      let isLate = steps > 10 + Int(sqlite3_backup_pagecount(backup)) / 100
      code = sqlite3_backup_step(backup, isLate ? -1 : 1_000)
      steps += 1
      let isDone = code == SQLITE_DONE
      if flagdb_caught_signal() != 0 || !isDone && !continues() { code = SQLITE_INTERRUPT }
    }
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else {
      throw EngineError(code: code, message: String(cString: sqlite3_errstr(code)))
    }
  }

  /// Disables syncing. A power failure may then damage the file, which is only a copy.
  func forgoSafety() throws(EngineError) { try execute("PRAGMA synchronous = OFF") }

  /// Gives the file a write-ahead log permanently.
  func keepLog() throws(EngineError) { try execute("PRAGMA journal_mode = WAL") }

  /// Rebuilds the file without unused pages. SQLite attaches a temporary file for it.
  private func compact() throws(EngineError) {
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
    defer { sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0) }
    try execute("VACUUM")
  }
}
