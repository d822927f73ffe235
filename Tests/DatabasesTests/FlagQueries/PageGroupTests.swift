import Columns
import Engines
import FlagModel
import Predicates
import Queries
import SQLText
import Statistics
import TestSupport
import Testing

@testable import Databases

/// Groups and counts that come from the pages of a table, against the plain statements of the same queries.
@Suite struct PageGroupTests {
  init() { readPagesThroughFaults() }

  private static let source = """
    \(optionSet("Marks", ["one": "1", "two": "2", "four": "4", "top": "1 << 63"]))
    enum Status: Int { case received, measured = 7, archived = -3 }
    enum Colour: String { case red, blue, green, ultramarine }
    @Model final class Thing {
      var marks: Marks
      var maybe: Marks?
      var status: Status
      var colour: Colour?
      var taken: Date
      var seen: Date?
      var score: Double
      var height: Double?
      @Valid(places: 2) var price: Decimal?
      var count: Int
      var name: String?
      var isNew: Bool
    }
    """

  /// A database of which SQL never answers because it is small.
  private func things(
    _ scratch: Scratch, _ dice: inout Dice, pageSize: Int = 4096, records: Int = 2_500
  ) throws -> Database {
    _ = try scratch.makeDatabase("t.db", Self.source)
    let plain = try scratch.plain("t.db")
    try plain.run("PRAGMA page_size = \(pageSize); VACUUM; BEGIN")
    for start in stride(from: 0, to: records, by: 250) {
      let rows = (start..<start + 250).map { _ in "(\(Self.record(&dice)))" }
      try plain.run("INSERT INTO Thing VALUES \(rows.joined(separator: ","))")
    }
    try plain.run("COMMIT; DELETE FROM Thing WHERE id % 11 = 0")
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

  private static func record(_ dice: inout Dice) -> String {
    let marks = ["0", "1", "2", "3", "5", "-9223372036854775807 - 1", "-9223372036854775807", "64"]
    func orNull(_ value: String, _ dice: inout Dice) -> String { dice.isLucky(4) ? "NULL" : value }
    let date =
      "'20\(24 + dice.next() % 3)-\(dice.one(of: ["01", "02", "11", "12"]))-\(10 + dice.next() % 19) 1\(dice.next() % 10):00:00'"
    let numbers = ["0", "1", "-1", "7", "300", "-40000", "9223372036854775807", "123456789012"]
    let reals = ["0.0", "0.1", "90.5", "-7e300", "7e300", "3.0", "1e-9", "12345.678", "1e291"]
    let names = [
      "'a'", "''", "'seven..'", "'eight...'", "'Ärger und mehr'", "'a long name of somebody'",
      "hex(zeroblob(\(dice.next() % 3000)))", "'it''s'", "'a long name of nobody'",
    ]
    return [
      "NULL", dice.one(of: marks), orNull(dice.one(of: marks), &dice),
      dice.one(of: ["0", "7", "-3"]),
      orNull(dice.one(of: ["'red'", "'blue'", "'green'", "'ultramarine'"]), &dice), date,
      orNull(date, &dice), dice.one(of: reals), orNull(dice.one(of: reals), &dice),
      orNull(dice.one(of: ["0", "1250", "-5", "99999999"]), &dice), dice.one(of: numbers),
      orNull(dice.one(of: names), &dice), dice.one(of: ["0", "1"]),
    ].joined(separator: ", ")
  }

  private static let keys = [
    "marks", "maybe", "each(marks)", "each(maybe)", "status", "colour", "isNew", "name", "price",
    "count", "month(taken)", "year(seen)", "day(taken)", "monthOfYear(seen)", "hour(taken)",
    "quarterOfYear(taken)", "dayOfMonth(seen)", "taken", "seen", "weekday(taken)", "quarter(seen)",
  ]
  private static let aggregates = [
    "count()", "count(maybe)", "count(name)", "min(count)", "max(count)", "min(score)",
    "max(height)", "sum(score)", "sum(height)", "avg(score)", "avg(height)", "sum(price)",
    "avg(price)", "min(name)", "max(name)", "min(seen)", "max(taken)", "min(price)",
    "count(distinct status)", "count(distinct name)", "median(score)",
    "sum(price) * 2", "count() + 1",
  ]
  private static let conditions = [
    "marks has one", "marks lacks two", "maybe has any (one, top)", "maybe is exactly (one, two)",
    "not (maybe has one)", "score > 90", "score <= 0.1", "height = 3", "height != 90.5",
    "height between {0, 91}", "not (height between {0, 91})", "status = measured",
    "status != archived", "status in {received, archived}", "colour = blue", "colour != red",
    "colour is null", "colour != nil", "name > 'b'", "name = 'a'", "name in {'a', 'seven..'}",
    "name beginswith 'a'", "price >= 12.5", "price = -0.05", "price is null", "count > 6",
    "count in {0, 1, 300}", "not (count in {7})", "count between {-1, 7}", "isNew", "not isNew",
    "taken >= 2025-02-01", "month(taken) = '2025-11'", "seen < 2026-01-01", "name contains 'o'",
    "height > score", "year(taken) = 2025",
  ]

  private func text(_ dice: inout Dice) -> String? {
    if dice.isLucky(3) { return nil }
    var text = dice.one(of: Self.conditions)
    if dice.isLucky(2) { text = "(\(text)) and (\(dice.one(of: Self.conditions)))" }
    if dice.isLucky(3) { text = "(\(text)) or (\(dice.one(of: Self.conditions)))" }
    if dice.isLucky(4) { text = "not (\(text))" }
    return text
  }

  private func query(_ database: Database, _ dice: inout Dice) throws -> Query {
    let entity = try database.entity("Thing")
    var keys: [String] = []
    for _ in 0..<dice.next() % 3 { keys.append(dice.one(of: Self.keys)) }
    keys = Array(Set(keys)).sorted()
    let values = (0...dice.next() % 3).map { _ in dice.one(of: Self.aggregates) }
    let shown = keys + Array(Set(values)).sorted()
    let request = AnswerRequest(
      columns: [SourceText(shown.joined(separator: ", "))],
      groups: keys.isEmpty ? [] : [SourceText(keys.joined(separator: ", "))],
      having: dice.isLucky(5) && !keys.isEmpty ? [try .parse(SourceText("count() > 3"))] : [],
      sort: dice.isLucky(3) ? [SourceText("-\(shown[shown.count - 1])")] : [])
    var query = try request.query(of: entity, in: database.schema, now: testNow)
    query.predicate = try text(&dice).map {
      try PredicateChecker(entity, in: database.schema, now: testNow).check(.parse(SourceText($0)))
    }
    if dice.isLucky(5) { query.limit = Int64(dice.next() % 5) }
    return query
  }

  /// The rows of a query, or the words of its error.
  private func outcome(_ rows: () throws -> RowCursor) throws -> [[String]] {
    var all: [[String]] = []
    do {
      let rows = try rows()
      try rows.pass { row in all.append(row.cells.indices.map { "\(row.value(at: $0).exact)" }) }
    } catch let error as DatabaseError {
      return [["error: \(error.message)"]]
    }
    return all
  }

  /// True if the pages answered.
  private func compare(_ database: Database, _ query: Query) throws -> Bool {
    try database.read {
      let quick = try outcome { try database.rows(query) }
      let plain = try outcome { try database.rows(query.sql) }
      #expect(quick == plain, "\(query.sql.script(in: SQLiteDialect()))")
      guard case .success? = try database.pagePlan(of: query) else { return false }
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
    for _ in 0..<100 where try compare(database, query(database, &dice)) { byPages += 1 }
    #expect(byPages > 20, "only \(byPages) of 100 queries were answered from pages")
  }

  @Test(arguments: conditions) func recordsAreCountedAsBySQL(_ text: String) throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 5)
    let database = try things(scratch, &dice)
    let entity = try database.entity("Thing")
    for text in [text, "not (\(text))"] {
      let checker = PredicateChecker(entity, in: database.schema, now: testNow)
      let query = Query(
        entity, predicate: try checker.check(.parse(SourceText(text))), answer: .count)
      try database.read {
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
      Self.source.replacing(
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
}

extension Value {
  /// All that tells a value from others.
  fileprivate var exact: String {
    switch self {
    case .real(let number): "real \(number.bitPattern)"
    default: "\(self)"
    }
  }
}
