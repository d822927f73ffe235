import FlagModel
import Predicates
import Queries
import SQLText
import TestSupport

@testable import Databases

/// A database of records with two columns of flags, one of them optional, whose numbers are drawn
/// from a given number of combinations, and queries for them.
final class Things {
  let database: Database

  static let text = """
    \(optionSet("Marks", ["one": "1", "top": "1 << 63"]))
    @Model final class Thing {
      var marks: Marks
      var maybe: Marks?
      var score: Int
    }
    """

  static let indexes = """
    CREATE INDEX "Thing.marks" ON Thing (marks);
    CREATE INDEX "Thing.maybe" ON Thing (maybe)
    """

  init(in scratch: Scratch, records: Int, _ combinations: Int, _ dice: inout Dice) throws {
    database = try scratch.makeDatabase("things.db", Self.text)
    let plain = try scratch.plain("things.db")
    let pool = (0..<combinations).map { number in
      // None at all and all of the lowest are always among them; bit 63 of some.
      number == 0 ? 0xFFF : number == 1 ? 0 : Self.mask(&dice)
    }
    try plain.run("BEGIN")
    for start in stride(from: 0, to: records, by: 500) {
      let rows = (start..<min(start + 500, records)).map { _ in
        // The first of the combinations are more frequent than the last, but for the very first.
        let place =
          combinations < 3 ? 0 : 1 + min(Self.place(combinations - 1, &dice), combinations - 2)
        let marks = dice.isLucky(500) ? pool[0] : pool[place]
        let maybe = dice.isLucky(4) ? "NULL" : "\(dice.one(of: pool))"
        return "(\(marks), \(maybe), \(dice.next() % 100))"
      }
      try plain.run(
        "INSERT INTO Thing (marks, maybe, score) VALUES \(rows.joined(separator: ","))")
    }
    try plain.run("COMMIT")
  }

  private static func place(_ count: Int, _ dice: inout Dice) -> Int {
    let (a, b) = (Int(dice.next() % UInt64(count)), Int(dice.next() % UInt64(count)))
    return dice.isLucky(2) ? a : a * b / count
  }

  /// Some of twelve low bits, of a few high ones, and bit 63.
  private static func mask(_ dice: inout Dice) -> Int64 {
    var mask = dice.next() & dice.next() & 0xFFF
    if dice.isLucky(3) { mask |= (dice.next() & dice.next() & 0x3FF) << 40 }
    if dice.isLucky(5) { mask |= 1 << 63 }
    return Int64(bitPattern: mask)
  }

  // MARK: Queries

  func query(
    _ text: String, _ answer: Query.Answer = .records
  ) throws -> Query {
    let entity = try database.entity("Thing")
    let checker = PredicateChecker(entity, in: database.schema, now: testNow)
    return Query(
      entity, columns: entity.defaultColumns(in: database.schema),
      predicate: try checker.check(.parse(SourceText(text))), answer: answer)
  }

  /// A query at random.
  func query(_ dice: inout Dice) throws -> Query {
    var text = (0...dice.next() % 3).map { _ in Self.test(&dice) }.joined(separator: " and ")
    if dice.isLucky(6) { text = "(\(text)) or \(Self.test(&dice))" }
    if dice.isLucky(3) { text += " and score >= \(dice.next() % 100)" }
    if dice.isLucky(12) { text = "not (\(text))" }
    var query = try query(text, dice.one(of: [.records, .records, .count, .exists]))
    if dice.isLucky(3) {
      query.columns = query.columns.filter { $0.title == "marks" || $0.title == "id" }
    }
    let orders: [[Query.Order]] = [
      [], [], [.init(column: "score", isDescending: false)],
      [.init(column: "id", isDescending: true)],
      [.init(column: "marks", isDescending: true), .init(column: "score", isDescending: false)],
    ]
    query.order = dice.one(of: orders)
    if dice.isLucky(2) { query.limit = Int64(dice.one(of: [0, 1, 7, 300])) }
    if dice.isLucky(3) { query.offset = Int64(dice.one(of: [0, 1, 50, 100_000])) }
    return query
  }

  private static func test(_ dice: inout Dice) -> String {
    let column = dice.isLucky(3) ? "maybe" : "marks"
    let test = dice.one(of: ["has", "has", "has any", "lacks", "is exactly"])
    let bits = (0...dice.next() % 5).map { _ in
      "0x\(String(UInt64(1) << UInt64(dice.one(of: [0, 1, 2, 3, 5, 8, 9, 10, 11, 41, 63])), radix: 16))"
    }
    let tested = "\(column) \(test) (\(bits.joined(separator: ", ")))"
    return dice.isLucky(5) ? "not (\(tested))" : tested
  }

  // MARK: Changes

  private struct Undone: Error {}

  /// Does something, and undoes it: what it answered, and what the records were then.
  func undone(_ body: () throws -> Int64) throws -> (count: Int64, records: [[Value]]) {
    var result: (count: Int64, records: [[Value]]) = (0, [])
    do {
      try database.write {
        result.count = try body()
        let rows = try database.rows("SELECT * FROM Thing ORDER BY id" as SQLText)
        try rows.pass { row in
          result.records.append(row.cells.indices.map(row.value(at:)))
        }
        throw Undone()
      }
    } catch is Undone {}
    return result
  }
}
