import Engines
import FlagModel
import Queries
import QueryPlanning
import SQLText
import Statistics
import TestSupport
import Testing

@testable import Databases

/// Queries on flags that go by the index, against the plain statements of the same queries.
@Suite struct FlagQueryTests {
  /// Asks a query both ways; the answers must be equal, in their order too.
  @discardableResult
  private func compare(_ database: Database, _ query: Query) throws -> FlagPlan? {
    try database.read {
      let plan = try database.planned(query).flags
      let quick = try values(database.rows(query))
      let plain = try values(database.rows(query.sql))
      #expect(quick == plain, "\(query.sql.written(in: SQLiteDialect()))")
      if query.answer != .records {
        #expect(plain == [[.integer(try database.number(query))]])
      }
      return plan
    }
  }

  private func values(_ rows: RowCursor) throws -> [[Value]] {
    var all: [[Value]] = []
    try rows.pass { row in all.append(row.cells.indices.map(row.value(at:))) }
    return all
  }

  /// The number of times each way was taken, so that a test knows what it has tested.
  private struct Tally {
    var ways: [FlagPlan.Method: Int] = [:]
    var none = 0

    mutating func add(_ plan: FlagPlan?) {
      if let way = plan?.method { ways[way, default: 0] += 1 } else { none += 1 }
    }

    subscript(way: FlagPlan.Method) -> Int { ways[way] ?? 0 }
  }

