import Checking
import Engines
import FlagModel
import Foundation
import Migrating
import SQLText
import Testing

@testable import Databases

/// Whole or not at all, and not for ever: several programs on one file.
@Suite struct TransactionTests {
  @Test func aFailedBodyRollsBack() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let sample = try database.entity("Sample")
    #expect(throws: Whatever.self) {
      try database.write {
        #expect(try database.delete(from: sample, where: nil) == 2)
        throw Whatever()
      }
    }
    #expect(try database.count("Sample") == 2)
    #expect(try database.count("Reading") == 3)
    #expect(try database.insert("Sample", "code=S-3", "taken=now") == 3)
  }

  /// After an error with which SQLite undid the transaction, the next statement would be kept
  /// alone.
  @Test func nothingRunsInATransactionThatWasUndone() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let error = #expect(throws: DatabaseError.self) {
      try database.write {
        try database.connection.run("DELETE FROM Reading")
        try database.connection.execute("ROLLBACK")
        try database.connection.run("DELETE FROM Sample")
      }
    }
    #expect(error?.message == "an error rolled back the transaction")
    #expect(try database.count("Sample") == 2)
    #expect(try database.count("Reading") == 3)
  }

  @Test func aLockIsWaitedForAndThenSaid() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let other = try scratch.plain()
    try other.run("BEGIN IMMEDIATE")
    #expect(try database.count("Sample") == 2, "a reader does not mind a writer")
    let start = ContinuousClock.now
    let error = #expect(throws: DatabaseError.self) { try database.delete("Sample") }
    let waited = ContinuousClock.now - start
    #expect(error?.kind == .blocked)
    #expect(
      error?.message
        == "'\(scratch.path("zoo.db"))' is locked by another program, after 0.2 seconds of waiting")
    #expect(waited > .milliseconds(150))
    try other.run("COMMIT")
    #expect(try database.delete("Sample") == 2)
    #expect(Database.usualPatience >= .seconds(5))
  }

  @Test(.timeLimit(.minutes(5))) func aLockedFileIsNotOpened() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    let other = try scratch.plain()
    try other.run("BEGIN EXCLUSIVE")
    #expect(scratch.refusal(of: scratch.path("zoo.db"))?.kind == .blocked)
    let source = #expect(throws: DatabaseError.self) {
      try Database(path: scratch.path("zoo.db"), for: .reading, patience: .zero)
    }
    #expect(source?.kind == .blocked)
  }

  /// Flags change in one statement, so that no writer undoes another's.
  @Test(arguments: [false, true])
  func concurrentWritersLoseNothing(usesWAL: Bool) async throws {
    let scratch = try Scratch()
    try scratch.makeDatabase(usesWAL: usesWAL)
    let path = scratch.path("zoo.db")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let database = try Database(path: path, for: .writing, patience: .seconds(60))
          for turn in 0..<15 {
            let bit = "0x\(String(UInt64(1) << UInt64(8 + writer * 13 + turn % 13), radix: 16))"
            _ = try database.update("Sample", "markers+=\(bit)", where: "code = 'S-1'")
            _ = try database.insert("Reading", "value=\(writer)", "sample=S-1")
          }
        }
      }
      try await group.waitForAll()
    }
    let database = try scratch.open()
    #expect(try database.count("Reading") == 3 + 4 * 15)
    let all = (UInt64(1) << 52 - 1) << 8 | 1
    let markers = try scratch.plain().texts("SELECT markers FROM Sample WHERE id = 1")
    #expect(markers == ["\(Int64(bitPattern: all))"])
    #expect(try database.findings().allSatisfy { $0.attribute == "markers" })
  }

  @Test(arguments: [false, true], [false, true])
  func aFileThatGoesAwayMeanwhile(usesWAL: Bool, isReplaced: Bool) throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase(usesWAL: usesWAL)
    try scratch.makeDatabase("other.db")
    let other = try scratch.bytes("other.db")
    let error = #expect(throws: DatabaseError.self) {
      try database.write {
        try database.connection.execute("DELETE FROM Reading")
        if isReplaced {
          #expect(rename(scratch.path("other.db"), scratch.path("zoo.db")) == 0)
        } else {
          try FileManager.default.removeItem(atPath: scratch.path("zoo.db"))
        }
      }
    }
    #expect(
      error?.message
        == "'\(scratch.path("zoo.db"))' was removed or replaced meanwhile")
    #expect(error?.outcome == .unchanged)
    #expect(scratch.exists("zoo.db") == isReplaced)
    if isReplaced { #expect(try scratch.bytes("zoo.db") == other) }
  }

  @Test func aModelThatAnotherChanged() throws {
    let scratch = try Scratch()
    let first = try scratch.makeDatabase()
    let reader = try scratch.open()
    let planner = try scratch.open()
    let second = try scratch.open(for: .writing)
    let larger = try model(Zoo.text + "\n@Model final class Keeper { var name: String }")
    try Migrator(second).grow(to: larger, origin: "define", now: testNow)
    #expect(try planner.readNewest { planner.version } == 2)
    #expect(planner.schema == larger, "a plan is for what is there")
    for database in [first, reader] {
      let error = #expect(throws: DatabaseError.self) { try database.count("Sample") }
      #expect(
        error?.message
          == "another program changed the model of '\(scratch.path("zoo.db"))' during this command")
      #expect(database.version == 2 && database.schema == larger)
      #expect(try database.count("Keeper") == 0, "what is asked again has the new model")
    }
    #expect(try first.insert("Keeper", "name=Ann") == 1)
  }
}
