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

/// Groups and counts that come from the pages of a table, against the plain statements of the same queries.
@Suite struct PageGroupTests {
  init() { readPagesThroughFaults() }

  /// A database of which SQL never answers because it is small.
  private func things(
    _ scratch: Scratch, _ dice: inout Dice, pageSize: Int = 4096, records: Int = 2_500
  ) throws -> Database {
    try RandomThings.make("t.db", in: scratch, &dice, pageSize: pageSize, records: records)
    return try opened(scratch)
  }

  /// Several threads share each scan, and each piece is a single page.
  private func opened(_ scratch: Scratch, threads: Int = 3) throws -> Database {
    let database = try scratch.open("t.db")
    database.leastSizeForPages = 0
    database.sharing = ScanSharing(threads: threads)
    database.sharing.pieceSize = 1
    database.sharing.leastShare = 0
    return database
  }

  /// True if the pages answered.
  private func compare(_ database: Database, _ query: Query) throws -> Bool {
    try database.read {
      let quick = try RandomThings.outcome { try database.rows(query) }
      let plain = try RandomThings.outcome { try database.rows(query.sql) }
      #expect(quick == plain, "\(query.sql.script(in: SQLiteDialect()))")
      guard case .success? = try PagePlanner(database).pagePlan(of: query) else { return false }
      return true
    }
  }

  @Test(arguments: 0..<Campaign.size(4, many: 12, all: 100))
  func answersAreThoseOfSQL(_ seed: UInt64) throws {
    let scratch = try Scratch()
    var dice = Dice(seed: seed)
    let sizes = [512, 1024, 4096, 65_536]
    let database = try things(scratch, &dice, pageSize: sizes[Int(seed % 4)])
    database.threads = 4 - Int(seed + seed / 4) % 4
    var byPages = 0
    let count = Campaign.size(40, many: 100, all: 100)
    for _ in 0..<count where try compare(database, RandomThings.query(database, &dice)) {
      byPages += 1
    }
    #expect(byPages > count / 5, "only \(byPages) of \(count) queries were answered from pages")
  }

  /// The file of the records to count, which are the same for each condition.
  private static let counted: Result<[UInt8], any Error> = Result {
    let scratch = try Scratch()
    var dice = Dice(seed: 5)
    try RandomThings.make("t.db", in: scratch, &dice)
    return try scratch.bytes("t.db")
  }

  @Test(arguments: RandomThings.conditions) func recordsAreCountedAsBySQL(_ text: String) throws {
    let scratch = try Scratch()
    try scratch.write(Self.counted.get(), to: "t.db")
    let database = try opened(scratch)
    let entity = try database.entity("Thing")
    for text in [text, "not (\(text))"] {
      let checker = PredicateChecker(entity, in: database.schema, now: testNow)
      let query = Query(
        entity, predicate: try checker.check(.parse(SourceText(text))), answer: .count)
      try database.read {
        let isByPages =
          if case .success? = try PagePlanner(database).pagePlan(of: query) { true } else { false }
        #expect(isByPages != RandomThings.isOnlyForSQL(text), "\(text)")
        let quick = try database.number(query)
        let plain = try database.integer(query.sql)
        #expect(quick == plain, "\(text)")
      }
    }
  }

