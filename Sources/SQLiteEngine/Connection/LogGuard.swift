internal import CLogGuard
internal import CSQLite
import Engines

/// Additional locks on the write-ahead log, which protect connections of flagdb from SQLite's
/// WAL-reset bug.
/// See Documentation/Decisions/checkpoints-and-log-resets-exclude-each-other.md.
enum LogGuard {
  /// The name of a VFS with these locks over another VFS, or over SQLite's default if `base` is
  /// nil.
  /// - Parameter writersWait: true if writers must wait for a checkpoint, because the linked SQLite
  ///   has the bug.
  static func vfs(
    over base: String? = nil, writersWait: Bool = !SQLiteVersion.linked.resetsLogsSafely
  ) throws(EngineError) -> String {
    guard let name = flagdb_log_guard(base, writersWait) else {
      throw .outOfMemory
    }
    return String(cString: name)
  }
}
