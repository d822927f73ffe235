internal import CLogGuard
internal import CSQLite
import Engines

/// The locks of a write-ahead log with which connections of ours keep SQLite's WAL-reset bug away.
/// See Documentation/Decisions/checkpoints-and-log-resets-exclude-each-other.md.
enum LogGuard {
  /// The name of a VFS with these locks over another one, or over SQLite's present default if `base`
  /// is nil. A checkpoint lets writers wait where the linked SQLite needs it.
  static func vfs(
    over base: String? = nil, writersWait: Bool = !SQLiteVersion.linked.resetsLogsSafely
  ) throws(EngineError) -> String {
    guard let name = flagdb_log_guard(base, writersWait) else {
      throw .outOfMemory
    }
    return String(cString: name)
  }
}
