import Engines
import FlagModel
import SQLText
import Testing

@testable import Databases
@testable import SQLiteEngine

/// A file that another program has open and writes: each reading is of one moment, and the program
/// never waits for it.
@Suite struct LiveWriterTests {
  private func prepare(_ scratch: Scratch) throws -> PlainDatabase {
    let writer = try scratch.plain("app.db")
    // Nothing may wait: what would have to is an error.
    try writer.run(
      """
      PRAGMA busy_timeout = 0; PRAGMA journal_mode = WAL;
      CREATE TABLE a (n INTEGER); CREATE TABLE b (n INTEGER);
      INSERT INTO a VALUES (1); INSERT INTO b VALUES (1);
      """)
    return writer
  }

  private static let change = "BEGIN; INSERT INTO a VALUES (2); INSERT INTO b VALUES (2); COMMIT"

  private func count(_ table: Name, _ database: Database) throws -> Int64? {
    try database.integer("SELECT count(*) FROM \(name: table)")
  }

  private func counts(_ database: Database) throws -> [Int64?] {
    [try count("a", database), try count("b", database)]
  }

  @Test func oneReadingIsOfOneMoment() throws {
    let scratch = try Scratch()
    let writer = try prepare(scratch)
    let database = try Database(path: scratch.path("app.db"), for: .reading)
    try database.read {
      #expect(try count("a", database) == 1)
      try writer.run(Self.change)
      try writer.run("PRAGMA wal_checkpoint(PASSIVE)")
      #expect(try counts(database) == [1, 1])
    }
    let later = try database.read { try counts(database) }
    #expect(later == [2, 2])
  }

  @Test func aLongChangeIsNotWaitedFor() throws {
    let scratch = try Scratch()
    let writer = try prepare(scratch)
    try writer.run("BEGIN IMMEDIATE; INSERT INTO a VALUES (2)")
    let database = try Database(path: scratch.path("app.db"), for: .reading, patience: .zero)
    try database.read {
      #expect(try counts(database) == [1, 1])
      try writer.run("INSERT INTO b VALUES (2); COMMIT")
      #expect(try counts(database) == [1, 1])
    }
    let last = try database.read { try counts(database) }
    #expect(last == [2, 2])
    #expect(database.copyNote == nil)
  }

  @Test func theModelMayChangeMeanwhile() throws {
    let scratch = try Scratch()
    let writer = try prepare(scratch)
    let database = try Database(path: scratch.path("app.db"), for: .reading)
    try writer.run("ALTER TABLE a ADD m INTEGER")
    let error = #expect(throws: DatabaseError.self) {
      _ = try database.read { try count("a", database) }
    }
    #expect(error?.kind == .modelChanged)
    let left = try database.read { try counts(database) }
    #expect(left == [1, 1])
  }

  /// Of a file of others nobody waits for as long as for one of ours.
  @Test func aLockOfAnotherProgramIsWaitedForALittle() throws {
    let scratch = try Scratch()
    _ = try prepare(scratch)
    let reader = SQLitePlace(
      file: DatabaseFile(name: scratch.path("app.db")), patience: .seconds(60), repairs: true)
    let connection = try reader.open(asking: [])
    #expect(connection.patience == .seconds(2))
  }
}
