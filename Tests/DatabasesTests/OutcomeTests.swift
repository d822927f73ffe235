import CFaultVFS
import Engines
import FlagModel
import Foundation
import Migrating
import Testing

@testable import Databases

/// The words about a change whose end fails are true of the file afterwards.
@Suite("What has become of a change")
struct OutcomeTests {
  /// The words of a change, and the content of the file for whoever opens it next.
  private struct End: Equatable {
    var said: WriteOutcome
    var isThere: Bool
  }

  /// Deletes all readings while calls fail; nil where no call failed.
  private func change(
    _ number: Int, of calls: Faults.Calls, _ effect: Faults.Effect, lasting: Bool, usesWAL: Bool
  ) throws -> End? {
    let scratch = try Scratch()
    let faults = try Faults(in: scratch)
    try scratch.makeDatabase(usesWAL: usesWAL)
    var said = WriteOutcome.kept
    do {
      let database = try scratch.open(for: .writing)
      faults.fail(number, of: calls, effect, lasting: lasting)
      try database.write { try database.connection.execute("DELETE FROM Reading") }
    } catch let error as DatabaseError {
      said = error.outcome ?? .unchanged
    }
    let wasHit = faults.hits > 0
    faults.stop()
    let left = try scratch.open().count("Reading")
    #expect(left == 0 || left == 3)
    #expect(try scratch.open().findings() == [])
    return wasHit ? End(said: said, isThere: left == 0) : nil
  }

  @Test(
    "each call fails in turn, once or from there on",
    arguments: Faults.Effect.allCases.filter { $0 != .busy }, [false, true])
  func everyCall(effect: Faults.Effect, lasting: Bool) throws {
    let calls: Faults.Calls = effect == .error ? .all : .write
    for usesWAL in [false, true] {
      var number = 0
      while true {
        number += 1
        let end = try change(number, of: calls, effect, lasting: lasting, usesWAL: usesWAL)
        guard let end else { break }
        let isTrue = end.said == .unknown || (end.said == .kept) == end.isThere
        #expect(isTrue, "call \(number), log \(usesWAL): \(end)")
        #expect(lasting || end.said != .unknown, "call \(number), log \(usesWAL): \(end)")
      }
      #expect(number > 3)
    }
  }