  @Test(arguments: [nil, "score > 1", "status = measured or price is null", "maybe has one"])
  func statisticsAreThoseOfSQL(_ text: String?) throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 8)
    let database = try things(scratch, &dice)
    let entity = try database.entity("Thing")
    let checker = PredicateChecker(entity, in: database.schema, now: testNow)
    let query = StatisticsQuery(
      entity, predicate: try text.map { try checker.check(.parse(SourceText($0))) })
    var all: [EntityStatistics] = []
    for size in [Int64(0), .max] {
      database.leastSizeForPages = size
      all.append(
        try database.read {
          try DatabaseStatistics(database).statistics(
            of: entity.attributes.map { .attribute($0) }, query, StatisticsLimit(top: 10))
        })
    }
    #expect("\(all[0])" == "\(all[1])")
  }

  /// Many groups become one JSON text, unless it does not preserve a value.
  @Test(arguments: ["'a \"' || id || char(1, 10, 92)", "'a' || char(0) || id", "'ü' || id"])
  func manyGroupsAreThoseOfSQL(_ name: String) throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 6)
    _ = try things(scratch, &dice)
    try scratch.plain("t.db").run("UPDATE Thing SET name = \(name) WHERE id % 5 > 0")
    let database = try opened(scratch)
    for values in ["count(), max(count), min(price)", "count(), avg(score), max(seen)"] {
      let request = AnswerRequest(
        columns: [SourceText("name, \(values)")], groups: [SourceText("name")])
      let query = try request.query(
        of: database.entity("Thing"), in: database.schema, now: testNow)
      #expect(try compare(database, query))
    }
  }

  /// Without groups there is a row even if no record matches, and its counts are 0.
  @Test func countsOfNoRecordsAreZero() throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 1)
    let database = try things(scratch, &dice, records: 250)
    let request = AnswerRequest(
      columns: [SourceText("count(), count(price), count(distinct name), sum(count)")])
    let entity = try database.entity("Thing")
    var query = try request.query(of: entity, in: database.schema, now: testNow)
    query.predicate = try PredicateChecker(entity, in: database.schema, now: testNow)
      .check(.parse(SourceText("score > 9e307")))
    #expect(try compare(database, query))
    let counts = try database.read { try RandomThings.outcome { try database.rows(query) } }
    #expect(counts.first?.prefix(3) == ["integer(0)", "integer(0)", "integer(0)"])
  }

  /// A group of a sum beyond 64 bits is the same error, and one that comes back is none.
  @Test func sumsBeyond64BitsAreErrors() throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 1)
    _ = try things(scratch, &dice, records: 250)
    try scratch.plain("t.db").run("UPDATE Thing SET count = 9223372036854775807 WHERE id < 4")
    let database = try opened(scratch)
    let request = AnswerRequest(columns: [SourceText("sum(count)")], groups: [])
    let query = try request.query(of: database.entity("Thing"), in: database.schema, now: testNow)
    _ = try compare(database, query)
    try scratch.plain("t.db").run(
      "UPDATE Thing SET count = CASE WHEN id = 1 THEN 9223372036854775807 WHEN id = 2 THEN 5 WHEN id = 3 THEN -90 ELSE 0 END"
    )
    #expect(try compare(opened(scratch), query))
  }

  @Test func columnsThatWereAddedHaveTheirDefaults() throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 2)
    _ = try things(scratch, &dice, records: 500)
    let schema = try model(
      RandomThings.source.replacing(
        "var isNew: Bool", with: "var isNew: Bool\n var added: Int = 5\n var late: String = \"x\""))
    try scratch.plain("t.db").run(
      "ALTER TABLE Thing ADD COLUMN added INTEGER NOT NULL DEFAULT 5; ALTER TABLE Thing ADD COLUMN late TEXT NOT NULL DEFAULT 'x'"
    )
    let database = try opened(scratch)
    database.schema = schema
    for column in ["added", "late"] {
      let request = AnswerRequest(
        columns: [SourceText("\(column), count()")], groups: [SourceText(column)])
      let query = try request.query(of: schema.entities[0], in: schema, now: testNow)
      _ = try compare(database, query)
    }
  }

  /// Days of all years, and days beyond the end of their month, whose week SQLite knows too.
  @Test(arguments: ["week", "weekOfYear", "weekday", "quarter", "quarterOfYear", "day", "month"])
  func partsOfDatesAreThoseOfSQL(_ function: String) throws {
    let scratch = try Scratch()
    _ = try scratch.makeDatabase(
      "t.db", "@Model final class Day { var taken: Date?; var number: Int }")
    var dice = Dice(seed: 4)
    let days = (0..<4_000).map { number -> String in
      let year = dice.isLucky(3) ? 1 + dice.next() % 9_998 : 1_995 + dice.next() % 40
      let month = dice.isLucky(3) ? dice.one(of: [1, 12]) : 1 + dice.next() % 12
      let day = 1 + dice.next() % 31
      let date = [year, month, day].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
      let zeros = String(repeating: "0", count: 4 - "\(year)".count)
      let text = year < 10 ? String(date.dropFirst()) : date
      return number % 100 == 0 ? "(NULL, \(number))" : "('\(zeros)\(text) 23:59:59', \(number))"
    }
    try scratch.plain("t.db").run(
      "PRAGMA ignore_check_constraints = ON; INSERT INTO Day (taken, number) VALUES \(days.joined(separator: ","))"
    )
    let database = try opened(scratch)
    let entity = try database.entity("Day")
    let request = AnswerRequest(
      columns: [SourceText("\(function)(taken), count(), max(number)")],
      groups: [SourceText("\(function)(taken)")])
    let query = try request.query(of: entity, in: database.schema, now: testNow)
    #expect(try compare(database, query))
    // SQL answers for texts that are no dates.
    try scratch.plain("t.db").run(
      "PRAGMA ignore_check_constraints = ON; UPDATE Day SET taken = replace(taken, '-', '/') WHERE id = 2000"
    )
    _ = try compare(opened(scratch), query)
  }

  /// SQL reads the records of a group through an index. On the key alone, it keeps the order of the table,
  /// unless it is read backwards.
  @Test(arguments: [
    ("marks", true), ("marks DESC", false), ("marks, score", false), ("marks, abs(score)", false),
  ])
  func realNumbersAreAddedInTheOrderOfAnIndex(_ columns: String, _ isByPages: Bool) throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 3)
    _ = try things(scratch, &dice)
    try scratch.plain("t.db").run(
      "DROP INDEX \"Thing.marks\"; CREATE INDEX \"Thing.marks\" ON Thing (\(columns))")
    let database = try opened(scratch)
    for order in [[], ["marks"], ["-marks"]] {
      let request = AnswerRequest(
        columns: [SourceText("marks, sum(score), count()")], groups: [SourceText("marks")],
        sort: order.map { SourceText($0) })
      let query = try request.query(
        of: database.entity("Thing"), in: database.schema, now: testNow)
      #expect(try compare(database, query) == (isByPages && order != ["-marks"]), "\(order)")
    }
  }

  /// Means and deviations have the digits of SQL, and frequent values its order.
  @Test(arguments: [nil, "count > 6", "colour != nil"])
  func summariesAreThoseOfSQL(_ text: String?) throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 6)
    _ = try things(scratch, &dice)
    // The squares of greater numbers are left to SQL.
    try scratch.plain("t.db").run(
      "UPDATE Thing SET score = id % 977 / 7.0, height = CASE WHEN id % 5 THEN id % 31 / 3.0 END")
    let database = try opened(scratch)
    let entity = try database.entity("Thing")
    let checker = PredicateChecker(entity, in: database.schema, now: testNow)
    let query = StatisticsQuery(
      entity, predicate: try text.map { try checker.check(.parse(SourceText($0))) })
    let measures = entity.attributes.compactMap { Measure($0) }
    #expect(measures.count == 6)
    let columns =
      [.records]
      + measures.flatMap { measure -> [SummaryColumn] in
        let means: [SummaryColumn] =
          measure.isWhole ? [.highSum(measure), .lowSum(measure)] : [.mean(measure)]
        let deviation: [SummaryColumn] = measure.type == .date ? [] : [.deviation(measure)]
        return [.minimum(measure), .maximum(measure)] + means + deviation
      }
    try database.read {
      let quick = try #require(try PagePlanner(database).summary(query, columns))
      let rows = try database.rows(query.summary(columns))
      #expect(try rows.next())
      for (index, value) in quick.enumerated() {
        #expect("\(value)" == "\(rows.value(at: index))", "\(columns[index])")
      }
      for name in ["name", "colour", "status", "isNew"] as [Name] {
        let attribute = try #require(entity.attribute(named: name))
        let found = try #require(
          try PagePlanner(database).frequencies(query, of: attribute, limit: 4))
        let rows = try database.rows(query.frequencies(of: attribute, limit: 4))
        let plain = try rows.all {
          "\(rows.value(at: 0)) \(rows.value(at: 1)) \(rows.value(at: 2))"
        }
        let distinct = Value.integer(found.distinct)
        #expect(
          found.values.map { "\($0.value) \(Value.integer($0.count)) \(distinct)" } == plain)
      }
    }
  }

  /// Fractions of seconds are left to SQL.
  @Test func theMeanOfFractionsIsThatOfSQL() throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 7)
    _ = try things(scratch, &dice)
    try scratch.plain("t.db").run("UPDATE Thing SET taken = taken || '.25' WHERE id = 2000")
    let database = try opened(scratch)
    let entity = try database.entity("Thing")
    let measure = try #require(entity.attribute(named: "taken").flatMap { Measure($0) })
    let summary = try database.read {
      try PagePlanner(database).summary(StatisticsQuery(entity), [.mean(measure)])
    }
    #expect(summary == nil)
  }
}
