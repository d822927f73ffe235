import FlagModel
import TestSupport
import Testing

@testable import Predicates
@testable import Queries
@testable import SQLText

/// Groups by single flags, which are made of groups by whole combinations. The same answers must
/// come from records that are copied for each of their flags and then have no other.
@Suite("Groups by each flag") struct EachFlagTests {
  private static let text = """
    \(optionSet("Hue", ["a": "1", "b": "2", "c": "4", "top": "1 << 63", "both": "[.a, .b]"]))
    \(optionSet("Tone", of: "Int8", ["low": "1", "mid": "2"]))
    enum Grade: Int { case poor = 1, fair = 5, good = 9 }
    struct Look { var hues: Hue; var tone: Tone? }

    @Model final class Owner {
      @Attribute(.unique) var name: String
      @Relationship(inverse: \\Thing.owner) var things: [Thing] = []
    }
    @Model final class Thing {
      var hues: Hue = []
      var wish: Hue?
      var look: Look
      var grade: Grade?
      var size: Int
      var weight: Double?
      @Valid(places: 2) var fee: Decimal
      var part1: String
      var seen: Date?
      var owner: Owner?
    }
    """

  /// A question in which `EACH` is a flag of an attribute, in one row a group.
  struct Question: CustomTestStringConvertible {
    var columns: [String]
    var keys: [String]
    var having = ""
    var sort = ""
    var predicate = ""
    /// The attributes whose flags are taken one by one.
    var flags: [String]

    var testDescription: String {
      "\(columns) by \(keys) having \(having) of \(predicate), sorted by \(sort)"
    }

    func query(each: Bool, in schema: Schema) throws -> Query {
      func words(_ texts: [String]) -> [SourceText] {
        let text = texts.filter { !$0.isEmpty }.joined(separator: ", ")
        let plain = flags.reduce(text) { text, name in
          text.split(separator: "each(\(name))", omittingEmptySubsequences: false)
            .joined(separator: name)
        }
        return text.isEmpty ? [] : [SourceText(each ? text : plain)]
      }
      let having = try words([having]).map { try PredicateSyntax.parse($0) }
      let request = AnswerRequest(
        columns: words(columns), groups: words(keys), having: having, sort: words([sort]))
      var query = try request.query(of: schema.declared("Thing"), in: schema, now: testNow)
      if each, !predicate.isEmpty {
        query.predicate = try Predicate(predicate, of: "Thing", in: schema)
      }
      return query
    }
  }

  // MARK: Data

  private static let columns = [
    "hues", "wish", "look_hues", "look_tone", "grade", "size", "weight", "fee", "part1", "seen",
    "owner",
  ]

  private static func things(_ dice: inout Dice) -> [[Value]] {
    func mask(_ dice: inout Dice) -> Value {
      let bits: [UInt64] = [1, 2, 4, 1 << 63, 1 << 40, 3, 0, 0]
      let mask = (0..<dice.one(of: [0, 1, 2, 3])).reduce(0) { mask, _ in mask | dice.one(of: bits) }
      return .integer(Int64(bitPattern: mask))
    }
    func rarely(_ value: Value, _ dice: inout Dice) -> Value { dice.isLucky(4) ? .null : value }
    return (0..<dice.one(of: [0, 1, 9, 60])).map { _ in
      [
        mask(&dice), rarely(mask(&dice), &dice), mask(&dice),
        rarely(.integer(dice.one(of: [0, 1, 3, 64, -128, -1, 127])), &dice),
        rarely(.integer(dice.one(of: [1, 5, 9])), &dice),
        .integer(dice.one(of: [-3, 0, 2, 4, 1 << 40])),
        rarely(.real(dice.one(of: [0.25, 1.5, -4, 1024])), &dice),
        .integer(dice.one(of: [250, -1050, 1])), .text(dice.one(of: ["x", "y", "é"])),
        rarely(.text(dice.one(of: ["2025-11-20 10:00:00", "2026-01-01 00:00:00"])), &dice),
        rarely(.integer(dice.one(of: [1, 2])), &dice),
      ]
    }
  }

  private static let empty = Result { try MemoryDatabase(model(text)).image() }

  private static func database(_ things: [[Value]]) throws -> MemoryDatabase {
    let database = try MemoryDatabase(copying: empty.get())
    // A single bit of a narrow type need not be a number of it.
    try database.run("PRAGMA ignore_check_constraints = ON")
    try database.run("INSERT INTO Owner (id, name) VALUES (1, 'Ann'), (2, 'Bob')")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    for thing in things {
      try database.run(
        SQLStatement(
          text: "INSERT INTO Thing (\(columns.joined(separator: ", "))) VALUES (\(marks))",
          bindings: thing))
    }
    return database
  }