  @Test(arguments: [1, 2, 30, 500, 3_000, 20_000])
  func atRandom(_ combinations: Int) throws {
    let scratch = try Scratch()
    var dice = Dice(seed: UInt64(combinations))
    let things = try Things(in: scratch, records: 20_000, combinations, &dice)
    var tally = Tally()
    for _ in 0..<100 {
      tally.add(try compare(things.database, things.query(&dice)))
    }
    #expect(tally[.index(.index)] > 0)
    if combinations > 2 {
      #expect(tally[.index(.keys)] > 0)
      #expect(tally[.scan(.tooManyRecords)] > 0)
    }
    if combinations > 500 { #expect(tally[.scan(.tooManyCombinations)] > 0) }
    #expect(tally[.scan(.nulls)] > 0)
  }

  @Test func aHundredThousandCombinations() throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 5)
    let things = try Things(in: scratch, records: 100_000, 100_000, &dice)
    var tally = Tally()
    for _ in 0..<40 { tally.add(try compare(things.database, things.query(&dice))) }
    #expect(tally[.scan(.tooManyCombinations)] > 0)
    let few = "marks has (0x800, 0x400, 0x200) and marks lacks (0xfffffffffffff000)"
    #expect(try way(things, few, .records) == .index(.keys))
  }

  /// Another program writes between one question and the next.
  @Test func othersWrite() throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 77)
    let things = try Things(in: scratch, records: 5_000, 60, &dice)
    let other = try scratch.plain("things.db")
    var tally = Tally()
    for step in 0..<40 {
      switch step % 4 {
      case 0: try other.run("DELETE FROM Thing WHERE id % 37 = \(step % 37)")
      case 1:
        try other.run("UPDATE Thing SET marks = marks | \(1 << (step % 20)) WHERE id % 50 = 1")
      case 2: try other.run("UPDATE Thing SET marks = marks | (1 << 63) WHERE id % 90 = \(step)")
      default: try other.run("INSERT INTO Thing (marks, score) VALUES (\(step * 12_345), 5)")
      }
      for _ in 0..<4 { tally.add(try compare(things.database, things.query(&dice))) }
    }
    #expect(tally[.index(.keys)] > 0)
  }

  /// The changed and removed records are those of the plain statement.
  @Test func changes() throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 4)
    let things = try Things(in: scratch, records: 6_000, 200, &dice)
    let database = things.database
    var tally = Tally()
    for step in 0..<60 {
      let query = try things.query(&dice)
      let entity = query.entity
      let change = ResolvedChange(
        assignments: [
          Assignment(
            column: "marks", isOptional: false,
            change: .flags(adding: 1 << 63, removing: 3, toggling: Int64(step))),
          Assignment(column: "score", isOptional: false, change: .set(.integer(-1))),
        ], links: [])
      let isUpdate = dice.isLucky(2)
      tally.add(
        try database.read {
          try database.planned(
            Query(
              entity, columns: entity.defaultColumns(in: database.schema),
              predicate: query.predicate)
          ).flags
        })
      let quick = try things.undone {
        isUpdate
          ? try database.update(entity, change, where: query.predicate).changed
          : try database.delete(from: entity, where: query.predicate)
      }
      let plain = try things.undone {
        let sql =
          isUpdate
          ? Update(entity, change.assignments, predicate: query.predicate).sql
          : Delete(entity, predicate: query.predicate).sql
        try database.connection.run(sql)
        return database.connection.changes
      }
      #expect(quick.count == plain.count)
      #expect(quick.records == plain.records)
    }
    #expect(tally[.index(.keys)] > 5)
  }

  @Test func statistics() throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 21)
    let things = try Things(in: scratch, records: 6_000, 100, &dice)
    let database = things.database
    var tally = Tally()
    for _ in 0..<30 {
      let query = try things.query(&dice)
      let entity = query.entity
      let limit = StatisticsLimit(top: 1_000)
      let quick = try database.read {
        tally.add(
          try database.planned(
            Query(entity, predicate: query.predicate, answer: .count)
          ).flags)
        return try DatabaseStatistics(database).statistics(
          of: entity.properties, StatisticsQuery(entity, predicate: query.predicate), limit)
      }
      // A predicate that says the same of numbers that no index has.
      try scratch.plain("things.db").run(#"DROP INDEX "Thing.marks"; DROP INDEX "Thing.maybe""#)
      let plain = try database.read {
        try DatabaseStatistics(database).statistics(
          of: entity.properties, StatisticsQuery(entity, predicate: query.predicate), limit)
      }
      try scratch.plain("things.db").run(Things.indexes)
      #expect("\(quick)" == "\(plain)")
    }
    #expect(tally[.index(.index)] > 5)
  }

  // MARK: Where it is not done

  private func way(_ things: Things, _ text: String, _ answer: Query.Answer = .count) throws
    -> FlagPlan.Method?
  {
    try compare(things.database, things.query(text, answer))?.method
  }

  @Test func decisions() throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 8)
    let things = try Things(in: scratch, records: 4_000, 40, &dice)
    #expect(try way(things, "marks has 0x1") == .index(.index))
    #expect(try way(things, "marks has 0x1 and score >= 0") == .scan(.tooManyRecords))
    #expect(try way(things, "marks has 0xfff and score >= 0") == .index(.keys))
    #expect(try way(things, "marks has 0xfff", .records) == .index(.keys))
    #expect(try way(things, "marks has 0x1", .records) == .scan(.tooManyRecords))
    #expect(try way(things, "maybe lacks 0x1") == .scan(.nulls))
    #expect(try way(things, "maybe has 0x1") == .index(.index))
    // SQLite finds these without.
    #expect(try way(things, "marks is exactly (0x1)") == nil)
    #expect(try way(things, "id = 3 and marks has 0x1") == nil)
    #expect(try way(things, "score > 3") == nil)
  }

  @Test func missingIndex() throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 8)
    let things = try Things(in: scratch, records: 4_000, 40, &dice)
    try scratch.plain("things.db").run(#"DROP INDEX "Thing.marks""#)
    #expect(try way(things, "marks has 0x1") == .scan(.noIndex))
    #expect(try way(things, "marks has 0x1", .records) == .scan(.noIndex))
    // An index on some of the records, or on the column in second place, is none.
    try scratch.plain("things.db").run(
      """
      CREATE INDEX part ON Thing (marks) WHERE score > 3;
      CREATE INDEX second ON Thing (score, marks)
      """)
    #expect(try way(things, "marks has 0x1") == .scan(.noIndex))
    // One that begins with it will do, backwards too.
    try scratch.plain("things.db").run("CREATE INDEX first ON Thing (marks DESC, score)")
    #expect(try way(things, "marks has 0xfff", .records) == .index(.keys))
    #expect(try way(things, "marks has 0xfff and score > 3") != .scan(.noIndex))
  }

  @Test func fewRecords() throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 8)
    let things = try Things(in: scratch, records: 100, 10, &dice)
    #expect(try way(things, "marks has 0x1") == .scan(.fewRecords))
    try scratch.plain("things.db").run("DELETE FROM Thing")
    #expect(try way(things, "marks has 0x1") == .scan(.fewRecords))
    try scratch.plain("things.db").run(
      """
      INSERT INTO Thing (id, marks, score) VALUES
        (-9223372036854775808, 1, 1), (9223372036854775807, -1, 1)
      """)
    #expect(try way(things, "marks has 0x1") == .index(.index))
  }

  /// In a table that is not STRICT a number such as 5.5 may stand between two others.
  @Test func tableThatIsNotStrict() throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 8)
    let things = try Things(in: scratch, records: 4_000, 40, &dice)
    try scratch.plain("things.db").run(
      """
      DROP VIEW Thing_named; DROP TABLE Thing;
      CREATE TABLE Thing (id INTEGER PRIMARY KEY, marks INTEGER NOT NULL, maybe INTEGER, score INTEGER);
      CREATE INDEX "Thing.marks" ON Thing (marks);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
      INSERT INTO Thing (marks, score) SELECT i % 50 + 0.5, 1 FROM n
      """)
    #expect(try way(things, "marks has 0x1") == .scan(.notStrict))
  }
}
