import Columns
import Engines
import FlagModel
import Predicates
import Queries
import QueryPlanning
import SQLText
import Statistics
import TestSupport
import Testing

@testable import Databases

/// Counts that come from the pages of an index, and files of which SQL has to count the records.
@Suite struct PageCountTests {
  init() { readPagesThroughFaults() }

  private static let source = """
    \(optionSet("Marks", ["one": "1", "two": "2", "four": "4", "top": "1 << 63"]))
    @Model final class Thing {
      var marks: Marks
      var maybe: Marks?
    }
    """

  private static let records = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO Thing (marks, maybe) SELECT i % 7, CASE WHEN i % 5 THEN i % 3 END FROM n
    """

  /// A database of which SQL never counts because it is small.
  private func things(in scratch: Scratch, usesWAL: Bool = false) throws -> Database {
    _ = try scratch.makeDatabase("t.db", Self.source, usesWAL: usesWAL)
    try scratch.plain("t.db").run(Self.records)
    if usesWAL { try scratch.plain("t.db").run("PRAGMA wal_checkpoint(truncate)") }
    return try opened(scratch)
  }

  private func opened(_ scratch: Scratch) throws -> Database {
    let database = try scratch.open("t.db")
    database.leastSizeForPages = 0
    return database
  }

  private func query(_ database: Database, _ text: String = "marks has one") throws -> Query {
    let entity = try database.entity("Thing")
    let checker = PredicateChecker(entity, in: database.schema, now: testNow)
    return Query(entity, predicate: try checker.check(.parse(SourceText(text))), answer: .count)
  }

  /// The reason why the columns of the database are not read from pages; nil if they are.
  private func refusal(_ database: Database) throws -> String? {
    try database.read {
      do {
        _ = try PagePlanner(database).columnReader().counts(of: "marks", in: "Thing")
        return nil
      } catch let refusal as ColumnRefusal {
        return refusal.reason
      }
    }
  }

  private func expectSame(
    _ database: Database, _ text: String = "marks has one", byPages: Bool = true
  ) throws {
    try database.read {
      let query = try query(database, text)
      let isByPages = try database.planned(query).flags?.method == .pages
      #expect(isByPages == byPages, "\(text)")
      #expect(try database.number(query) == database.integer(query.sql), "\(text)")
    }
  }

  // MARK: Answers

  @Test(arguments: [
    "marks has one", "not (marks has one)", "marks lacks two", "marks has any (one, four)",
    "maybe has one", "maybe lacks one", "not (maybe has one)", "marks has top",
    "marks has one and marks lacks four", "marks is exactly (one, two) or marks has four",
  ])
  func countsAreThoseOfSQL(_ text: String) throws {
    let scratch = try Scratch()
    try expectSame(try things(in: scratch), text)
  }

  @Test func theHighestBitIsABit() throws {
    let scratch = try Scratch()
    _ = try things(in: scratch)
    try scratch.plain("t.db").run(
      "UPDATE Thing SET marks = marks | (1 << 63) WHERE id % 3 = 0; UPDATE Thing SET marks = 1 << 63 WHERE id % 50 = 0"
    )
    let database = try opened(scratch)
    for text in [
      "marks has top", "marks lacks top", "marks has (top, one)",
      "marks is exactly top or marks has four",
    ] {
      try expectSame(database, text)
    }
  }

  @Test func statisticsAreThoseOfSQL() throws {
    let scratch = try Scratch()
    let database = try things(in: scratch)
    let entity = try database.entity("Thing")
    for text in [nil, "marks has one", "maybe has one"] {
      let predicate = try text.map { try query(database, $0).predicate } ?? nil
      var all: [EntityStatistics] = []
      for size in [Int64(0), .max] {
        database.leastSizeForPages = size
        all.append(
          try database.read {
            try DatabaseStatistics(database).statistics(
              of: entity.attributes.map { .attribute($0) },
              StatisticsQuery(entity, predicate: predicate), StatisticsLimit(top: 10))
          })
      }
      #expect("\(all[0])" == "\(all[1])")
    }
  }

  // MARK: Rules

  @Test func aSmallDatabaseIsAskedBySQL() throws {
    let scratch = try Scratch()
    _ = try things(in: scratch)
    #expect(try refusal(scratch.open("t.db")) == "the database is small")
  }

  @Test func aTransactionThatWritesIsAskedBySQL() throws {
    let scratch = try Scratch()
    _ = try things(in: scratch)
    let database = try scratch.open("t.db", for: .writing)
    database.leastSizeForPages = 0
    try database.write {
      try database.connection.execute("UPDATE Thing SET marks = 1")
      #expect(throws: ColumnRefusal("the transaction does not only read")) {
        try PagePlanner(database).columnReader()
      }
      #expect(try database.number(query(database)) == 5_000)
    }
  }

  @Test func aLogThatIsNotEmptyIsReadBySQL() throws {
    let scratch = try Scratch()
    let database = try things(in: scratch, usesWAL: true)
    try expectSame(database)
    let plain = try scratch.plain("t.db")
    try plain.run("PRAGMA wal_autocheckpoint = 0; UPDATE Thing SET marks = 1 WHERE id < 100")
    #expect(try refusal(database) == "the write-ahead log is not empty")
    try expectSame(database, byPages: false)
    try plain.run("PRAGMA wal_checkpoint(truncate)")
    try expectSame(database)
  }

  /// The transaction began with an empty log, so that nothing in the log is of its time, and nobody takes
  /// the log into the file.
  @Test func aLogThatBeginsMeanwhileIsLeftAlone() throws {
    let scratch = try Scratch()
    let database = try things(in: scratch, usesWAL: true)
    let plain = try scratch.plain("t.db")
    try database.read {
      let reader = try PagePlanner(database).columnReader()
      let before = try database.integer("SELECT count(*) FROM Thing WHERE marks & 1")
      try plain.run("PRAGMA busy_timeout = 0; UPDATE Thing SET marks = 0")
      _ = try? plain.run("PRAGMA wal_checkpoint(truncate)")
      var counts = ColumnCounts()
      try reader.counts(of: "marks", in: "Thing").count(where: nil, into: &counts)
      let odd = counts.integers.reduce(0) { $0 + ($1.value & 1 == 1 ? $1.count : 0) }
      #expect(odd == before)
    }
  }

  @Test func filesThatProgramsOfTursoMayWriteAreReadBySQL() throws {
    let scratch = try Scratch()
    let database = try things(in: scratch)
    try scratch.write([0], to: "t.db-tshm")
    #expect(try refusal(database) == "programs of Turso may have the database open")
  }

  @Test func aDatabaseInMemoryIsReadBySQL() throws {
    let database = try Database.temporary(
      path: "t.csv", schema: try model(Self.source), origin: "t.csv", now: .earliest
    ) { _ in }
    #expect(try refusal(database) == "the database is in memory")
  }

  @Test(arguments: [
    ("marks) WHERE (marks > 0", "no index begins with 'marks'"),
    ("maybe, marks", "no index begins with 'marks'"), ("marks + 0", "no index begins with 'marks'"),
    ("marks DESC", nil), ("marks, maybe", nil),
  ])
  func indexesAreTakenByTheirDefinition(_ columns: String, _ reason: String?) throws {
    let scratch = try Scratch()
    _ = try things(in: scratch)
    try scratch.plain("t.db").run(
      "DROP INDEX \"Thing.marks\"; CREATE INDEX \"Thing.marks\" ON Thing (\(columns))")
    let database = try opened(scratch)
    #expect(try refusal(database) == reason)
    try database.read {
      let query = try query(database)
      #expect(try database.number(query) == database.integer(query.sql))
    }
  }

  @Test func aDamagedIndexIsLeftToSQL() throws {
    let scratch = try Scratch()
    _ = try things(in: scratch)
    let root = try #require(
      Int(
        try scratch.plain("t.db").texts(
          "SELECT rootpage FROM sqlite_schema WHERE name = 'Thing.marks'")[0]))
    var bytes = try scratch.bytes("t.db")
    bytes[(root - 1) * 4_096] = 77
    try scratch.write(bytes, to: "t.db")
    let database = try opened(scratch)
    let error = #expect(throws: DatabaseError.self) {
      try database.read { try database.number(query(database)) }
    }
    #expect(error?.kind == .damaged)
  }
}