  /// A record for each flag in a column, which has that flag alone.
  private static func unfolded(_ things: [[Value]], _ column: String) -> [[Value]] {
    guard let place = columns.firstIndex(of: column) else { return things }
    return things.flatMap { thing -> [[Value]] in
      guard case .integer(let stored) = thing[place], stored != 0 else { return [thing] }
      let bits = column == "look_tone" ? stored & 0xFF : stored
      return (0..<64).filter { bits >> $0 & 1 == 1 }.map { bit in
        var copy = thing
        copy[place] = .integer(1 << bit)
        return copy
      }
    }
  }

  // MARK: Questions

  private static func question(_ dice: inout Dice) -> Question {
    let flags = dice.one(of: [
      ["hues"], ["hues"], ["wish"], ["look.hues"], ["look.tone"], ["hues", "wish"],
    ])
    let plain = ["grade", "year(seen)", "owner", "owner.name", "size > 2", "part1"]
    let keys =
      flags.map { "each(\($0))" }
      + (0..<dice.one(of: [0, 0, 1, 2])).map { _ in
        dice.one(of: plain)
      }
    let each = keys[0]
    let aggregates = [
      "count()", "count(weight)", "count(distinct grade)", "count(distinct part1)", "sum(size)",
      "avg(size)", "sum(weight)", "avg(weight)", "min(part1)", "max(seen)", "sum(fee)", "avg(fee)",
      "count(size > 2)", "max(owner.name)", "sum(size) * 2", "sum(weight) / count()",
      "count() > 3 ? 1 : 0", "\(each) has a ? 1 : 0", "count(distinct \(each))", "1 / avg(size)",
    ]
    .filter { !$0.hasPrefix("each(look.tone) has") }
    let some = (0..<dice.one(of: [0, 1, 2, 5])).map { _ in dice.one(of: aggregates) }
    return Question(
      columns: keys + some, keys: keys,
      having: dice.one(of: [
        "", "", "count() > 1", "avg(weight) > 1.5", "max(size) > 3 and count(distinct grade) > 1",
        "\(each) != nil",
      ]),
      sort: dice.one(of: ["", "", "-count()", "sum(size)", "-\(each)"]),
      predicate: dice.one(of: [
        "", "", "size > 2", "hues has a", "hues lacks (a)", "wish = nil", "owner.name = 'Ann'",
        "weight > 1 and hues has any (b, c)", "id > 30",
      ]),
      flags: flags)
  }

  private static func rows(_ query: Query, _ database: MemoryDatabase) throws -> [String] {
    let rows = try database.run(query.sql)
    var count = query
    count.answer = .count
    #expect(try database.run(count.sql) == [[.integer(Int64(rows.count))]])
    count.answer = .exists
    #expect(try database.run(count.sql) == [[.integer(rows.isEmpty ? 0 : 1)]])
    var part = query
    part.limit = 3
    part.offset = 1
    #expect(try database.run(part.sql) == Array(rows.dropFirst().prefix(3)))
    return rows.map { "\($0)" }
  }

  @Test(arguments: Campaign.seeds(8, many: 24, all: 24))
  func areThoseOfSingleFlags(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let schema = try model(Self.text)
    let things = Self.things(&dice)
    let database = try Self.database(things)
    for _ in 0..<25 {
      let question = Self.question(&dice)
      let query = try question.query(each: true, in: schema)
      var chosen = things
      if let predicate = query.predicate {
        let keys = try database.keys(of: schema.declared("Thing"), where: predicate)
        chosen = keys.map { things[Int($0) - 1] }
      }
      let copies = question.flags.reduce(chosen) { things, name in
        Self.unfolded(things, name.split(separator: ".").joined(separator: "_"))
      }
      let expected = try Self.rows(
        question.query(each: false, in: schema), Self.database(copies))
      let found = try Self.rows(query, database)
      #expect(
        found.sorted() == expected.sorted(), "\(question.testDescription)\n\(query.sql.shown)")
    }
  }

  // MARK: What only a record has

  @Test func aSumBeyond64BitsIsAnError() throws {
    let greatest: Value = .integer(.max)
    let thing: [Value] = [
      .integer(1), .null, .integer(0), .null, .null, greatest, .null, .integer(0), .text(""), .null,
      .null,
    ]
    let database = try Self.database([thing, thing])
    let schema = try model(Self.text)
    func ask(_ aggregate: String) throws -> [[Value]] {
      let question = Question(columns: [aggregate], keys: ["each(hues)"], flags: ["hues"])
      return try database.run(question.query(each: true, in: schema).sql)
    }
    #expect(throws: MemoryDatabase.Refusal.self) { try ask("sum(size)") }
    #expect(try ask("avg(size)") == [[.real(0x1p63)]])
    #expect(try ask("max(size)") == [[greatest]])
  }
}
