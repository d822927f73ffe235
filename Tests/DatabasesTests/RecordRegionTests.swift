import Engines
import FlagModel
import SQLText
import Scripting
import Testing

@testable import Databases

/// The records on which an observer depends, and those that a transaction has changed.
@Suite("Regions of records")
struct RecordRegionTests {
  private func region(_ tables: [Name] = [], _ records: [(Int64, Name)] = []) -> RecordRegion {
    var region = RecordRegion()
    for table in tables { region.add(table.folded) }
    for (key, table) in records { region.add(key, of: table.folded) }
    return region
  }

  @Test("overlap if they share a table or a record, in both directions")
  func overlaps() {
    let pairs: [(RecordRegion, RecordRegion, Bool)] = [
      (region(["a"]), region(["A", "b"]), true), (region(["a"]), region(["b"]), false),
      (region(["a"]), region([], [(1, "a")]), true), (region(["b"]), region([], [(1, "a")]), false),
      (region([], [(1, "a"), (2, "a")]), region([], [(2, "A")]), true),
      (region([], [(1, "a")]), region([], [(2, "a")]), false),
      (region([], [(1, "a")]), region([], [(1, "b")]), false),
      (region(), .everything, true), (region(), region(["a"]), false),
    ]
    for (one, other, expected) in pairs {
      #expect(one.overlaps(other) == expected)
      #expect(other.overlaps(one) == expected)
    }
  }

  @Test("unite, and hold a limited number of records")
  func union() {
    var all = region(["b"], [(1, "a")])
    all.add(region(["a"], [(7, "b"), (8, "c")]))
    #expect(all == region(["a", "b"], [(8, "c")]))
    all.add(.everything)
    #expect(all.overlaps(region()))
    let many = region([], (0...1_000).map { (Int64($0), "a") })
    #expect(many == region(["a"]))
    #expect(region([], (0..<1_000).map { (Int64($0), "a") }) != region(["a"]))
  }

  /// The region of the changes that SQL makes.
  private func changes(_ sql: String, in database: Database) throws -> [RecordRegion] {
    var regions: [RecordRegion] = []
    func report(_ region: RecordRegion) { regions.append(region) }
    try database.notingChanges(isObserved: true, report) {
      _ = try database.write { try database.connection.execute(sql) }
    }
    return regions
  }

  @Test("of changes have each record, also those of triggers and delete rules")
  func changes() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    #expect(try changes("UPDATE Sample SET note = 'x' WHERE 0", in: database) == [])
    let sample = region([], [(1, "sample")])
    #expect(try changes("UPDATE Sample SET note = 'x' WHERE id = 1", in: database) == [sample])
    #expect(
      try changes("INSERT INTO Reading (value) VALUES (1)", in: database)
        == [region([], [(4, "reading")])])
    // The readings of a sample are deleted with it.
    let deleted = try changes("DELETE FROM Sample WHERE id = 1", in: database)
    #expect(deleted.count == 1 && deleted[0].overlaps(region(["reading"])))
    #expect(deleted[0].overlaps(sample) && !deleted[0].overlaps(region([], [(2, "sample")])))
  }

  @Test("of changes that are not observed are unknown, also after an error")
  func unobserved() throws {
    struct Stop: Error {}
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    var regions: [RecordRegion] = []
    func report(_ region: RecordRegion) { regions.append(region) }
    let change = "UPDATE Sample SET note = 'x' WHERE id = 1"
    try database.notingChanges(isObserved: false, report) {
      try database.write { try database.connection.execute(change) }
    }
    #expect(regions == [.everything])
    #expect(throws: Stop.self) {
      try database.notingChanges(isObserved: true, report) {
        try database.write {
          try database.connection.execute(change)
          throw Stop()
        }
      }
    }
    #expect(regions.last == region([], [(1, "sample")]))
  }

  @Test("of foreign tables are noted if they have a rowid")
  func foreign() throws {
    let file = try AdoptedFile(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, n INTEGER);
      CREATE TABLE b (name TEXT PRIMARY KEY, n INTEGER) WITHOUT ROWID;
      INSERT INTO a VALUES (1, 1); INSERT INTO b VALUES ('x', 1);
      CREATE VIEW v AS SELECT n FROM a;
      """)
    let database = try file.open()
    #expect(
      try changes("UPDATE a SET n = 2 WHERE id = 1", in: database) == [region([], [(1, "a")])])
    #expect(try changes("UPDATE b SET n = 2 WHERE name = 'x'", in: database) == [.everything])
    let read = try database.noting { _ in
      try database.read { try database.integer("SELECT sum(n) FROM v") }
    }
    // SQLite does not report the rows of such a statement.
    #expect(try changes("DELETE FROM a", in: database) == [.everything])
    #expect(read.result == 2 && read.region.overlaps(region(["a"])))
    #expect(!read.region.overlaps(region(["b"])))
  }

  @Test("of reads have the tables of a statement, or one record")
  func reads() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let count = try database.noting { _ in try database.count("Sample") }
    #expect(count.region.overlaps(region(["sample"])))
    #expect(!count.region.overlaps(region(["reading"])))
    let one = try database.noting { notes in
      try database.read {
        try notes.noting(2, of: "Sample") {
          try database.integer("SELECT id FROM Sample WHERE id = 2")
        }
      }
    }
    #expect(one.result == 2 && one.region.overlaps(region([], [(2, "sample")])))
    #expect(!one.region.overlaps(region([], [(1, "sample")])))
    // Plain SQL has an authorizer, which notes too.
    let plain = try database.noting { _ in
      try database.read {
        let sql = try SQLRunner(database).parse(
          SourceText("SELECT count(*) FROM Reading"), now: testNow)
        return try SQLRunner(database).run(sql, mayWrite: false) { _ in }
      }
    }
    #expect(plain.region.overlaps(region(["reading"])))
    #expect(!plain.region.overlaps(region(["sample"])))
  }

  @Test("a record of a foreign table replaces no other one, which its rules might forbid")
  func conflicts() throws {
    let file = try AdoptedFile("CREATE TABLE a (id INTEGER PRIMARY KEY, n INTEGER UNIQUE)")
    let database = try file.open()
    let entity = try #require(database.schema.entity(named: "a"))
    for conflict in [InsertConflict.leaveOut, .update] {
      let error = #expect(throws: DatabaseError.self) {
        try database.write {
          _ = try database.insertion(into: entity, columns: ["n"], onConflict: conflict)
        }
      }
      #expect(error?.kind == .refused && error?.message.contains("another program") == true)
    }
    #expect(throws: Never.self) {
      try database.write { _ = try database.insertion(into: entity, columns: ["n"]) }
    }
  }
}
