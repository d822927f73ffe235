import Checking
import Engines
import FlagModel
import Foundation
import Migrating
import TestSupport
import Testing

@testable import Auditing
@testable import Databases

/// Every change of a record is in the log, whoever made it, and can be taken back.
@Suite struct AuditTests {
  private static let source = """
    struct Mark: OptionSet {
      let rawValue: Int64
      static let low = Mark(rawValue: 1)
      static let top = Mark(rawValue: 1 << 63)
    }
    struct Spot { var x: Int; var label: String }
    @Model class Animal {
      #Unique<Animal>([\\.rank, \\.weight])
      @Attribute(.unique) var name: String
      var rank: Int?
      var note: String?
      var marks: Mark?
      var weight: Double = 1
      var price: Decimal?
      var photo: Data?
      var home: Spot?
      var names: [String] = []
      @Relationship(deleteRule: .cascade, inverse: \\Visit.animal) var visits: [Visit] = []
      @Relationship(inverse: \\Keeper.animals) var keepers: [Keeper] = []
      var mother: Animal?
      @Relationship(inverse: \\Animal.mateOf) var mate: Animal?
      var mateOf: Animal?
    }
    @Model class Bird: Animal { var wings: Int? }
    @Model class Visit { var animal: Animal?; var day: Int = 0 }
    @Model class Keeper { var animals: [Animal] = []; @Relationship var chief: Keeper? }
    """

  /// Statements that a program may send; `#` is a number at random. No animal refers to itself, and none
  /// to a record that its own update replaces, because SQLite 3.40 leaves references to nothing then.
  private static let statements = [
    "INSERT INTO Animal (kind, name, marks) VALUES ('Animal', '0#', # & 1)",
    "INSERT INTO Animal (kind, name, wings) VALUES ('Bird', 'B#', #)",
    "INSERT OR REPLACE INTO Animal (id, kind, name) VALUES (# % 9 + 1, 'Animal', 'R#')",
    "INSERT INTO Visit (animal, day) SELECT id, # FROM Animal WHERE id % 3 = # % 3",
    "INSERT INTO Keeper (chief) SELECT max(id) FROM Keeper",
    "INSERT OR IGNORE INTO \(pairs) SELECT a.id, k.id FROM Animal a, Keeper k WHERE (a.id + #) % 2 = 0",
    "DELETE FROM \(pairs) WHERE keepers % 2 = # % 2",
    "UPDATE Animal SET note = iif(note IS NULL, 'n#', NULL) WHERE id % 2 = # % 2",
    "UPDATE Animal SET marks = ~coalesce(marks, #), weight = weight / 3",
    "UPDATE Animal SET name = ltrim(name, '0') WHERE name LIKE '0%'",
    "UPDATE Animal SET name = upper(name), photo = x'00ff', price = #",
    "UPDATE Animal SET names = json_array('a', #) WHERE id % 3 = 0",
    """
    UPDATE Animal SET home_x = iif(home_x IS NULL, #, NULL), home_label = iif(home_x IS NULL, '#', NULL) \
    WHERE id % 3 = # % 3
    """,
    "UPDATE Animal SET home_x = home_x + #, note = home_label WHERE home_x IS NOT NULL",
    "UPDATE Animal SET home_label = home_label || 'x' WHERE home_x IS NOT NULL",
    "UPDATE Animal SET id = id + 1000 WHERE id = (SELECT max(id) FROM Animal)",
    "UPDATE Animal SET id = id + 2000, name = 'k#', weight = # WHERE id = (SELECT max(id) FROM Animal)",
    "UPDATE Visit SET day = day + 1, animal = NULL WHERE id % 5 = # % 5",
    "DELETE FROM Animal WHERE id % 4 = # % 4",
    "DELETE FROM Keeper WHERE id % 3 = # % 3",
    "DELETE FROM Visit WHERE id % 7 = # % 7",
    "INSERT OR REPLACE INTO Animal (kind, name, note) VALUES ('Animal', 'B5', 'again'), ('Bird', '05', NULL)",
    "UPDATE OR REPLACE Animal SET id = # % 5 + 1 WHERE id = (SELECT max(id) FROM Animal) AND \(isAlone)",
    "UPDATE OR REPLACE Animal SET name = 'one' WHERE id % 3 = # % 3 AND \(isAlone)",
    "UPDATE OR IGNORE Animal SET name = '05'",
    "INSERT OR REPLACE INTO \(pairs) SELECT a.id, k.id FROM Animal a, Keeper k",
    "UPDATE Animal SET mother = (SELECT max(m.id) FROM Animal m WHERE m.id % 3 = # % 3 AND m.id <> Animal.id)",
    """
    UPDATE OR REPLACE Animal SET mateOf = (SELECT max(m.id) FROM Animal m WHERE m.id % 3 = # % 3 AND m.id <> Animal.id) \
    WHERE id % 2 = # % 2 AND \(isAlone)
    """,
    """
    INSERT OR REPLACE INTO Animal (id, kind, name, mateOf) \
    SELECT mother, 'Animal', 'M#' || id, nullif(mateOf, mother) FROM Animal
    """,
    "UPDATE OR REPLACE Animal SET rank = # % 2, weight = 1 WHERE id % 3 = # % 3 AND \(isAlone)",
    "INSERT OR REPLACE INTO Animal (kind, name, rank) VALUES ('Animal', 'U#', # % 3)",
    "INSERT INTO Animal (kind, name) VALUES ('Animal', '05') ON CONFLICT (name) DO UPDATE SET note = 'n#'",
  ]

