import FlagModel
import TestSupport
import Testing

@testable import Predicates
@testable import Queries

/// The part of a predicate that is about flags, and the part that is left for the records.
@Suite struct FlagConditionTests {
  private func schema() throws -> Schema {
    try model(
      """
      \(optionSet("Marks", ["a": "1", "b": "2", "c": "4", "top": "1 << 63"]))
      @Model final class Thing {
        var marks: Marks
        var maybe: Marks?
        var score: Int
        @Relationship(inverse: \\Part.whole) var parts: [Part] = []
      }
      @Model final class Part { var whole: Thing?; var marks: Marks }
      """)
  }

  private func conditions(_ text: String) throws -> [FlagCondition] {
    let schema = try schema()
    return try Predicate(text, of: "Thing", in: schema)
      .flagConditions(of: schema.declared("Thing"))
  }

  @Test(arguments: [
    ("marks has a", FlagConstraint.bits(set: 1, clear: 0)),
    ("marks has (a, top)", .bits(set: 1 | 1 << 63, clear: 0)),
    ("marks has a and marks lacks (b, c)", .bits(set: 1, clear: 6)),
    ("not (marks has any (b, c))", .bits(set: 0, clear: 6)),
    ("marks has any (a, b)", .clause(set: 3, clear: 0)),
    ("not (marks has all (a, b))", .clause(set: 0, clear: 3)),
    ("marks = [.a]", .among([1])),
    ("marks != [.a]", .notAmong([1])),
    ("marks is empty or marks is exactly (a, b)", .among([0, 3])),
    ("marks has a and marks lacks a", .nothing),
    ("(marks & 6) = 2", .bits(set: 2, clear: 4)),
    ("(marks & 6) != 0", .clause(set: 6, clear: 0)),
    ("marks has a or marks has b", .any([.bits(set: 1, clear: 0), .bits(set: 2, clear: 0)])),
    (
      "marks has a and marks has any (b, c)",
      .all([.bits(set: 1, clear: 0), .clause(set: 6, clear: 0)])
    ),
  ])
  func whole(_ text: String, _ constraint: FlagConstraint) throws {
    let conditions = try conditions(text)
    try #require(conditions.count == 1)
    #expect(conditions[0].constraint == constraint)
    #expect(conditions[0].rest == nil)
    #expect(!conditions[0].admitsNull)
  }

  @Test(
    "the numbers that can match are listed, and the others are tested",
    arguments: [
      ("marks has b", [2, 3, 6, 7]), ("marks has any (a, b) and marks lacks c", [1, 2, 3]),
      ("marks has (a, c) and score > 3", [5, 7]), ("marks = [.b]", [2]),
    ])
  func candidates(_ text: String, _ numbers: [Int64]) throws {
    let schema = try model(
      """
      \(optionSet("Marks", ["a": "1", "c": "4", "b": "2"]))
      @Model final class Thing { var marks: Marks; var maybe: Marks?; var score: Int }
      """)
    let thing = try schema.declared("Thing")
    let predicate = try Predicate(text, of: "Thing", in: schema)
    let condition = try #require(predicate.flagConditions(of: thing).first)
    let candidates = try #require(condition.candidates(of: predicate, atMost: 4))
    #expect(candidates.count == numbers.count)

    let database = try MemoryDatabase()
    let rows = (-9...20).map { "(\($0), \($0), \(abs($0) % 7))" }.joined(separator: ", ")
    try database.runScript(
      """
      CREATE TABLE Thing (id INTEGER PRIMARY KEY, marks, score);
      INSERT INTO Thing VALUES \(rows);
      """)
    let all = Query(thing, columns: [.key(of: thing)], predicate: predicate)
    var listed = all
    listed.predicate = candidates.predicate
    #expect(try database.run(all.sql) == database.run(listed.sql))
    if numbers.count > 1 {
      #expect(condition.candidates(of: predicate, atMost: numbers.count - 1) == nil)
    }
  }

