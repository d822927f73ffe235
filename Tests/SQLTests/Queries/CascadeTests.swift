import FlagModel
import Testing

@testable import Predicates
@testable import Queries
@testable import SQLText

/// The number of records that go with others: the count before is the number gone afterwards.
@Suite struct CascadeTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let model: String
    let rows: [String]
    let deletion: String
    /// The place of each entity and the number of its records.
    let expected: [Name: Int64]
  }

  private static let tree = """
    @Model final class A {
      var n: Int
      @Relationship(deleteRule: .cascade, inverse: \\B.a) var bs: [B] = []
      @Relationship(deleteRule: .nullify, inverse: \\N.a) var ns: [N] = []
    }
    @Model final class B {
      var a: A?
      @Relationship(deleteRule: .cascade, inverse: \\C.b) var cs: [C] = []
    }
    @Model final class C { var b: B }
    @Model final class N { var a: A? }
    """
  private static let treeRows = [
    "INSERT INTO A VALUES (1, 1), (2, 2), (3, 2)", "INSERT INTO B VALUES (1, 1), (2, 2), (3, NULL)",
    "INSERT INTO C VALUES (1, 1), (2, 2), (3, 2), (4, 3)", "INSERT INTO N VALUES (1, 1), (2, 2)",
  ]

  private static let cases = [
    Case(
      testDescription: "several levels", model: tree, rows: treeRows, deletion: "n = 2",
      expected: ["A": 2, "B": 1, "C": 2]),
    Case(
      testDescription: "all of them", model: tree, rows: treeRows, deletion: "true",
      expected: ["A": 3, "B": 2, "C": 3]),
    Case(
      testDescription: "none of them", model: tree, rows: treeRows, deletion: "n = 9",
      expected: [:]),
    Case(
      testDescription: "a circle",
      model: """
        @Model final class A {
          var n: Int
          var parent: A?
          @Relationship(deleteRule: .cascade, inverse: \\A.parent) var children: [A] = []
        }
        """,
      rows: [
        "INSERT INTO A VALUES (1, 1, 3), (2, 2, 1), (3, 3, 2), (4, 4, 3), (5, 5, 5), (6, 6, 4)"
      ],
      deletion: "n = 4 or n = 2", expected: ["A": 5]),
    Case(
      testDescription: "two ways to one record",
      model: """
        @Model final class A {
          var n: Int
          @Relationship(deleteRule: .cascade, inverse: \\B.a) var bs: [B] = []
          @Relationship(deleteRule: .cascade, inverse: \\C.a) var cs: [C] = []
        }
        @Model final class B {
          var a: A?
          @Relationship(deleteRule: .cascade, inverse: \\C.b) var cs: [C] = []
        }
        @Model final class C { var a: A?; var b: B? }
        """,
      rows: [
        "INSERT INTO A VALUES (1, 1), (2, 2)", "INSERT INTO B VALUES (1, 1), (2, 2)",
        "INSERT INTO C VALUES (1, 1, 1), (2, 1, 2), (3, 2, 1), (4, 2, 2), (5, NULL, NULL)",
      ], deletion: "n = 1", expected: ["A": 1, "B": 1, "C": 3]),
    Case(
      testDescription: "by the column of what is deleted, and by pairs",
      model: """
        @Model final class A {
          var n: Int
          @Relationship(deleteRule: .cascade) var chip: Chip?
          @Relationship(deleteRule: .cascade, inverse: \\Tag.many) var tags: [Tag] = []
        }
        @Model final class Chip {
          var x: Int?
          @Relationship(deleteRule: .cascade, inverse: \\Part.chip) var parts: [Part] = []
        }
        @Model final class Part { var chip: Chip? }
        @Model final class Tag { var many: [A] = [] }
        """,
      rows: [
        "INSERT INTO Chip (id) VALUES (1), (2)", "INSERT INTO A VALUES (1, 1, 1), (2, 2, NULL)",
        "INSERT INTO Part (id, chip) VALUES (1, 1), (2, 1), (3, 2)",
        "INSERT INTO Tag (id) VALUES (1), (2), (3)", "PAIRS (1, 1), (1, 2), (2, 3)",
      ], deletion: "n = 1", expected: ["A": 1, "Chip": 1, "Part": 2, "Tag": 2]),
  ]

  @Test(arguments: cases)
  func countsWhatGoes(_ one: Case) throws {
    let schema = try model(one.model)
    let database = try MemoryDatabase(schema)
    try database.run("PRAGMA recursive_triggers = ON")
    for row in one.rows {
      guard row.hasPrefix("PAIRS") else {
        try database.run(row)
        continue
      }
      let joins = schema.entities.flatMap(\.relationships).compactMap {
        if case .joinTable(let join) = $0.storage, join.isOwner { join } else { nil }
      }
      let join = try #require(joins.first)
      let isFromA = schema.entities[0].relationships.contains {
        if case .joinTable(let own) = $0.storage { own.isOwner } else { false }
      }
      let columns =
        isFromA ? [join.ownColumn, join.otherColumn] : [join.otherColumn, join.ownColumn]
      try database.run(
        "INSERT INTO \"\(join.name)\" (\(columns.joined(separator: ", "))) VALUES\(row.dropFirst(5))"
      )
    }
    let entity = schema.entities[0]
    let predicate =
      one.deletion == "true"
      ? nil
      : try PredicateChecker(entity, in: schema, now: Migrated.now)
        .check(.parse(SourceText(one.deletion)))
    let cascade = try #require(Cascade(of: entity, in: schema))
    var counted: [Name: Int64] = [:]
    for query in cascade.counts(where: predicate) {
      for row in try database.run(query) {
        guard case .integer(let place) = row[0], case .integer(let count) = row[1] else { continue }
        if count > 0 { counted[cascade.entities[Int(place)].name] = count }
      }
    }
    func sizes() throws -> [Name: Int64] {
      var sizes: [Name: Int64] = [:]
      for entity in schema.entities {
        if case .integer(let count)? = try database.run(
          "SELECT count(*) FROM \(name: entity.name)" as SQLText
        ).first?.first {
          sizes[entity.name] = count
        }
      }
      return sizes
    }
    let before = try sizes()
    try database.run(Delete(entity, predicate: predicate).sql)
    let after = try sizes()
    let gone = before.compactMapValues { $0 }.merging(after) { $0 - $1 }.filter { $0.value > 0 }
    #expect(gone == one.expected, "what the case says")
    // Only where there is a circle the records themselves are among those that are counted.
    let own = cascade.reachesItself ? gone : gone.filter { $0.key != entity.name }
    #expect(counted == own)
  }

  @Test func nothingGoes() throws {
    let schema = try model(
      "@Model final class A { var b: B? }\n@Model final class B { var x: Int }")
    #expect(schema.entities.allSatisfy { Cascade(of: $0, in: schema) == nil })
  }

  /// If one way leads to each entity, no table is read that the selection does not read.
  @Test func isAnsweredFromIndexes() throws {
    let schema = try model(Self.tree)
    let database = try MemoryDatabase(schema)
    let entity = schema.entities[0]
    let predicate = try PredicateChecker(entity, in: schema, now: Migrated.now)
      .check(.parse(SourceText("id = 1")))
    let cascade = try #require(Cascade(of: entity, in: schema))
    for query in cascade.counts(where: predicate) {
      let statement = query.written(in: SQLiteDialect())
      let plan = try database.run(
        SQLStatement(text: "EXPLAIN QUERY PLAN \(statement.text)", bindings: statement.bindings))
      for step in plan {
        guard case .text(let detail)? = step.last else { continue }
        #expect(!detail.hasPrefix("SCAN"), "\(detail)")
      }
    }
  }
}
