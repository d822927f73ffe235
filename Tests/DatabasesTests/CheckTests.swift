import Checking
import Engines
import FlagModel
import Foundation
import SQLText
import Testing

@testable import Databases
@testable import SQLiteEngine

/// The findings of `check` after other programs have written.
@Suite struct CheckTests {
  @Test func nothing() throws {
    let scratch = try Scratch()
    #expect(try scratch.makeDatabase().findings() == [])
  }

  @Test(
    "a reference that is nil leads to no record of another kind",
    arguments: ["Base", "Middle", "Kid"])
  func missingReference(target: String) throws {
    let scratch = try Scratch()
    let schema = try model(
      """
      @Model class Base { var name: String = "" }
      @Model class Middle: Base { var size: Int? }
      @Model class Kid: Middle { var age: Int? }
      struct Item: Entity { var other: \(target)? }
      """)
    try Database.create(
      path: scratch.path("zoo.db"), schema: schema, origin: "test", now: testNow)
    try scratch.plain().run("INSERT INTO Item (other) VALUES (NULL)")
    #expect(try scratch.open().findings() == [])
  }

  @Test(
    "a log is noted where others can damage it",
    arguments: [
      (true, SQLiteVersion(3, 40, 1), true), (true, SQLiteVersion(3, 51, 3), false),
      (false, SQLiteVersion(3, 40, 1), false),
    ])
  func logNote(usesWAL: Bool, version: SQLiteVersion, isNoted: Bool) throws {
    let database = try Scratch().makeDatabase(usesWAL: usesWAL)
    #expect((DatabaseChecker(database).logNote(version) != nil) == isNoted)
    #expect(try database.findings() == [])
  }

