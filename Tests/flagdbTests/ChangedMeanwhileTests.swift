import CommandTable
import Databases
import Engines
import FlagModel
import Foundation
import Platform
import Terminal
import Testing

@testable import FlagTool

/// A file that nobody has open is read without locks. If another program writes it meanwhile, what was
/// read is no whole: the command begins anew, unless somebody has seen a part of its answer.
@Suite struct ChangedMeanwhileTests {
  private let sandbox: Sandbox

  init() async throws {
    sandbox = try Sandbox()
    try await PlainSQLite(sandbox: sandbox, file: "app.db").run(
      """
      PRAGMA journal_mode = WAL; CREATE TABLE item (name TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO item SELECT 'a name of some length ' || i FROM n;
      """)
  }

  private func path(_ name: String) -> String { sandbox.work.appendingPathComponent(name).path }

  private func touch(_ number: Int) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(number))], ofItemAtPath: path("app.db")
    )
  }

  /// Runs a command on a file that is written right after each of its first openings, or when a part
  /// of the answer is passed on; the number of its openings.
  private func run(
    _ words: [String], changes: Int = 0, whenSeen: Bool = false
  ) throws -> Int {
    var openings = 0
    let output = try Output.file(path("answer"), in: FilesInUse.ofProcess.part())
    if whenSeen { output.willPassOn = { try? touch(9) } }
    let session = Session(colour: .never, commands: AllCommands()) { 0 }.next(results: output) {
      path, access, _, _ in
      let database = try Database(path: path, for: access)
      openings += 1
      if openings <= changes { try touch(openings) }
      return database
    }
    _ = try tool.parse(words).run(in: session)
    try output.finish()
    return openings
  }

  @Test func theCommandBeginsAnew() throws {
    #expect(try run(["query", path("app.db"), "item", "--count"], changes: 2) == 3)
    #expect(try String(contentsOfFile: path("answer"), encoding: .utf8) == "20000\n")
    let few = ["query", path("app.db"), "item", "--limit", "2", "--columns", "name"]
    #expect(try run(few, changes: 1) == 2)
    let answer = try String(contentsOfFile: path("answer"), encoding: .utf8)
    #expect(answer == "name\na name of some length 1\na name of some length 2\n")
  }

  @Test func anAnswerThatWasSeenIsNotBegunAgain() throws {
    let error = #expect(throws: DatabaseError.self) {
      _ = try run(["query", path("app.db"), "item"], whenSeen: true)
    }
    #expect(error?.message.contains("was changed by another program while it was read") == true)
  }

  @Test func namesThatAreGivenAtOnceAreAllKept() async throws {
    try await PlainSQLite(sandbox: sandbox, file: "two.db").run("CREATE TABLE item (a INT, b INT)")
    func adopt(_ names: String, after first: @escaping () throws -> Void) throws {
      var isFirst = true
      let output = try Output.file(path("answer"), in: FilesInUse.ofProcess.part())
      let session = Session(colour: .never, commands: AllCommands()) { 0 }.next(results: output) {
        path, access, _, command in
        let database = try Database(
          path: path, for: access, models: .ofUser(in: command.files))
        if isFirst { try first() }
        isFirst = false
        return database
      }
      _ = try tool.parse(["adopt", path("two.db"), "--flags", names]).run(in: session)
      try output.finish()
    }
    try adopt("item.a=old,rare") { try adopt("item.b=big,small") {} }
    let database = try Database(path: path("two.db"), for: .reading)
    #expect(database.schema.flagSets.map(\.name) == ["ItemB", "ItemA"])
  }

  @Test func aCommandOfASessionThatBeginsAnewLooksAnew() throws {
    let session = Session(colour: .never, commands: AllCommands()) { 0 }
    let database = try ReplDatabase(path: path("app.db"), in: session)
    let tries = [session.forOneTry(), session.forOneTry()]
    let before = try database.open(database.path, for: .reading)
    let first = try database.open(database.path, for: .reading, in: tries[0])
    #expect(before === first)
    #expect(try database.open(database.path, for: .reading, in: tries[0]) === first)
    #expect(try database.open(database.path, for: .reading, in: tries[1]) !== first)
  }

  @Test func aSessionReadsRecordsOnceAndAgainWhenTheyHaveChanged() throws {
    let file = path("data.csv")
    try "code\nS-1\n".write(toFile: file, atomically: true, encoding: .utf8)
    let database = try ReplDatabase(
      path: file, in: Session(colour: .never, commands: AllCommands()) { 0 })
    let first = try database.open(file, for: .reading)
    database.endCommand(succeeded: true)
    #expect(try database.open(file, for: .reading) === first)
    database.endCommand(succeeded: true)
    try "code,size\nS-1,2\n".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try database.open(file, for: .reading) !== first)
    #expect(database.schema.entities.first?.attributes.map(\.name) == ["code", "size"])
    #expect(throws: CommandError.self) { try database.begin() }
  }
}
