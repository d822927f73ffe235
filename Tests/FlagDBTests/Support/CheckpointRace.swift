import CPausingVFS
import CSQLite
import Foundation
import Testing

@testable import FlagDB

/// Who does what: `plain` as SQLite by itself, `guarded` as flagdb.
struct LogPairing: CustomTestStringConvertible, Sendable {
  let checkpointIsGuarded: Bool
  let writerIsGuarded: Bool

  var testDescription: String {
    func word(_ isGuarded: Bool) -> String { isGuarded ? "guarded" : "plain" }
    return "\(word(checkpointIsGuarded)) checkpoint, \(word(writerIsGuarded)) writer"
  }

  static let guarded = [
    LogPairing(checkpointIsGuarded: true, writerIsGuarded: true),
    LogPairing(checkpointIsGuarded: true, writerIsGuarded: false),
    LogPairing(checkpointIsGuarded: false, writerIsGuarded: true),
  ]
}

/// Three connections and one log, which is checkpointed whole before a second checkpoint begins.
final class CheckpointRace {
  private static let records = 60
  private let path: String
  /// Makes the long log, and takes all of it into the file.
  private let first: PlainStore
  private let checkpointer: PlainStore
  private let writer: PlainStore
  private(set) var wasPaused = false
  private(set) var writerWaited = false
  private(set) var wasResetMeanwhile = false

  init(_ pairing: LogPairing, in folder: Scratch, writersWait: Bool = true) throws {
    path = folder.path("race.db")
    let guarded = try LogGuard.vfs(over: "pausing", writersWait: writersWait)
    first = try PlainStore(path)
    try first.run(
      """
      PRAGMA journal_mode = WAL; CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, text BLOB);
      WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < \(Self.records))
        INSERT INTO t SELECT n, 0, zeroblob(3500) FROM i;
      """)
    checkpointer = try PlainStore(path, vfs: pairing.checkpointIsGuarded ? guarded : "pausing")
    writer = try PlainStore(path, vfs: pairing.writerIsGuarded ? guarded : "pausing")
    _ = try checkpointer.number("SELECT count(*) FROM t")
    _ = try writer.number("SELECT count(*) FROM t")
  }

  func run() throws {
    try first.run("UPDATE t SET n = 1; PRAGMA wal_checkpoint")
    let code = pausing_arm(
      checkpointer.handle,
      { Unmanaged<CheckpointRace>.fromOpaque($0!).takeUnretainedValue().writeMeanwhile() },
      Unmanaged.passUnretained(self).toOpaque())
    #expect(code == SQLITE_OK)
    try checkpointer.run("PRAGMA wal_checkpoint")
    // One more writer that is refused would be a log that nobody can write.
    if writerWaited { try writer.run("UPDATE t SET n = 2 WHERE id <= 8") }
    try writer.run("UPDATE t SET n = 3 WHERE id > 8")
    try checkpointer.run("PRAGMA wal_checkpoint")
    for store in [first, checkpointer, writer] { store.close() }
  }

  private func writeMeanwhile() {
    wasPaused = true
    let before = log.resets
    do {
      try writer.run("UPDATE t SET n = 2 WHERE id <= 8")
    } catch {
      writerWaited = true
    }
    wasResetMeanwhile = log.resets != before
  }

  private var log: LogFile { LogFile(of: path) }

  /// How many records of the file are not as they were last written.
  func lostRecords() throws -> Int {
    let store = try PlainStore(path)
    defer { store.close() }
    let written = "SELECT count(*) FROM t WHERE n = CASE WHEN id <= 8 THEN 2 ELSE 3 END"
    return Self.records - (try store.number(written))
  }

  func integrity() throws -> String { try PlainStore(path).text("PRAGMA integrity_check") }
}

/// The file with the log of a database.
struct LogFile {
  private let path: String

  init(of path: String) {
    self.path = "\(path)-wal"
  }

  /// How often it was begun anew, as its header counts.
  var resets: [UInt8] {
    let file = FileHandle(forReadingAtPath: path)
    return (try? file?.read(upToCount: 16)).map { Array($0.suffix(4)) } ?? []
  }

  var size: UInt64 { (try? FileHandle(forReadingAtPath: path)?.seekToEnd()) ?? 0 }
}

/// A connection by SQLite's own interface, which waits for no lock and checkpoints when it is told.
final class PlainStore {
  let handle: OpaquePointer
  private var isOpen = true

  init(_ path: String, vfs: String? = nil) throws {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(path, &opened, flags, vfs)
    handle = try #require(opened)
    try #require(code == SQLITE_OK)
    sqlite3_wal_autocheckpoint(handle, 0)
  }

  deinit { close() }

  func close() {
    if isOpen { sqlite3_close_v2(handle) }
    isOpen = false
  }

  func run(_ sql: String) throws {
    if sqlite3_exec(handle, sql, nil, nil, nil) != SQLITE_OK { throw SQLiteError(of: handle) }
  }

  func number(_ sql: String) throws -> Int { try #require(Int(try text(sql))) }

  func text(_ sql: String) throws -> String {
    var statement: OpaquePointer?
    sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    guard sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0) else {
      throw SQLiteError(of: handle)
    }
    return String(cString: text)
  }
}