  private static let pairs = "Animal_keepers"
  private static let isAlone = "mother IS NULL AND mateOf IS NULL"

  private func state(_ plain: PlainDatabase) throws -> [String] {
    try ["Animal", "Visit", "Keeper", Self.pairs].flatMap { table in
      let columns = try plain.texts("SELECT name FROM pragma_table_info('\(table)')")
      let all = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
      return try plain.texts("SELECT '\(table) ' || \(all) FROM \"\(table)\" ORDER BY 1")
    }
  }

  @Test func everyChangeCanBeTakenBack() throws {
    var (tried, other) = (Set<Int>(), 0)
    for seed in Campaign.seeds(12, all: 24) {
      var dice = Dice(seed: seed)
      let scratch = try Scratch()
      let database = try scratch.makeDatabase("a.db", Self.source)
      let plain = try scratch.plain("a.db")
      // Without it, no trigger sees that a record is replaced.
      let isRecursive = seed % 2 == 0
      try plain.run("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = \(isRecursive)")
      for sql in Self.statements[...4] { try plain.run(sql.replacing("#", with: "5")) }
      #expect(try database.setAudit(true))
      var states = [try state(plain)]
      var isOthers = false
      for _ in 0..<40 {
        let index = Int(dice.next() % UInt64(Self.statements.count))
        let sql = Self.statements[index].replacing("#", with: "\(dice.next() % 1000)")
        // Two statements of others within a millisecond would be one change.
        isOthers = !isOthers && dice.isLucky(3)
        let last = try plain.texts("SELECT max(id) FROM flagdb_log")
        do {
          if isOthers { try plain.run(sql) } else { _ = try database.runSQL(sql) }
        } catch {
          isOthers = false
          continue
        }
        let now = try state(plain)
        // Records that are replaced by the same ones are in the log all the same.
        if isOthers, try plain.texts("SELECT max(id) FROM flagdb_log") == last {
          isOthers = false
          continue
        }
        // One of ours that changes nothing is a step, too.
        states.append(now)
        if now != states.dropLast().last {
          tried.insert(index)
          other += isOthers ? 1 : 0
        }
      }
      for (step, expected) in states.dropLast().reversed().enumerated() {
        _ = try database.write { try LogEditor(database).undo() }
        #expect(try state(plain) == expected, "seed \(seed), step \(step)")
      }
      #expect(throws: DatabaseError.self) {
        try database.write { try LogEditor(database).undo() }
      }
      #expect(try database.findings().isEmpty)
    }
    #expect(
      Self.statements.indices.filter { !tried.contains($0) }.map { Self.statements[$0] } == [])
    #expect(other > 10)
  }

  @Test("a record that was deleted while the log was off is not in it") func deletedWithoutLog()
    throws
  {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let plain = try scratch.plain()
    _ = try database.setAudit(true)
    // The trigger before it notes the record that it might replace.
    try plain.run(
      "INSERT OR IGNORE INTO Sample (id, code, taken) VALUES (1, 'other', '2026-01-01 00:00:00')")
    _ = try database.setAudit(false)
    try plain.run("DELETE FROM Reading; DELETE FROM Sample WHERE id = 1")
    _ = try database.setAudit(true)
    _ = try database.runSQL(
      "INSERT INTO Sample (code, taken) VALUES ('new', '2026-01-01 00:00:00')")
    #expect(
      try plain.texts("SELECT DISTINCT change FROM flagdb_log WHERE entity <> ''") == ["insert"])
  }

  @Test func whatCameAfterIsNotLost() throws {
    let scratch = try Scratch()
    let longText = String(repeating: "a", count: 200)
    let database = try scratch.makeDatabase()
    _ = try database.setAudit(true)
    func change(_ sql: String) throws { _ = try database.runSQL(sql) }
    func undo(_ number: Int64) -> String {
      do {
        _ = try database.write { try LogEditor(database).undo(number) }
        return "done"
      } catch {
        return (error as? DatabaseError)?.message.components(separatedBy: " by ").first
          ?? "\(error)"
      }
    }
    try change("UPDATE Sample SET score = 60 WHERE id = 1")
    try change("UPDATE Sample SET note = 'x' WHERE id = 1")
    try change("UPDATE Sample SET score = 70 WHERE id = 1")
    #expect(undo(2) == "Sample 1 was changed after it: change 4")
    #expect(undo(3) == "done")
    #expect(undo(3) == "change 3 was undone")
    #expect(undo(4) == "done")
    #expect(undo(2) == "done")
    // The change that took it back can be taken back itself.
    #expect(undo(7) == "done")
    #expect(try database.count("Sample", where: "score == 60") == 1)
    try change("INSERT INTO Sample (code, taken) VALUES ('new', '2026-01-01 00:00:00')")
    try change("INSERT INTO Reading (sample, value) VALUES (3, 1)")
    #expect(
      undo(9)
        == "other records refer to records that change 9 added or replaced, and would change too")
    #expect(try database.count("Reading") == 4)
    try change("DELETE FROM Reading WHERE sample = 3")
    #expect(undo(9) == "done")
    #expect(undo(99) == "the log of '\(database.path)' has no change 99")
    // A program that goes round the triggers.
    try change("UPDATE Sample SET score = 80 WHERE id = 2")
    let number = try #require(Int64(scratch.plain().texts("SELECT max(id) FROM flagdb_log")[0]))
    try scratch.plain().run(
      """
      DROP TRIGGER "flagdb_log update Sample"; UPDATE Sample SET score = 81 WHERE id = 2
      """)
    #expect(undo(number) == "Sample 2 is not as change \(number) left it")
    for (index, other) in [
      "score = 81", "note = 'y'", "markers = 3", "taken = '2026-01-02 00:00:00'",
      "note = '\(longText)b\(longText)'",
    ].enumerated() {
      let code = "code\(index)"
      try change(
        """
        INSERT INTO Sample (code, taken, score, markers, note) \
        VALUES ('\(code)', '2026-01-01 00:00:00', 80.5, 1, '\(longText)\(longText)')
        """)
      let number = try #require(Int64(scratch.plain().texts("SELECT max(id) FROM flagdb_log")[0]))
      let key = try scratch.plain().texts("SELECT id FROM Sample WHERE code = '\(code)'")[0]
      try scratch.plain().run("UPDATE Sample SET \(other) WHERE code = '\(code)'")
      #expect(undo(number) == "Sample \(key) is not as change \(number) left it", "\(other)")
      try scratch.plain().run(
        """
        UPDATE Sample SET score = 80.5, note = '\(longText)\(longText)', markers = 1, \
        taken = '2026-01-01 00:00:00' WHERE code = '\(code)'
        """)
      #expect(undo(number) == "done", "\(other)")
    }
    #expect(
      try database.findings().map(\.problem)
        == ["the trigger 'flagdb_log update Sample' is missing"])
  }

  @Test func migrationsKeepTheLog() throws {
    for target in [Zoos.swapped, Zoos.rebuilt, Zoos.reworded] {
      let scratch = try Scratch()
      let database = try scratch.makeDatabase()
      _ = try database.setAudit(true)
      _ = try database.runSQL("UPDATE Sample SET markers = 3 WHERE id = 1")
      _ = try Migrator(database).migrate(
        MigrationRequest(to: try model(target), origin: "test", allowsLoss: true, now: testNow))
      #expect(try database.findings().isEmpty)
      _ = try database.runSQL("UPDATE Sample SET markers = 2 WHERE id = 1")
      var request = LogRequest()
      request.tables = ["Sample"]
      var reader = try LogReader(database)
      var marks: [String] = []
      try database.read {
        try reader.values(request) { value in
          marks.append("\(value.before.text) → \(value.after.text)")
          return true
        }
      }
      // Each value has the name that it had then; the view spells those of the model in force.
      #expect(marks.last == "RAW → RAW|HRM", "\(marks)")
      #expect(marks.count == 2, "\(marks)")
      #expect(
        try scratch.plain().texts(
          "SELECT after FROM flagdb_history WHERE property = 'markers' ORDER BY id")
          == ["3", target == Zoos.reworded ? "HRM" : "PLX"])
      #expect(throws: DatabaseError.self) { try database.write { try LogEditor(database).undo(2) } }
    }
  }

  @Test func scriptsOfMigrationsKeepTheLog() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    _ = try database.setAudit(true)
    let request = MigrationRequest(to: try model(Zoos.swapped), origin: "test", now: testNow)
    let script = try database.read {
      try Migrator(database).script(
        of: request, Migrator(database).survey(to: request.schema, now: testNow))
    }
    let sql = script.split(separator: "\n").filter { !$0.hasPrefix(".") }.joined(separator: "\n")
    try scratch.plain().run("\(sql)")
    let migrated = try scratch.open(for: .writing)
    #expect(try migrated.findings().isEmpty)
    var newest: LoggedChange?
    try migrated.read {
      try LogReader(migrated).changes { change in
        newest = change
        return false
      }
    }
    #expect(newest?.who != nil)
    _ = try migrated.runSQL("UPDATE Sample SET markers = 2 WHERE id = 1")
    #expect(
      try scratch.plain().texts("SELECT after FROM flagdb_history WHERE id = 3") == ["PLX"])
  }

  @Test func wideTables() throws {
    let names = (0..<600).map { "a\($0)" }
    let text = "@Model class Wide { \(names.map { "var \($0): Int = 0" }.joined(separator: "; ")) }"
    let scratch = try Scratch()
    let database = try scratch.makeDatabase("w.db", text)
    _ = try database.setAudit(true)
    _ = try database.runSQL("INSERT INTO Wide DEFAULT VALUES")
    let sets = names.map { "\($0) = 7" }.joined(separator: ", ")
    _ = try database.runSQL("UPDATE Wide SET \(sets)")
    _ = try database.runSQL("DELETE FROM Wide")
    #expect(
      try scratch.plain("w.db").texts("SELECT change || count(*) FROM flagdb_log GROUP BY change")
        == ["delete601", "insert1", "on1", "update600"])
    for _ in 0..<2 {
      _ = try database.write { try LogEditor(database).undo() }
    }
    #expect(try scratch.plain("w.db").texts("SELECT sum(a0 + a599) FROM Wide") == ["0"])
  }

  /// Of a session's transaction each command is a change; what is rolled back was none.
  @Test func transactions() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    _ = try database.setAudit(true)
    try database.begin()
    _ = try database.update("Sample", "score=1")
    _ = try database.update("Sample", "note=x")
    #expect(throws: (any Error).self) { try database.update("Sample", "score=900") }
    try database.commit()
    try database.begin()
    _ = try database.update("Sample", "score=2")
    try database.rollBack()
    _ = try database.writeInVain { try database.runSQL("UPDATE Sample SET score = 3") }
    #expect(
      try scratch.plain().texts("SELECT first || '-' || last FROM flagdb_change")
        == ["1-1", "2-3", "4-5"])
  }

  @Test func forgetting() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    _ = try database.setAudit(true)
    for score in 1...4 {
      database.author = Author(who: "anna", command: "test") {
        Timestamp(microseconds: Int64(score) * 1_000_000) ?? .earliest
      }
      _ = try database.runSQL("UPDATE Sample SET score = \(score) WHERE id = 1")
    }
    #expect(
      try database.write { try LogEditor(database).forgetChanges(before: "1970-01-01 00:00:03") }
        == 3)
    #expect(
      try scratch.plain().texts("SELECT id || change FROM flagdb_log")
        == ["4update", "5update", "6forget"])
    for _ in 0..<2 {
      _ = try database.write { try LogEditor(database).undo() }
    }
    #expect(try database.count("Sample", where: "score == 2") == 1)
    #expect(try database.findings().isEmpty)
  }
}
