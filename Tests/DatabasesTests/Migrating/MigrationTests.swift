import Checking
import Engines
import FlagModel
import Foundation
import Migrating
import Testing

@testable import Databases
@testable import Migrations

@Suite struct MigrationTests {
  @Test func theSameModel() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let before = try scratch.bytes("zoo.db")
    let outcome = try database.migrate(to: Zoo.text)
    #expect(outcome.survey.isDone && outcome.version == 1 && outcome.backup == nil)
    #expect(try scratch.bytes("zoo.db") == before)
  }

  @Test func aNewAttributeAndAFlag() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let text = Zoos.changed(
      (Zoos.note, "\(Zoos.note)\n var rating: Int = 3"),
      (Zoos.plx, "\(Zoos.plx)\n static let SPO = BIOMarker(rawValue: 1 << 3)"))
    #expect(try database.migrate(to: text).version == 2)
    #expect(try database.schema == model(text))
    #expect(try scratch.plain().texts("SELECT rating FROM Sample") == ["3", "3"])
    #expect(try scratch.open().findings() == [])
    #expect(try scratch.plain().texts("PRAGMA foreign_keys") == ["0"], "a fact about clients")
  }

  /// The schema that a migration leaves is the one that a new database has.
  @Test(arguments: [Zoos.swapped, Zoos.rebuilt, Zoos.reworded])
  func theTablesAreThoseOfANewDatabase(_ text: String) throws {
    let scratch = try Scratch()
    try scratch.makeDatabase().migrate(to: text)
    try scratch.makeDatabase("new.db", text)
    let objects = "SELECT type || ' ' || name || ': ' || sql FROM sqlite_schema ORDER BY 1"
    #expect(try scratch.plain().texts(objects) == scratch.plain("new.db").texts(objects))
  }

  /// A table with many records is not copied for the place of a column.
  @Test func aColumnOfALargeTable() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    try scratch.plain().run(Zoos.fill(100_100))
    let text = Zoos.changed((Zoos.note, "\(Zoos.note)\n var rating: Int = 3"))
    try database.migrate(to: text)
    let columns = "SELECT name FROM pragma_table_info('Sample')"
    #expect(try scratch.plain().texts(columns).last == "rating")
    #expect(try database.migrate(to: text).survey.isDone, "the place of a column is no drift")
    try database.migrate(to: text.replacing("case received", "case lost, received"))
    #expect(try scratch.plain().texts(columns)[3] == "rating", "what is copied anyway is put right")
  }

  /// A table that only gets another text: whoever has the file open knows the new rules, and nobody
  /// may write `sqlite_schema` afterwards.
  @Test func rulesHoldForThoseWhoWereThere() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let other = try scratch.plain()
    #expect(try other.texts("SELECT count(*) FROM Sample") == ["2"])
    try database.migrate(to: Zoos.reworded)
    #expect(throws: (any Error).self) {
      try other.run("UPDATE Sample SET note = printf('%081d', 1) WHERE id = 1")
    }
    #expect(throws: (any Error).self) { try other.run("UPDATE Sample SET isNew = 2 WHERE id = 1") }
    try other.run("UPDATE Sample SET status = 3, isNew = 0 WHERE id = 1")
    #expect(try other.texts("SELECT isNew FROM Sample ORDER BY id") == ["0", "1"])
    #expect(try scratch.open().findings() == [])
    #expect(throws: (any Error).self) { try rewrite(database) }
  }

  private func rewrite(_ database: Database) throws {
    try database.connection.execute("PRAGMA writable_schema = ON")
    try database.connection.execute("UPDATE sqlite_schema SET sql = sql")
  }

  @Test func theDefenceIsUpAgainAfterAFailure() throws {
    struct Stop: Error {}
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let request = MigrationRequest(to: try model(Zoos.reworded), origin: "test", now: testNow)
    #expect(throws: Stop.self) {
      try Migrator(database).migrate(
        request,
        beforeStatement: { statement in
          if statement.hasPrefix("PRAGMA writable_schema = RESET") { throw Stop() }
        })
    }
    #expect(throws: (any Error).self) { try rewrite(database) }
    #expect(try database.migrate(to: Zoos.reworded).version == 2)
    #expect(try scratch.open().findings() == [])
  }

  @Test func exchangedBits() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase(isFilled: false)
    try scratch.plain().run(Zoos.fill(16))
    let names = "SELECT code || ' ' || markers FROM Sample_named ORDER BY id"
    let before = try scratch.plain().texts(names)
    #expect(before.contains("M-15 RAW|HRM|PLX|0x40"))
    try database.migrate(to: Zoos.swapped)
    #expect(try scratch.plain().texts(names) == before)
    let numbers = "SELECT markers FROM Sample WHERE code IN ('M-2', 'M-12') ORDER BY id"
    #expect(try scratch.plain().texts(numbers) == ["4", "66"])
    #expect(try database.count("Sample", where: "markers has HRM") == 8)
  }

  // MARK: Losses

  @Test func backupsOfOneSecond() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    try scratch.plain().run("UPDATE Sample SET note = 'n'")
    let without = Zoos.changed(("\(Zoos.note)\n", "\n"))
    let first = try #require(try database.migrate(to: without, allowingLoss: true).backup)
    try database.migrate(to: Zoo.text)
    try scratch.plain().run("UPDATE Sample SET note = 'n'")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: first))
    #expect(try database.migrate(to: without, allowingLoss: true).backup == "\(first)-2")
    #expect(try Data(contentsOf: URL(fileURLWithPath: first)) == bytes)
  }

  /// A pattern, which no CHECK can say, is looked at value by value.
  @Test func aPattern() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    try scratch.plain().run("UPDATE Sample SET code = 'x' WHERE id = 2")
    let code = "@Attribute(.unique) var code: String"
    let text = Zoos.changed((code, "@Valid(matches: \"S-[0-9]+\") \(code)"))
    #expect(
      refusal { try database.migrate(to: text) } == [
        "1 record of Sample has a value that 'Sample.code' no longer allows; "
          + "as Sample 2: code must be of the form S-[0-9]+, found 'x'"
      ])
    try database.migrate(to: text, allowingLoss: true)
    #expect(try scratch.open().findings().map(\.attribute) == ["code"])
  }

  @Test func textsThatAreToBeArrays() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    try scratch.plain().run("UPDATE Sample SET note = iif(id = 1, '[1,2', '[1,2]')")
    #expect(
      refusal { try database.migrate(to: Zoos.changed((Zoos.note, "var note: [String]?"))) } == [
        "2 records of Sample have a note that cannot become a [String]? without loss; as Sample 1: [1,2"
      ])
  }

  // MARK: Going back

  @Test func thereAndBack() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase(isFilled: false)
    try scratch.plain().run(Zoos.fill(16))
    let dump = try scratch.plain().texts("SELECT quote(code) || markers || note FROM Sample")
    let renamed = Zoos.changed((Zoos.note, "var remark: String?"), ("PLX", "SpO2"))
    try database.migrate(
      to: renamed,
      MigrationDecisions(renames: [
        Rename(old: "Sample.note", new: "remark"), Rename(old: "BIOMarker.PLX", new: "SpO2"),
      ]))
    try database.migrate(
      to: renamed.replacing("remark", "words"),
      MigrationDecisions(renames: [
        Rename(old: "Sample.remark", new: "words")
      ]))
    let (target, renames) = try database.read { try database.version(1) }
    #expect(
      Set(renames) == [
        Rename(old: "Sample.words", new: "note"), Rename(old: "BIOMarker.SpO2", new: "PLX"),
      ])
    let outcome = try Migrator(database).migrate(
      MigrationRequest(
        to: target, decisions: MigrationDecisions(renames: renames), origin: "version 1",
        now: testNow))
    #expect(outcome.version == 4 && outcome.backup == nil)
    #expect(
      try scratch.plain().texts("SELECT quote(code) || markers || note FROM Sample") == dump)
    let history = try database.read { try database.history() }
    #expect(history.map(\.origin) == ["test", "test", "test", "version 1"])
    #expect(history[3].schema == history[0].schema)
    #expect(history[1].changes(since: history[0]).count == 2)
  }

  @Test func aVersionThatIsNone() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let error = #expect(throws: DatabaseError.self) {
      try database.read { try database.version(7) }
    }
    #expect(error?.message == "'\(database.path)' has no version 7")
  }

  // MARK: What others made

  @Test func foreignObjects() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    try scratch.plain().run(
      """
      CREATE INDEX mine ON Sample (score);
      CREATE VIEW high AS SELECT code FROM Sample WHERE score > 90;
      CREATE TABLE log (what);
      CREATE TRIGGER logging AFTER UPDATE ON Sample BEGIN INSERT INTO log VALUES (NEW.code); END;
      CREATE TRIGGER typing INSTEAD OF INSERT ON high BEGIN SELECT 1; END;
      """)
    let objects =
      "SELECT name || sql FROM sqlite_schema WHERE name IN "
      + "('mine', 'high', 'logging', 'log', 'typing') ORDER BY name"
    let before = try scratch.plain().texts(objects)
    #expect(before.count == 5)
    try database.migrate(to: Zoos.rebuilt)
    #expect(try scratch.plain().texts(objects) == before)
    #expect(try scratch.plain().texts("SELECT count(*) FROM log") == ["0"], "no trigger has run")
  }

  @Test(
    arguments: [
      ("CREATE VIEW theirs AS SELECT note FROM Sample", "view"),
      ("CREATE INDEX theirs ON Sample (note)", "index"),
      (
        "CREATE TRIGGER theirs AFTER DELETE ON Sample BEGIN SELECT OLD.note; END",
        "trigger"
      ),
    ])
  func objectsThatWouldBreak(_ sql: String, _ kind: String) throws {
    let reasons = try refused(Zoos.changed(("\(Zoos.note)\n", "\n")), after: sql)
    #expect(
      reasons.first?.hasPrefix("the foreign \(kind) 'theirs' would no longer work: ")
        == true, "\(reasons)")
  }

  /// The reasons for which a database that SQL of others changed does not come to a model.
  private func refused(_ text: String, after sql: String) throws -> [String] {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    try scratch.plain().run(sql)
    let before = try scratch.bytes("zoo.db")
    let reasons = refusal { try database.migrate(to: text) }
    #expect(try scratch.bytes("zoo.db") == before)
    #expect(database.version == 1)
    return reasons
  }

  @Test func whatSomebodyDropped() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    try scratch.plain().run("DROP INDEX \"Sample.markers\"; DROP VIEW Sample_named")
    let outcome = try database.migrate(to: Zoo.text)
    #expect(outcome.survey.repairs.map(\.name) == ["Sample.markers", "Sample_named"])
    #expect(outcome.version == 1)
    #expect(try scratch.open().findings() == [])
  }

  @Test(
    arguments: [
      (
        "ALTER TABLE Sample ADD COLUMN extra TEXT",
        "the table 'Sample' does not match the model: it also has the column 'extra'"
      ),
      (
        "DROP VIEW Sample_named; ALTER TABLE Sample DROP COLUMN note",
        "the table 'Sample' does not match the model: it lacks the column 'note'"
      ),
      ("DROP TABLE Reading", "the table 'Reading' is missing"),
      (
        "DROP INDEX \"Sample.markers\"; CREATE INDEX \"Sample.markers\" ON Sample (markers, code)",
        "the index 'Sample.markers' does not match the model"
      ),
    ])
  func whatSomebodyChanged(_ sql: String, _ problem: String) throws {
    let reasons = try refused(Zoos.rebuilt, after: sql)
    #expect(reasons.contains(problem), "\(reasons)")
  }

  // MARK: Several at once

  @Test func aStalePlan() throws {
    let scratch = try Scratch()
    let first = try scratch.makeDatabase()
    let second = try scratch.open(for: .writing)
    let survey = try second.read {
      try Migrator(second).survey(to: model(Zoos.swapped), now: testNow)
    }
    try first.migrate(to: Zoos.swapped)
    let same = try Migrator(second).migrate(
      MigrationRequest(to: try model(Zoos.swapped), origin: "test", now: testNow), seen: survey)
    #expect(same.survey.isDone && same.version == 2)

    let third = try scratch.open(for: .writing)
    try first.migrate(to: Zoo.text)
    let before = try scratch.bytes("zoo.db")
    #expect(throws: DatabaseError.self) {
      try Migrator(third).migrate(
        MigrationRequest(to: try model(Zoos.rebuilt), origin: "test", now: testNow), seen: survey)
    }
    #expect(try scratch.bytes("zoo.db") == before)
  }

  @Test func aNewerLayout() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    try scratch.plain().run("PRAGMA user_version = 9")
    #expect(scratch.refusal(of: scratch.path("zoo.db"), for: .writing)?.kind == .newerLayout)
  }
}
