import Copying
import Engines
import FlagModel
import Foundation
import Migrations
import Testing

@testable import Databases

/// A disk that fails at one call: the records are the old or the new ones, and an error says old.
@Suite("Faults of the disk")
struct FaultTests {
  @Test("every call of a change fails in turn", arguments: Faults.Effect.allCases, [false, true])
  func everyCall(effect: Faults.Effect, usesWAL: Bool) throws {
    let calls: Faults.Calls =
      switch effect {
      case .error: [.open, .read, .write, .truncate, .sync, .size, .sharedMemory]
      case .full, .torn, .short: .write
      case .busy: [.lock, .sharedLock]
      }
    var number = 0
    var wasHit = true
    while wasHit {
      number += 1
      let scratch = try Scratch()
      let faults = try Faults(in: scratch)
      try scratch.makeDatabase(usesWAL: usesWAL)
      let isDone = try change(scratch, faults) { faults.fail(number, of: calls, effect) }
      wasHit = faults.hits > 0
      #expect(wasHit || isDone)
      #expect(try scratch.open().findings() == [])
      let count = try scratch.open().count("Reading")
      #expect(count == (isDone ? 0 : 3), "call \(number)")
    }
    #expect(number > 3)
  }

  /// Deletes all readings, while something fails; true if it is said to be done.
  private func change(_ scratch: Scratch, _ faults: Faults, _ begin: () -> Void) throws -> Bool {
    defer { faults.stop() }
    begin()
    do {
      let database = try scratch.open(for: .writing)
      try database.write { try database.connection.execute("DELETE FROM Reading") }
      return true
    } catch { return false }
  }

  @Test("every call of a copy fails in turn", arguments: [Faults.Effect.error, .full])
  func everyCallOfACopy(effect: Faults.Effect) throws {
    var number = 0
    var wasHit = true
    while wasHit {
      number += 1
      let scratch = try Scratch()
      try scratch.makeDatabase()
      let faults = try Faults(in: scratch)
      let isDone = try copy(scratch, faults) {
        faults.fail(number, of: effect == .full ? .write : [.open, .read, .write, .sync], effect)
      }
      wasHit = faults.hits > 0
      #expect(wasHit || isDone)
      let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
      #expect(
        names.filter { $0.hasPrefix("copy") } == (isDone ? ["copy.db"] : []), "call \(number)")
      #expect(try scratch.open().count("Reading") == 3)
      if isDone { #expect(try scratch.open("copy.db").count("Reading") == 3) }
    }
    #expect(number > 3)
  }

  /// Copies a database, while something fails; true if it is said to be done.
  private func copy(_ scratch: Scratch, _ faults: Faults, _ begin: () -> Void) throws -> Bool {
    defer { faults.stop() }
    begin()
    do {
      let source = try scratch.open()
      try source.read {
        let plan = try CopyPlanner(source).plan(of: nil, now: testNow)
        let copy = DatabaseCopy(plan, of: source, onProgress: { _, _ in }, onRefusal: { throw $0 })
        try Database.create(
          path: scratch.path("copy.db"), schema: plan.schema, origin: "test", now: testNow
        ) { try copy.write(to: $0) }
      }
      return true
    } catch { return false }
  }

  @Test("files of other folders never fail")
  func otherFolders() throws {
    let (watched, other) = (try Scratch(), try Scratch())
    let faults = try Faults(in: watched)
    faults.fail(1, lasting: true)
    try other.makeDatabase()
    #expect(faults.hits == 0)
    #expect(throws: DatabaseError.self) { try watched.makeDatabase() }
    #expect(faults.hits > 0)
  }
}
