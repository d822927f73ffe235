import FlagModel
import Foundation
import SQLiteEngine
import Testing

@testable import Databases

/// Reading a write-ahead log of another program leaves its owner and its mode as they are. SQLite itself gives a log
/// the owner of the database, and an empty log its mode.
@Suite("Owner and mode of a foreign write-ahead log")
struct UntouchedLogTests {
  @Test(.enabled(if: geteuid() == 0, "only root may change the owner of a file"))
  func ownerStays() throws {
    let scratch = try loggedDatabase()
    let path = scratch.path("app.db-wal")
    try #require(chown(path, 4_321, 4_321) == 0)
    try readStates(in: scratch, commitCount: 2)
    let log = try status(of: path)
    #expect(log.st_uid == 4_321)
    #expect(log.st_gid == 4_321)
  }

  @Test(arguments: [false, true])
  func modeStays(isEmpty: Bool) throws {
    let scratch = try loggedDatabase()
    let path = scratch.path("app.db-wal")
    if isEmpty { try scratch.write([], to: "app.db-wal") }
    try #require(chmod(scratch.path("app.db"), 0o644) == 0)
    try #require(chmod(path, 0o600) == 0)
    try readStates(in: scratch, commitCount: isEmpty ? 0 : 2)
    #expect(try status(of: path).st_mode & 0o777 == 0o600)
  }

  /// A database with two commits in its log, which no program has open.
  private func loggedDatabase() throws -> Scratch {
    let (writer, copy) = (try Scratch(), try Scratch())
    let database = try writer.plain("app.db")
    try database.run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    try database.run("CREATE TABLE item (id INTEGER PRIMARY KEY, flags INT)")
    try database.run("INSERT INTO item VALUES (1, 6)")
    for name in ["app.db", "app.db-wal"] { try copy.write(writer.bytes(name), to: name) }
    return copy
  }

  private func readStates(in scratch: Scratch, commitCount: Int) throws {
    let file = try LoggedFile(DatabaseFile(name: scratch.path("app.db")))
    #expect(file.commitCount == commitCount)
    guard commitCount > 0 else { return }
    for number in file.firstState...commitCount {
      let database = try Database(stateOf: file, after: number)
      #expect(try database.read { database.schema.entities.count } <= 1)
    }
  }

  private func status(of path: String) throws -> stat {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status
  }
}
