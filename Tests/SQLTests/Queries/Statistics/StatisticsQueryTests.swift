import FlagModel
import Testing

@testable import Predicates
@testable import Queries
@testable import SQLText

/// Each statement as text, and what it answers about the animals.
@Suite struct StatisticsQueryTests {
  private let schema: Schema
  private let animal: Entity

  init() throws {
    schema = try Menagerie.schema()
    animal = try schema.declared("Animal")
  }

  private func query(_ predicate: String? = nil) throws -> StatisticsQuery {
    StatisticsQuery(
      animal, predicate: try predicate.map { try Predicate($0, in: schema) })
  }

  private func attribute(_ name: Name) throws -> Attribute {
    try #require(animal.attribute(named: name))
  }

  private func measure(_ name: Name) throws -> Measure {
    try #require(Measure(attribute(name)))
  }

  private func answer(_ sql: SQLText, _ text: String) throws -> [[Value]] {
    #expect(sql.shown == text)
    return try Menagerie.database().run(sql)
  }

  @Test func onePassForManyNumbers() throws {
    let age = try measure("age")
    let rows = try answer(
      query("age >= 0").summary([
        .records, .present("\(name: "mood")", of: "mood"),
        .matching(try attribute("mood"), .text("c")),
        .minimum(age), .maximum(age), .highSum(age), .lowSum(age),
      ]),
      """
      SELECT count(*), count(mood), count(*) FILTER (WHERE mood = ?), min(age), max(age), \
      sum(age >> 32), sum(age & 4294967295) FROM Animal WHERE age >= ? -- 'c', 0
      """)
    #expect(rows.count == 1)
    #expect(rows[0][0] == .integer(3))
    #expect(rows[0][3] == .integer(0))
    #expect(rows[0][4] == .integer(.max))
    #expect(rows[0][5] == .integer(.max >> 32))
  }

  @Test func combinations() throws {
    let rows = try answer(
      query().combinations(of: try attribute("hidden")),
      "SELECT hidden, count(*) FROM Animal GROUP BY hidden")
    #expect(rows.contains([.null, .integer(1)]))
    #expect(rows.reduce(0) { $0 + ($1[1] == .integer(1) ? 1 : 0) } == rows.count)
  }

  @Test func frequencies() throws {
    let rows = try answer(
      query("tame = nil or tame != nil").frequencies(of: try attribute("mood"), limit: 9),
      """
      SELECT value, records, count(*) OVER () FROM (SELECT mood AS value, count(*) AS records \
      FROM Animal WHERE tame IS NULL OR tame IS NOT NULL GROUP BY 1) WHERE value IS NOT NULL \
      ORDER BY records DESC, value LIMIT ? -- 9
      """)
    #expect(rows.allSatisfy { $0[2] == .integer(Int64(rows.count)) })
    #expect(!rows.isEmpty)
  }

  @Test(arguments: 0...9)
  func binsAreThoseBetweenTheEdges(count: Int) throws {
    let edges = (0..<count).map { Int64($0) - 2 }
    let rows = try Menagerie.database().run(
      query().binNumbers([.init(try measure("age"), edges: edges.map(Value.integer))]))
    let ages = try Menagerie.database().run("SELECT age FROM Animal")
    for (row, age) in zip(rows, ages) {
      guard case .integer(let age) = age[0] else { continue }
      #expect(row[0] == .integer(Int64(edges.count { $0 <= age })))
    }
  }

  @Test func whatIsNullFallsIntoNoBin() throws {
    let rows = try answer(
      query().binNumbers([.init(try measure("weight"), edges: [.real(1)])]),
      """
      SELECT CASE WHEN weight IS NOT NULL THEN CASE WHEN weight < ? THEN 0 ELSE 1 END END \
      FROM Animal -- 1.0
      """)
    let nulls = try Menagerie.database().run("SELECT count(*) FROM Animal WHERE weight IS NULL")
    #expect(nulls == [[.integer(Int64(rows.count { $0 == [.null] }))]])
  }

  @Test func sorted() throws {
    let age = try measure("age")
    #expect(
      try answer(
        query().sorted(age, from: .integer(0), below: .integer(4), offset: 1, limit: 2),
        """
        SELECT value FROM (SELECT age AS value FROM Animal) WHERE value IS NOT NULL \
        AND value >= ? AND value < ? ORDER BY value LIMIT ? OFFSET ? -- 0, 4, 2, 1
        """) == [[.integer(3)]])
  }

  @Test func others() throws {
    let keeper = try schema.declared("Keeper")
    let relationship = try #require(keeper.relationship(named: "animals"))
    let sql = try #require(StatisticsQuery(keeper).others(in: relationship, to: animal))
    let rows = try answer(
      sql,
      """
      SELECT others, count(*) FROM (SELECT count(*) AS others FROM Animal \
      WHERE keeper IS NOT NULL GROUP BY keeper) GROUP BY others ORDER BY others
      """)
    let kept = try Menagerie.database().run("SELECT count(keeper) FROM Animal")
    var sum: Int64 = 0
    for row in rows {
      if case .integer(let others) = row[0], case .integer(let keepers) = row[1] {
        sum += others * keepers
      }
    }
    #expect(kept == [[.integer(sum)]])
    let back = try #require(animal.relationship(named: "keeper"))
    #expect(try query().others(in: back, to: keeper) == nil)
  }

  @Test func lengthsAreMeasured() throws {
    let tags = Attribute(name: "tags", declaredType: "[String]", type: .array(.string))
    #expect(
      Measure(tags).map { SummaryColumn.maximum($0).sql.shown }
        == "max(iif(json_valid(tags), json_array_length(tags), NULL))")
    let photo = Attribute(name: "photo", declaredType: "Data", type: .data)
    #expect(Measure(photo).map { SummaryColumn.maximum($0).sql.shown } == "max(length(photo))")
    #expect(Measure(Attribute(name: "code", declaredType: "String", type: .string)) == nil)
  }

  @Test func namesAreCheckedAndSaidOnce() throws {
    #expect(try animal.properties(named: []).count == animal.properties.count)
    let named = try animal.properties(named: [SourceText("age"), SourceText("age")])
    #expect(named.map(\.name) == ["age"])
    let error = try #require(throws: Diagnostic.self) {
      try animal.properties(named: [SourceText("ages")])
    }
    #expect(error.message == "'ages' is not an attribute of Animal")
  }
}
