internal import CSQLite
import Engines
import FlagModel
internal import Platform

// Counts and notes changes.

extension SQLiteConnection {
  var changes: Int64 { sqlite3_changes64(handle) }

  var totalChanges: Int64 { sqlite3_total_changes64(handle) }

  var tellsInsertions: Bool { true }

  /// Only runs the body, because SQLite rolls back a failed statement alone.
  func attempt<Result>(_ body: () throws(EngineError) -> Result) throws(EngineError) -> Result {
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
    // Changes of the body are not noted, so that they count as unknown ones.
    defer { noteChanges(in: changeNotes) }
    try body()
    return withExtendedLifetime(counter) { counter.count }
  }

  func noteChanges(in notes: ChangeNotes?) {
    changeNotes = notes
    guard let notes else {
      sqlite3_update_hook(handle, nil, nil)
      return
    }
    sqlite3_update_hook(
      handle,
      { notes, _, _, table, key in
        guard let notes, let table else { return }
        Unmanaged<ChangeNotes>.fromOpaque(notes).takeUnretainedValue().note(key, of: table)
      }, Unmanaged.passUnretained(notes).toOpaque())
  }

  var lastInsertedKey: Int64 {
    get { sqlite3_last_insert_rowid(handle) }
    set { sqlite3_set_last_insert_rowid(handle, newValue) }
  }
}

/// Counts the inserted rows of one table, because triggers may insert into others.
private final class InsertionCounter {
  private let table: Name
  private(set) var count: Int64 = 0

  init(of table: Name) { self.table = table }

  func add(to name: UnsafePointer<CChar>) {
    if table.text.withCString({ strcmp($0, name) }) == 0 { count += 1 }
  }
}
