import FlagModel
import TestSupport
import Testing

@testable import Predicates
@testable import Queries
@testable import SQLText

/// Questions about records in tables that others made: of several kinds in one table, with keys and
/// columns of other names, with lists in an order of their own.
@Suite("records in tables of others") struct SourceTests {
  private static let text = """
    struct Marks: OptionSet {
      let rawValue: Int
      static let paid = Marks(rawValue: 1)
      static let late = Marks(rawValue: 2)
    }
    @Table("my trips", key: "Z_PK", kindColumn: "Z_ENT", kind: 2)
    @Model class Trip {
      @Column("ZNAME") var name: String
      @Column("ZMARKS") var marks: Marks
      @Relationship(inverse: \\Leg.trip) @Column(order: "Z_FOK_TRIP") var legs: [Leg] = []
      @Relationship(inverse: \\Tag.trips) @Table("Z_2TAGS", own: "Z_2TRIPS", other: "Z_5TAGS")
      var tags: [Tag] = []
    }
    @Table(kind: 3) @Model final class BusinessTrip: Trip {
      @Column("ZPERDIEM") var perdiem: Int?
    }
    @Table("order", key: "a\\"b") @Model final class Leg {
      @Column("ZTRIP") var trip: Trip?
      @Column("ZBUSINESS") var business: BusinessTrip?
      @Column("ZTAG", references: "ZCODE") var tag: Tag?
      var length: Int
    }
    @Table("ZTAG", key: "Z_PK") @Model final class Tag {
      @Attribute(.unique) @Column("ZCODE") var code: String
      var trips: [Trip] = []
      var legs: [Leg] = []
    }
    @Table("long legs", key: nil) @Model final class LongLeg { var length: Int }
    """

  private static let script = """
    CREATE TABLE "my trips" (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZNAME TEXT, ZMARKS INTEGER,
      ZPERDIEM INTEGER);
    INSERT INTO "my trips" VALUES (1, 2, 'Rome', 1, 7), (2, 3, 'Oslo', 2, 50), (3, 3, 'Bern', 3, 60),
      (4, 9, 'of another kind', 3, 80);
    CREATE TABLE "order" ("a""b" INTEGER PRIMARY KEY, ZTRIP, ZBUSINESS, ZTAG, length, Z_FOK_TRIP);
    INSERT INTO "order" VALUES (1, 1, 2, 'x', 5, 2048), (2, 1, NULL, 'y', 6, 1024),
      (3, 2, 1, NULL, 7, 1), (4, 4, 4, 'x', 8, 1);
    CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, ZCODE TEXT UNIQUE);
    INSERT INTO ZTAG VALUES (10, 'x'), (11, 'y');
    CREATE TABLE Z_2TAGS (Z_2TRIPS, Z_5TAGS);
    INSERT INTO Z_2TAGS VALUES (1, 10), (2, 10), (4, 10), (3, 11);
    CREATE VIEW "long legs" AS SELECT length FROM "order" WHERE length > 5;
    """

  private static func schema() throws -> Schema { try model(text, namesTables: true) }

  private static func database() throws -> MemoryDatabase {
    let database = try MemoryDatabase()
    try database.runScript(script)
    return database
  }

  struct Case: CustomTestStringConvertible {
    let entity: String
    var predicate = ""
    var columns = ""
    let rows: [String]

    var testDescription: String { "\(entity) \(predicate) \(columns)" }
  }

