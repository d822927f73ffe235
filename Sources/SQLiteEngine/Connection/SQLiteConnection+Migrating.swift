internal import CSQLite
import Engines

extension SQLiteConnection {
  /// Disables foreign keys before the transaction, because this setting cannot change within one.
  func migration<Result>(_ body: () throws -> Result) throws -> Result {
    if !isInTransaction { try execute("PRAGMA foreign_keys = OFF") }
    // Steps enable the other settings, and disable them unless they fail.
    let usual = """
      PRAGMA foreign_keys = ON; PRAGMA legacy_alter_table = OFF; PRAGMA writable_schema = OFF
      """
    defer { sqlite3_exec(handle, usual, nil, nil, nil) }
    return try transaction(writing: true, body)
  }

  /// Runs the body with a writable `sqlite_schema`.
  func rewording<Result>(_ body: () throws -> Result) rethrows -> Result {
    _ = flagdb_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 0)
    defer { _ = flagdb_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1) }
    return try body()
  }

  func watched<Result>(by watcher: (() -> Void)?, _ body: () throws -> Result) rethrows -> Result {
    guard let watcher else { return try body() }
    let box = Unmanaged.passRetained(Watcher(watcher))
    sqlite3_progress_handler(
      handle, 100_000,
      { context in
        if let context { Unmanaged<Watcher>.fromOpaque(context).takeUnretainedValue().look() }
        return 0
      }, box.toOpaque())
    defer {
      sqlite3_progress_handler(handle, 0, nil, nil)
      box.release()
    }
    return try body()
  }

  private final class Watcher {
    let look: () -> Void

    init(_ look: @escaping () -> Void) { self.look = look }
  }
}
