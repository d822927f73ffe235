import Adopting
import Engines
import ForeignModels
import Foundation
import Platform
import SQLText
import Testing

@testable import Databases

/// Files that somebody else may have open, or may have left in a hurry.
@Suite struct SharedFileTests {
  // MARK: A log that was left

  /// Evidence is judged by hashes, and a rehearsal must not change them.
  @Test func aRehearsalLeavesTheLogOfAKilledProgram() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase("live.db", usesWAL: true)
    let plain = try scratch.plain("live.db")
    try plain.run("UPDATE Sample SET score = 77 WHERE id = 1")
    for ending in ["", "-wal"] {
      try scratch.write(scratch.bytes("live.db\(ending)"), to: "left.db\(ending)")
    }
    let before = try [scratch.bytes("left.db"), scratch.bytes("left.db-wal")]
    #expect(!before[1].isEmpty)
    do {
      let database = try scratch.open("left.db", for: .writing)
      _ = try database.writeInVain { try database.update("Sample", "score=5") }
    }
    #expect(try [scratch.bytes("left.db"), scratch.bytes("left.db-wal")] == before)
    _ = try scratch.open("left.db", for: .writing).update("Sample", "note=x")
    #expect(try scratch.open("left.db").count("Sample", where: "score == 77") == 1)
    withExtendedLifetime(plain) {}
  }

  // MARK: Turso

  /// Turso holds a lock on the first byte of a file beside the database as long as it has that open, and
  /// leaves the file there.
  @Test(arguments: [true, false]) func aFileThatTursoHasOpenIsNotWritten(isOurs: Bool) throws {
    let scratch = try Scratch()
    if isOurs {
      try scratch.makeDatabase("t.db", usesWAL: true)
    } else {
      try scratch.plain("t.db").run("CREATE TABLE Sample (id INTEGER PRIMARY KEY, score REAL)")
      let database = try scratch.open("t.db")
      let fingerprint = try database.fingerprint()
      try scratch.write(
        Sidecar(database.schema, fingerprint: fingerprint).text.utf8, to: "t.db.flagdb")
    }
    try scratch.write([0], to: "t.db-tshm")
    _ = try scratch.open("t.db", for: .writing).update("Sample", "score=5")
    #if os(Linux)
      do {
        let lock = try ByteLock(at: scratch.path("t.db-tshm"))
        let refusal = scratch.refusal(of: scratch.path("t.db"), for: .writing)
        #expect(refusal?.kind == .blocked)
        #expect(refusal?.message.contains("is open in Turso") == true)
        #expect(try scratch.open("t.db").count("Sample") == (isOurs ? 2 : 0))
        withExtendedLifetime(lock) {}
      }
      let writer = try scratch.open("t.db", for: .writing)
      #expect(ByteLock.isTaken(at: scratch.path("t.db-tshm")))
      _ = try writer.update("Sample", "score=6")
    #endif
  }

  #if os(Linux)
    @Test func aFileThatTursoHasOpenIsNotAdoptedInside() throws {
      let scratch = try Scratch()
      try scratch.plain("t.db").run("CREATE TABLE Sample (id INTEGER PRIMARY KEY, score REAL)")
      try scratch.write([0], to: "t.db-tshm")
      let lock = try ByteLock(at: scratch.path("t.db-tshm"))
      let database = try scratch.open("t.db")
      let sidecar = try Adopter(database).sidecar(of: Adopter(database).model())
      let refusal = #expect(throws: DatabaseError.self) {
        try Adopter(database).writeInside(sidecar, now: testNow)
      }
      #expect(refusal?.kind == .blocked)
      #expect(refusal?.message.contains("is open in Turso") == true)
      withExtendedLifetime(lock) {}
    }
  #endif

  @Test func aFileOfTheModeMVCCIsNamed() throws {
    let scratch = try Scratch()
    try scratch.plain("t.db").run("CREATE TABLE t (a)")
    var bytes = try scratch.bytes("t.db")
    (bytes[18], bytes[19]) = (255, 255)
    try scratch.write(bytes, to: "t.db")
    #expect(scratch.refusal(of: scratch.path("t.db"))?.message.contains("Turso") == true)
  }

  // MARK: Reading without a trace

  /// The files of a program that was killed: a log, and its index.
  @Test func theIndexOfALogStaysAsItIs() throws {
    let scratch = try Scratch()
    let plain = try scratch.plain("live.db")
    try plain.run("PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)")
    for ending in ["", "-wal", "-shm"] {
      try scratch.write(try scratch.bytes("live.db\(ending)"), to: "left.db\(ending)")
    }
    func state() throws -> [[UInt8]] {
      try ["", "-wal", "-shm"].map { try scratch.bytes("left.db\($0)") }
    }
    let before = try state()
    for _ in 0..<2 {
      let database = try scratch.open("left.db")
      #expect(try database.count("t") == 2)
      #expect(database.copyNote == nil)
    }
    #expect(try state() == before)
    // Somebody has this one open, and goes on.
    #expect(try scratch.open("live.db").count("t") == 2)
    let reader = try scratch.open("live.db")
    try plain.run("INSERT INTO t VALUES (3)")
    #expect(try reader.count("t") == 3)
    try plain.run("PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO t VALUES (4)")
    #expect(try reader.count("t") == 4)
  }

  // MARK: Long values

  /// A file may say that it is ours, and calculate values that fill the memory.
  @Test func theMarkOfAFileIsAClaim() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase("a.db", "struct T: Entity { var data: Data? }")
    func longest(_ name: String, _ access: Database.Access) throws -> Int64 {
      let database = try scratch.open(name, for: access)
      let reads = "SELECT length(zeroblob(400000000))"
      return try database.read { try database.integer("\(.written(reads))") } ?? 0
    }
    #expect(try longest("a.db", .writing) == 400_000_000)
    #expect(throws: DatabaseError.self) { try longest("a.db", .reading) }
    let table = "ALTER TABLE T ADD COLUMN more BLOB GENERATED ALWAYS AS (zeroblob(400000000))"
    try scratch.plain("a.db").run(table)
    #expect(throws: DatabaseError.self) { try longest("a.db", .writing) }
    #expect(throws: DatabaseError.self) { try longest("a.db", .reading) }
    let database = try scratch.open("a.db", for: .writing)
    #expect(throws: (any Error).self) {
      try database.runSQL("SELECT length(zeroblob(400000000))")
    }
  }

  @Test func plainSQLHasALimitInAnyFile() throws {
    let database = try Scratch().makeDatabase()
    #expect(throws: (any Error).self) {
      try database.runSQL("SELECT length(zeroblob(400000000))")
    }
  }
}
