import Engines
import FlagModel
import Testing

@testable import Databases

/// What an app chooses for a database that it keeps open.
@Suite("Durability, copies and statements of an app")
struct DurabilityTests {
  /// Returns true if a transaction asked the disk to keep it.
  private func syncs(usesWAL: Bool, isRare: Bool) throws -> Bool {
    let scratch = try Scratch()
    let faults = try Faults(in: scratch)
    try scratch.makeDatabase(usesWAL: usesWAL)
    let database = try scratch.open(for: .writing)
    database.leavesLog = true
    if isRare { try database.syncRarely() }
    func change() throws {
      try database.write {
        try database.connection.execute("UPDATE Reading SET value = value + 1")
      }
    }
    // The first transaction of a log also syncs the header of the log.
    try change()
    faults.fail(1, of: .sync, lasting: true)
    try? change()
    let isSynced = faults.hits > 0
    faults.stop()
    return isSynced
  }

  @Test("a transaction waits for the disk unless it may be lost, and the file has a log")
  func syncing() throws {
    #expect(try syncs(usesWAL: true, isRare: false))
    #expect(try !syncs(usesWAL: true, isRare: true))
    #expect(try syncs(usesWAL: false, isRare: false))
    #expect(try syncs(usesWAL: false, isRare: true))
  }

  @Test("a copy that is interrupted leaves no file", arguments: [true, false])
  func interruptedCopy(isInMemory: Bool) throws {
    let scratch = try Scratch()
    let database =
      isInMemory
      ? try Database.inMemory(schema: try model(Zoo.text), origin: "test", now: testNow)
      : try scratch.makeDatabase(isFilled: false)
    try database.write {
      // More pages than one step copies.
      try database.connection.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500000) \
        INSERT INTO Reading (value) SELECT i FROM n
        """)
    }
    var steps = 0
    let error = #expect(throws: DatabaseError.self) {
      try DatabaseBackup(database).write(to: scratch.path("copy.db")) {
        steps += 1
        return false
      }
    }
    #expect(error?.kind == .interrupted && steps == 1)
    #expect(!scratch.exists("copy.db"))
    try DatabaseBackup(database).write(to: scratch.path("copy.db"))
    #expect(try scratch.open("copy.db").count("Reading") == 500_000)
    #expect(try scratch.open("copy.db").findings() == [])
  }

  @Test("a database in memory is whole, and is no file")
  func memory() throws {
    let database = try Database.inMemory(
      schema: try model(Zoo.text), origin: "test", now: testNow)
    #expect(try database.findings() == [])
    #expect(database.connection.file?.isInMemory == true)
    #expect(try Scratch().makeDatabase().connection.file?.isInMemory == false)
  }

  @Test("a connection says when it has been closed, and what it ran")
  func tracing() throws {
    let scratch = try Scratch()
    let isClosed = Flag()
    var statements: [FinishedStatement] = []
    do {
      let database = try scratch.makeDatabase()
      database.afterClose { isClosed.isSet = true }
      database.trace { statements.append($0) }
      #expect(try database.count("Reading") == 3)
      #expect(!isClosed.isSet)
    }
    #expect(isClosed.isSet)
    let counts = statements.filter { $0.sql.hasPrefix("SELECT count(*)") }
    #expect(counts.map(\.rows) == [1])
    #expect(
      statements.allSatisfy { $0.nanoseconds >= 0 } && statements.contains { $0.nanoseconds > 0 })
  }
}

private final class Flag: @unchecked Sendable {
  var isSet = false
}