  @Test(
    "are those of the entity and its descendants",
    arguments: [
      Case(entity: "Trip", columns: "name", rows: ["Rome", "Oslo", "Bern"]),
      Case(entity: "BusinessTrip", columns: "name, perdiem", rows: ["Oslo, 50", "Bern, 60"]),
      Case(entity: "Trip", predicate: "marks has late", columns: "id", rows: ["2", "3"]),
      Case(
        entity: "Trip", predicate: "not (name = 'Oslo')", columns: "name", rows: ["Rome", "Bern"]),
      Case(entity: "Trip", predicate: "legs.count > 0", columns: "name", rows: ["Rome", "Oslo"]),
      Case(entity: "Trip", columns: "legs", rows: ["[2,1]", "[3]", "[]"]),
      Case(entity: "Trip", columns: "tags", rows: ["[\"x\"]", "[\"x\"]", "[\"y\"]"]),
      Case(
        entity: "Trip", columns: "legs.length.sum, ANY legs.length > 6",
        rows: ["11, false", "7, true", "0, false"]),
      Case(
        entity: "Leg", columns: "trip, trip.name",
        rows: ["1, Rome", "1, Rome", "2, Oslo", "4, nil"]),
      Case(entity: "Leg", columns: "business.perdiem", rows: ["50", "nil", "nil", "nil"]),
      Case(entity: "Leg", predicate: "business.perdiem = 50", columns: "length", rows: ["5"]),
      Case(
        entity: "Leg", predicate: "business.perdiem != 50", columns: "length",
        rows: ["6", "7", "8"]),
      Case(entity: "Leg", columns: "tag", rows: ["x", "y", "nil", "x"]),
      Case(entity: "Leg", predicate: "tag = 'x'", columns: "length", rows: ["5", "8"]),
      Case(entity: "Leg", predicate: "tag.trips.count = 2", columns: "length", rows: ["5", "8"]),
      Case(entity: "Tag", columns: "code, trips.count, legs.count", rows: ["x, 2, 2", "y, 1, 1"]),
      Case(entity: "Tag", predicate: "ANY trips.name = 'Bern'", columns: "code", rows: ["y"]),
      Case(entity: "Tag", columns: "trips", rows: ["[1,2]", "[3]"]),
      Case(entity: "LongLeg", columns: "length", rows: ["6", "7", "8"]),
      Case(entity: "LongLeg", predicate: "length > 6", columns: "*", rows: ["7", "8"]),
      Case(entity: "LongLeg", columns: "sum(length)", rows: ["21"]),
    ])
  func answers(question: Case) throws {
    let schema = try Self.schema()
    let entity = try schema.declared(question.entity)
    let columns = question.columns.replacing("id", with: entity.keyColumn.text)
    let request = AnswerRequest(columns: [SourceText(columns)])
    var query = try request.query(of: entity, in: schema, now: testNow)
    if !question.predicate.isEmpty {
      query.predicate = try Predicate(question.predicate, of: question.entity, in: schema)
    }
    let shown = try Self.database().run(query.sql).map { row in
      zip(query.columns, row).map { column, value in
        value == .null ? "nil" : (column.type ?? .integer(.int64)).text(of: value)
      }.joined(separator: ", ")
    }
    #expect(shown == question.rows, "\(query.sql.shown)")
    query.answer = .exists
    #expect(try Self.database().run(query.sql) == [[.integer(1)]])
  }

  @Test("are counted in groups, flag by flag, and in statistics") func counts() throws {
    let schema = try Self.schema()
    let trip = try schema.declared("BusinessTrip")
    let request = AnswerRequest(groups: [SourceText("each(marks)")])
    let groups = try request.query(of: trip, in: schema, now: testNow)
    #expect(
      try Self.database().run(groups.sql)
        == [[.integer(1), .integer(1)], [.integer(2), .integer(2)]])
    let statistics = StatisticsQuery(trip)
    #expect(try Self.database().run(statistics.summary([.records])) == [[.integer(2)]])
    let legs = try #require(trip.relationship(named: "legs"))
    let others = try #require(statistics.others(in: legs, to: schema.declared("Leg")))
    #expect(try Self.database().run(others) == [[.integer(1), .integer(1)]])
    let seeks = FlagSeeks(trip, try #require(trip.attribute(named: "marks")))
    #expect(try Self.database().run(seeks.count(of: 3, upTo: 9)) == [[.integer(1)]])
  }

  @Test("are changed and deleted by their kind") func changes() throws {
    let schema = try Self.schema()
    let trip = try schema.declared("BusinessTrip")
    let database = try Self.database()
    let change = Assignment(column: "ZNAME", isOptional: false, change: .set(.text("Paris")))
    try database.run(Update(trip, [change], predicate: nil).sql)
    try database.run(
      Delete(trip, predicate: Predicate("perdiem > 50", of: "BusinessTrip", in: schema)).sql)
    #expect(
      try database.run("SELECT ZNAME FROM \"my trips\" ORDER BY 1")
        == [[.text("Paris")], [.text("Rome")], [.text("of another kind")]])
  }

  @Test("without a key are not asked for it") func noKey() throws {
    let schema = try Self.schema()
    #expect(throws: Diagnostic.self) { try Predicate("id = 1", of: "LongLeg", in: schema) }
    let legs = try schema.declared("LongLeg")
    #expect(throws: Diagnostic.self) {
      let syntax = PredicateSyntax(.key("1"), at: SourcePlace(SourceText("1"), 0..<1))
      _ = try PredicateChecker(legs, in: schema, now: testNow).check(syntax)
    }
  }
}
