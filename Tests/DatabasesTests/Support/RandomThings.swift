import Engines
import FlagModel
import Predicates
import Queries
import SQLText
import TestSupport
import Testing

@testable import Databases

/// Records of every type of column, and queries of them, at random.
enum RandomThings {
  static let source = """
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

  /// Makes a file of records, some of which were deleted.
  static func make(
    _ name: String, in scratch: Scratch, _ dice: inout Dice, pageSize: Int = 4096,
    records: Int = 2_500, usesWAL: Bool = false
  ) throws {
    _ = try scratch.makeDatabase(name, source)
    let plain = try scratch.plain(name)
    try plain.run("PRAGMA page_size = \(pageSize); VACUUM; BEGIN")
    for start in stride(from: 0, to: records, by: 250) {
      let rows = (start..<start + 250).map { _ in "(\(record(&dice)))" }
      try plain.run("INSERT INTO Thing VALUES \(rows.joined(separator: ","))")
    }
    try plain.run("COMMIT; DELETE FROM Thing WHERE id % 11 = 0")
    if usesWAL { try plain.run("PRAGMA journal_mode = WAL") }
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
    "week(taken)", "weekOfYear(seen)", "quarter(taken)", "weekday(seen)",
  ]
  private static let aggregates = [
    "count()", "count(maybe)", "count(name)", "min(count)", "max(count)", "min(score)",
    "max(height)", "sum(score)", "sum(height)", "avg(score)", "avg(height)", "sum(price)",
    "avg(price)", "min(name)", "max(name)", "min(seen)", "max(taken)", "min(price)",
    "count(distinct status)", "count(distinct name)", "median(score)",
    "union(marks)", "intersection(maybe)", "union(count)",
    "sum(price) * 2", "count() + 1",
  ]
  static let conditions = [
    "marks has one", "marks lacks two", "maybe has any (one, top)", "maybe is exactly (one, two)",
    "not (maybe has one)", "score > 90", "score <= 0.1", "height = 3", "height != 90.5",
    "height between {0, 91}", "not (height between {0, 91})", "status = measured",
    "status != archived", "status in {received, archived}", "colour = blue", "colour != red",
    "colour is null", "colour != nil", "name > 'b'", "name = 'a'", "name in {'a', 'seven..'}",
    "name beginswith 'a'", "price >= 12.5", "price = -0.05", "price is null", "count > 6",
    "count in {0, 1, 300}", "not (count in {7})", "count between {-1, 7}", "isNew", "not isNew",
    "taken >= 2025-02-01", "month(taken) = '2025-11'", "seen < 2026-01-01", "name contains 'o'",
    "height > score", "year(taken) = 2025", "monthOfYear(taken) = 11", "weekday(seen) < 3",
    "quarterOfYear(seen) != 1", "hour(taken) > 12", "dayOfMonth(taken) in {11, 28}",
    "weekOfYear(seen) between {3, 48}", "name endswith 'body'", "name contains ''",
    "name endswith ''",
    "name contains 'Ä'", "name beginswith ''", "name beginswith 'a long'", "name contains[c] 'ER'",
    "taken > seen", "taken = seen", "marks = maybe", "marks != maybe", "not (height >= score)",
    "not (taken < seen)", "score = height", "score * 2 > 100", "count % 7 = 0",
    "not (count / 3 < 2)",
    "height / 2 - 1 <= 44.25", "-count < 0", "count + 1 > 7", "score + height > 90",
    "7 % count = 1",
    "score / (height - 3) > 1", "count * 100 != 700",
  ]

  /// True for a condition that pages cannot answer, or that an index answers.
  static func isOnlyForSQL(_ condition: String) -> Bool {
    condition.contains("name contains[c] 'ER'") || condition == "maybe is exactly (one, two)"
  }

  /// A condition; nil for all records.
  private static func text(_ dice: inout Dice) -> String? {
    if dice.isLucky(3) { return nil }
    var text = dice.one(of: conditions)
    if dice.isLucky(2) { text = "(\(text)) and (\(dice.one(of: conditions)))" }
    if dice.isLucky(3) { text = "(\(text)) or (\(dice.one(of: conditions)))" }
    if dice.isLucky(4) { text = "not (\(text))" }
    return text
  }

  static func query(_ database: Database, _ dice: inout Dice) throws -> Query {
    let entity = try database.entity("Thing")
    var keys: [String] = []
    for _ in 0..<dice.next() % 3 { keys.append(dice.one(of: Self.keys)) }
    keys = Array(Set(keys)).sorted()
    let values = (0...dice.next() % 3).map { _ in dice.one(of: aggregates) }
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
  static func outcome(_ rows: () throws -> RowCursor) throws -> [[String]] {
    var all: [[String]] = []
    do {
      let rows = try rows()
      try rows.pass { row in all.append(row.cells.indices.map { "\(row.value(at: $0).exact)" }) }
    } catch let error as DatabaseError {
      return [["error: \(error.message)"]]
    }
    return all
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