  @Test("a lock that cannot be let go when all is kept")
  func unlocking() throws {
    let scratch = try Scratch()
    let faults = try Faults(in: scratch)
    let database = try scratch.makeDatabase()
    var warnings: [String] = []
    database.warn = { warnings.append($0) }
    try database.write {
      try database.connection.execute("DELETE FROM Reading")
      faults.fail(1, of: .unlock)
    }
    faults.stop()
    let path = scratch.path("zoo.db")
    #expect(
      warnings == ["the changes to '\(path)' are saved, but its lock may stay: disk I/O error"])
    #expect(try scratch.plain().texts("SELECT count(*) FROM Reading") == ["0"])
  }

  /// The log may show the records to whoever reads it anew, and so the copy stays.
  @Test("the backup of a migration stays where nobody knows what has become of it")
  func backupOfAMigration() throws {
    let scratch = try Scratch()
    let faults = try Faults(in: scratch)
    let database = try scratch.makeDatabase(usesWAL: true)
    let smaller = try model(Zoo.text.replacing("    var note: String?\n", with: ""))
    try scratch.plain().run("UPDATE Sample SET note = 'kept' WHERE id = 1")
    let request = MigrationRequest(to: smaller, origin: "test", allowsLoss: true, now: testNow)
    let error = #expect(throws: DatabaseError.self) {
      try Migrator(database).migrate(
        request, willKeep: { _ in faults.fail(1, of: .sync, lasting: true) })
    }
    faults.stop()
    #expect(error?.outcome == .unknown)
    let backups = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
      .filter { $0.contains(".backup-") }
    #expect(backups.count == 1)
    let backup = try #require(backups.first)
    #expect(
      error?.hint?.text
        == "'\(scratch.path(backup))' is a backup of the database before the migration")
    #expect(try scratch.open(backup).count("Sample", where: "note = 'kept'") == 1)
    #expect(try scratch.open(backup).findings() == [])
  }

  @Test("a signal at each call of a change", arguments: [SIGINT, SIGTERM], [false, true])
  func signals(_ signal: Int32, usesWAL: Bool) throws {
    var number = 0
    var said: Set<String> = []
    while true {
      number += 1
      let scratch = try Scratch()
      try scratch.makeDatabase(usesWAL: usesWAL)
      let child = try Child(
        "exec \"$1\" \"$2\" \"$3\" \"$4\" delete", Child.program("SignalledWork"),
        scratch.path("zoo.db"), "\(signal)", "\(number)")
      let end = try child.end()
      if end.status == 0 { break }
      try #require(end.status == 1, "call \(number): \(end)")
      let left = try scratch.open().count("Reading")
      #expect(end.output == (left == 0 ? "kept\n" : "unchanged\n"), "call \(number): \(end)")
      said.insert(end.output)
    }
    #expect(said == ["kept\n", "unchanged\n"])
  }

  /// Where no work is to be undone, the signal ends the program at once.
  @Test("a signal at each call of an adoption", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signalsOfAdopting(_ signal: Int32) throws {
    var number = 0
    var said: Set<String> = []
    while true {
      number += 1
      let scratch = try Scratch()
      try scratch.plain("app.db").run("CREATE TABLE item (id INTEGER PRIMARY KEY, flags INT)")
      let child = try Child(
        "exec \"$1\" \"$2\" \"$3\" \"$4\" adopt", Child.program("SignalledWork"),
        scratch.path("app.db"), "\(signal)", "\(number)")
      let end = try child.end()
      if end.status == 0 { break }
      let isKilled = end.status == 128 + signal && end.output.isEmpty
      try #require(isKilled || end.status == 1, "call \(number): \(end)")
      let isKept = try scratch.open("app.db").kind.sidecar != nil
      #expect(isKept == (end.output == "kept\n"), "call \(number): \(end)")
      said.insert(isKilled ? "killed\n" : end.output)
    }
    #expect(said.isSuperset(of: ["kept\n", "unchanged\n"]), "\(said)")
    #expect(said.isSubset(of: ["kept\n", "unchanged\n", "killed\n"]), "\(said)")
  }

  @Test("a signal leaves no drafts, however many there are", arguments: [SIGINT, SIGTERM, SIGHUP])
  func drafts(_ signal: Int32) throws {
    let scratch = try Scratch()
    let child = try Child(
      "exec \"$1\" \"$2\" \"$3\" 1 files", Child.program("SignalledWork"), scratch.path("app.db"),
      "\(signal)")
    #expect(try child.end().status == 128 + signal)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == [])
  }

  /// Bringing the content into the file fails, so the file does not get its name.
  @Test(
    "a new database that cannot be whole gets no name",
    arguments: Faults.Effect.allCases.filter { $0 != .busy }, [false, true])
  func aNewDatabase(effect: Faults.Effect, lasting: Bool) throws {
    let calls: Faults.Calls = effect == .error ? .all : .write
    for usesWAL in [false, true] {
      var number = 0
      var wasHit = true
      while wasHit {
        number += 1
        let scratch = try Scratch()
        let faults = try Faults(in: scratch)
        faults.fail(number, of: calls, effect, lasting: lasting)
        let error = failure {
          try Database.create(
            path: scratch.path("new.db"), schema: model(Zoo.text), origin: "", usesWAL: usesWAL,
            now: testNow)
        }
        wasHit = faults.hits > 0
        faults.stop()
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
        #expect(files == (error == nil ? ["new.db"] : []), "call \(number), log \(usesWAL)")
        #expect(error == nil || error?.outcome != .unknown, "call \(number)")
        if error == nil { #expect(try scratch.open("new.db").findings() == []) }
      }
      #expect(number > 3)
    }
  }

  private func failure(_ body: () throws -> Void) -> DatabaseError? {
    do {
      try body()
      return nil
    } catch {
      return error as? DatabaseError ?? DatabaseError(.failed, "\(error)")
    }
  }

  @Test("the end of the journal is on the disk before a change is acknowledged")
  func syncedDeletion() throws {
    let scratch = try Scratch()
    let watch = try #require(fault_watch_folder(scratch.folder.path))
    defer { fault_unwatch(watch) }
    let database = try scratch.makeDatabase()
    fault_arm(watch, fault_plan(), true)
    try database.write { try database.connection.execute("DELETE FROM Reading") }
    fault_disarm(watch)
    var kinds: [Int] = []
    var event = fault_next_event(watch, nil)
    while let one = event {
      kinds.append(Int(one.pointee.kind))
      event = fault_next_event(watch, one)
    }
    let end = [Int(FAULT_EVENT_UNLINK), Int(FAULT_EVENT_SYNC_FOLDER)]
    #expect(kinds.suffix(2) == end, "\(kinds)")
  }

  @Test(
    "a reader after a killed writer, whenever that was",
    .enabled(if: Child.hasSQLite, "there is no sqlite3"))
  func killedMeanwhile() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    let reader = try scratch.open()
    for _ in 1...2 {
      try scratch.killAWriter()
      #expect(scratch.exists("zoo.db-journal"))
      #expect(try reader.count("Reading") == 3)
      #expect(!scratch.exists("zoo.db-journal"))
    }
  }
}