  @Test(
    "no numbers are listed where others could match",
    arguments: ["marks has top", "maybe lacks a"])
  func withoutCandidates(_ text: String) throws {
    let schema = try schema()
    let predicate = try Predicate(text, of: "Thing", in: schema)
    let condition = try #require(
      predicate.flagConditions(of: schema.declared("Thing")).first)
    #expect(condition.candidates(of: predicate, atMost: 1_000) == nil)
  }

  @Test(arguments: [
    ("marks has a and score > 3", FlagConstraint.bits(set: 1, clear: 0), "score > 3"),
    (
      "score > 3 and marks has a and parts.count > 1 and marks lacks b",
      .bits(set: 1, clear: 2), "score > 3 and parts.count > 1"
    ),
    // Both sides demand something, so that the whole does; and the whole is still to be asked.
    (
      "(marks has a and score > 3) or marks = [.b]",
      .any([.bits(set: 1, clear: 0), .among([2])]), "(marks has a and score > 3) or marks = [.b]"
    ),
    ("marks has a and marks.count >= 2", .bits(set: 1, clear: 0), "marks.count >= 2"),
  ])
  func withRest(_ text: String, _ constraint: FlagConstraint, _ rest: String) throws {
    let conditions = try conditions(text)
    try #require(conditions.count == 1)
    #expect(conditions[0].constraint == constraint)
    let schema = try schema()
    #expect(
      conditions[0].rest?.spelled(of: try schema.declared("Thing"), in: schema)
        == (try Predicate(rest, of: "Thing", in: schema))
        .spelled(of: try schema.declared("Thing"), in: schema))
  }

  @Test(arguments: [
    "score > 3", "marks has a or score > 3", "parts[marks has a].count > 1", "marks.count >= 2",
    "ANY parts.marks has a", "TRUEPREDICATE", "marks = maybe",
  ])
  func none(_ text: String) throws {
    #expect(try conditions(text).isEmpty)
  }

  @Test(arguments: [
    ("maybe has a", false), ("maybe lacks a", true), ("not (maybe has a)", true),
    ("maybe has any (a, b)", false), ("not (maybe has any (a, b))", true),
    ("maybe = [.a]", false), ("maybe != [.a]", true), ("maybe == nil", true),
    ("maybe lacks a and maybe has b", false), ("maybe has b or maybe lacks a", true),
    ("maybe != nil and maybe lacks a", false), ("marks lacks a", false),
  ])
  func withoutValue(_ text: String, _ admitsNull: Bool) throws {
    #expect(try conditions(text).map(\.admitsNull) == [admitsNull])
  }

  @Test func severalColumns() throws {
    let conditions = try conditions("marks has a and maybe has b and score = 1")
    #expect(conditions.map(\.attribute.name) == ["marks", "maybe"])
    #expect(
      conditions.map(\.constraint) == [.bits(set: 1, clear: 0), .bits(set: 2, clear: 0)])
  }

  @Test func statements() throws {
    let thing = try schema().declared("Thing")
    let condition = try conditions("marks has a and score > 3")[0]
    func sql(_ numbers: [Int64], _ access: FlagCondition.Access) -> String {
      Query(
        thing, columns: [.key(of: thing)],
        predicate: condition.predicate(with: numbers, of: thing, by: access)
      ).sql.shown
    }
    #expect(
      sql([1, -7], .index)
        == "SELECT id FROM Thing WHERE marks IN (?, ?) AND score > ? ORDER BY id -- 1, -7, 3")
    #expect(
      sql([1, -7], .keys)
        == "SELECT id FROM Thing WHERE id IN (SELECT id FROM Thing AS Thing2 WHERE marks IN (?, ?)) "
        + "AND score > ? ORDER BY id -- 1, -7, 3")
    #expect(sql([], .keys) == "SELECT id FROM Thing WHERE FALSE ORDER BY id")
  }

  /// So many demands would have to be looked at with each seek.
  @Test func tooManyDemands() throws {
    let terms = (0..<60).map { "(marks has a and score = \($0)) or marks has any (b, c, top)" }
    #expect(try conditions(terms.joined(separator: " or ")).isEmpty)
  }
}
