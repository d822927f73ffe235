import Engines
import Migrating
import Testing

@testable import Databases

/// A transaction that several calls are parts of.
@Suite struct HeldTransactionTests {
  @Test func changesAreSeenByOthersAfterTheEnd() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let sample = try database.entity("Sample")
    try database.begin()
    #expect(database.isInTransaction)
    try database.write { _ = try database.delete(from: sample, where: nil) }
    #expect(try database.count("Sample") == 0)
    #expect(try scratch.open().count("Sample") == 2)
    try database.commit()
    #expect(!database.isInTransaction)
    #expect(try scratch.open().count("Sample") == 0)
  }

  @Test func aFailedPartIsUndoneAlone() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let sample = try database.entity("Sample")
    try database.begin()
    _ = try database.insert("Sample", "code=S-3", "taken=now")
    #expect(throws: Whatever.self) {
      try database.write {
        _ = try database.delete(from: sample, where: nil)
        throw Whatever()
      }
    }
    #expect(database.isInTransaction)
    try database.commit()
    #expect(try scratch.open().count("Sample") == 3)
  }

  @Test func rollingBackUndoesTheModelToo() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let before = database.schema
    let larger = try model(Zoo.text + "\nenum Kind: Int { case a, b }")
    try database.begin()
    try database.write { try Migrator(database).grow(to: larger, origin: "test", now: testNow) }
    #expect(database.schema == larger)
    try database.rollBack()
    #expect(database.schema == before && database.version == 1)
    #expect(try scratch.open().schema == before)
    _ = try database.insert("Sample", "code=S-3", "taken=now")
    #expect(try scratch.open().count("Sample") == 3)
  }

  @Test func anotherWriterWaitsInVain() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    try database.begin()
    let other = try scratch.open(for: .writing)
    #expect(throws: DatabaseError.self) { try other.begin() }
    #expect(!other.isInTransaction)
    try database.rollBack()
    try other.begin()
    #expect(other.isInTransaction)
  }

  @Test func aTransactionThatIsLetGoOfIsUndone() throws {
    let scratch = try Scratch()
    var database: Database? = try scratch.makeDatabase()
    try database?.begin()
    _ = try database?.insert("Sample", "code=S-3", "taken=now")
    database = nil
    #expect(try scratch.open().count("Sample") == 2)
  }

  @Test func nothingMoreRunsAfterSQLiteUndidIt() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    try database.begin()
    try database.connection.execute("ROLLBACK")
    #expect(!database.isInTransaction)
    #expect(throws: DatabaseError.self) { try database.insert("Sample", "code=S-3", "taken=now") }
    #expect(throws: DatabaseError.self) { try database.commit() }
    #expect(try scratch.open().count("Sample") == 2)
  }
}