  @Test(
    arguments: [
      (
        "UPDATE Sample SET markers = markers | 0x140",
        [
          "Sample.markers 1: no flag is declared for 0x40, which 2 records have",
          "Sample.markers 1: no flag is declared for 0x100, which 2 records have",
        ]
      ),
      (
        "PRAGMA ignore_check_constraints = 1; UPDATE Sample SET status = 7 WHERE id = 2",
        ["Sample.status 2: no case of Status is 7, which 1 record has"]
      ),
      (
        "PRAGMA ignore_check_constraints = 1; UPDATE Sample SET score = 101 WHERE id = 2",
        ["Sample.score 2: score must be in 0...100, found 101"]
      ),
      (
        "PRAGMA ignore_check_constraints = 1; UPDATE Sample SET taken = '2026-02-30 00:00:00'",
        [
          "Sample.taken 1: taken: expected a date, found '2026-02-30 00:00:00'",
          "Sample.taken 2: taken: expected a date, found '2026-02-30 00:00:00'",
        ]
      ),
      (
        "PRAGMA foreign_keys = 0; UPDATE Reading SET sample = 9 WHERE id = 3",
        ["Reading 3: refers to a Sample that does not exist"]
      ),
      (
        "UPDATE Reading SET tags = '[red]' WHERE id = 1",
        ["Reading.tags 1: tags: expected an array, found '[red]'"]
      ),
      ("DROP INDEX \"Sample.markers\"", ["the index 'Sample.markers' is missing"]),
      ("DROP VIEW Sample_named", ["the view 'Sample_named' is missing"]),
      (
        "DROP VIEW Sample_named; CREATE VIEW Sample_named AS SELECT 1",
        ["the view 'Sample_named' does not match the model"]
      ),
      (
        "DROP TABLE Reading",
        [
          "the table 'Reading' is missing", "the index 'Reading.sample' is missing",
        ]
      ),
      (
        "DROP VIEW Sample_named; ALTER TABLE Sample DROP COLUMN note",
        [
          "the table 'Sample' does not match the model: it lacks the column 'note'",
          "the view 'Sample_named' is missing",
        ]
      ),
    ] as [(String, [String])])
  func findings(_ change: String, _ expected: [String]) throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    try scratch.plain().run(change)
    let found = try scratch.open().findings().map { finding in
      let place = [
        [finding.entity, finding.attribute].compactMap(\.self).joined(separator: "."),
        finding.key?.text ?? "",
      ].filter { !$0.isEmpty }.joined(separator: " ")
      return place.isEmpty ? finding.problem : "\(place): \(finding.problem)"
    }
    #expect(found == expected)
  }

  /// A question for what the file does not have is an error that says so.
  @Test func tablesThatDifferFromTheModel() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    try scratch.plain().run("DROP VIEW Sample_named; ALTER TABLE Sample DROP COLUMN note")
    let path = scratch.path("zoo.db")
    let error = #expect(throws: DatabaseError.self) {
      try scratch.open().count("Sample", where: "note = 'x'")
    }
    #expect(
      error?.message == "the tables of '\(path)' do not match its model: no such column: note")
    #expect(error?.hint?.text == "see 'flagdb check \(path)'")
  }

  @Test func aDamagedPage() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    try database.write {
      for _ in 0..<500 {
        try database.connection.run("INSERT INTO Reading (value) VALUES (1)")
      }
    }
    var bytes = try scratch.bytes("zoo.db")
    for index in (bytes.count - 4_096)..<bytes.count { bytes[index] = 0xEE }
    try scratch.write(bytes, to: "broken.db")
    #expect(!(try scratch.open("broken.db").findings()).isEmpty)
  }

  /// Triggers and views of an enemy run nothing that is not SQLite's own and harmless.
  @Test(arguments: [
    "CREATE TRIGGER t BEFORE INSERT ON Sample BEGIN SELECT load_extension('x'); END",
    "CREATE TRIGGER t BEFORE INSERT ON Sample BEGIN SELECT unknown(NEW.code); END",
    "CREATE TRIGGER t BEFORE INSERT ON Sample BEGIN SELECT writefile('x', 'y'); END",
  ])
  func hostileSchemas(_ statement: String) throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    try scratch.plain().run(statement)
    let database = try scratch.open(for: .writing)
    #expect(try database.count("Sample") == 2)
    #expect(throws: DatabaseError.self) { try database.insert("Sample", "code=x", "taken=now") }
    #expect(try database.count("Sample") == 2)
    #expect(!scratch.exists("x"))
  }

  @Test func backups() throws {
    let scratch = try Scratch()
    for usesWAL in [false, true] {
      let name = "live\(usesWAL).db"
      let copy = "copy\(usesWAL).db"
      let database = try scratch.makeDatabase(name, usesWAL: usesWAL)
      let other = try scratch.plain(name)
      try other.run("INSERT INTO Reading (value) VALUES (1); BEGIN IMMEDIATE; DELETE FROM Reading")
      try DatabaseBackup(database).write(to: scratch.path(copy))
      try other.run("COMMIT")
      #expect(!scratch.exists("\(copy)-wal") && !scratch.exists("\(copy)-journal"))
      #expect(try scratch.open(copy).count("Reading") == 4, "what was committed, and no more")
      #expect(try scratch.open(copy).findings() == [])
      #expect(try database.count("Reading") == 0)
      let error = #expect(throws: DatabaseError.self) {
        try DatabaseBackup(database).write(to: scratch.path(copy))
      }
      #expect(error?.kind == .exists)
    }
  }

  @Test(.timeLimit(.minutes(5))) func aBackupOfALockedFileIsGivenUp() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    try scratch.plain().run("BEGIN; COMMIT")
    let other = try scratch.plain()
    try other.run("BEGIN EXCLUSIVE")
    let error = #expect(throws: DatabaseError.self) {
      try DatabaseBackup(database).write(to: scratch.path("copy.db"))
    }
    #expect(error?.kind == .blocked)
    #expect(error?.message.contains("zoo.db") == true)
    #expect(!scratch.exists("copy.db"))
  }
}
