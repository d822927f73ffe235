import FlagModel
import Testing

@testable import Migrations
@testable import PostgreSQLText
@testable import Predicates
@testable import Queries
@testable import SQLText
@testable import UserSQL

/// The output of the compilers in the words of a second engine: nothing of SQLite's own is left in
/// it.
@Suite("Another dialect") struct DialectTests {
  private let schema: Schema
  private let patient: Entity

  init() throws {
    schema = try Clinic.schema()
    patient = try schema.declared("Patient")
  }

  /// That no compiler says what only SQLite reads, that none of its words stand in the statement,
  /// and that every binding has a mark.
  private func check(_ sql: SQLText, _ comment: String) {
    #expect(sql.foreignWords.isEmpty, "\(comment)")
    let statement = sql.written(in: PostgreSQLDialect())
    #expect(SQLiteWords.all(in: statement.text).isEmpty, "\(comment): \(statement.text)")
    let marks = statement.text.split(separator: "$").dropFirst().compactMap {
      Int($0.prefix { $0.isNumber })
    }
    #expect(marks.max() ?? 0 == statement.bindings.count, "\(comment)")
  }

  // MARK: Predicates

  @Test func whatPredicatesAreMadeOf() throws {
    for one in ConformanceTable.all {
      for text in [one.text, "not (\(one.text))"] {
        let syntax = try PredicateSyntax.parse(text, with: one.arguments)
        let predicate = try PredicateChecker(patient, in: schema, now: testNow).check(syntax)
        for answer in [Query.Answer.records, .count, .exists] {
          let query = Query(
            patient, columns: [.key(of: patient)], predicate: predicate, offset: 1, answer: answer)
          check(query.sql, text)
        }
      }
    }
  }

  @Test(arguments: PostgreSQLTable.numbers + PostgreSQLTable.textsAndRecords)
  func predicates(_ text: String, _ sql: String) throws {
    let shown = try Predicate(text, of: "Patient", in: schema).sql()
      .shown(in: PostgreSQLDialect())
    #expect(shown == sql)
  }

  // MARK: Statements

  @Test(arguments: PostgreSQLTable.answers)
  func answers(_ question: AnswerCase, _ answer: Query.Answer) throws {
    var query = try question.query()
    query.answer = answer
    if answer == .count { query.offset = 2 }
    check(query.sql, question.testDescription)
    let shown = query.sql.shown(in: PostgreSQLDialect())
    #expect(shown == question.sql)
  }

  @Test func statistics() throws {
    func attribute(_ name: Name) throws -> Attribute {
      try #require(patient.attribute(named: name))
    }
    func measure(_ name: Name) throws -> Measure {
      try #require(Measure(attribute(name)))
    }
    let statistics = StatisticsQuery(
      patient, predicate: try Predicate("age > 0", of: "Patient", in: schema))
    let drugs = try #require(patient.relationship(named: "drugs"))
    let others = try #require(statistics.others(in: drugs, to: schema.declared("Drug")))
    let statements = [
      statistics.summary([
        .records, .matching(try attribute("isWell"), .integer(1)), .mean(try measure("seen")),
        .highSum(try measure("age")), .lowSum(try measure("age")), .maximum(try measure("tags")),
      ]),
      statistics.combinations(of: try attribute("marks")),
      statistics.frequencies(of: try attribute("name.first"), limit: 9),
      statistics.binNumbers([.init(try measure("weight"), edges: [.real(1), .real(2)])]),
      statistics.sorted(try measure("doses"), from: .integer(1), below: nil, offset: 0, limit: 5),
      others,
    ]
    for sql in statements { check(sql, "\(sql.written(in: SQLiteDialect()).text)") }
    let shown = statements.map { $0.shown(in: PostgreSQLDialect()) }
    #expect(shown == PostgreSQLTable.statistics)
  }

  @Test func seeks() throws {
    let seeks = FlagSeeks(patient, try #require(patient.attribute(named: "marks")))
    let statements = [
      seeks.next(from: .min), seeks.count(of: 3, upTo: 100), seeks.hasNull, seeks.keys,
      seeks.isStrict,
    ]
    for sql in statements { check(sql, "\(sql.written(in: SQLiteDialect()).text)") }
    #expect(statements.map { $0.shown(in: PostgreSQLDialect()) } == PostgreSQLTable.seeks)
  }

  @Test func changes() throws {
    let request = try ChangeRequest(
      ["marks+=a", "marks-=b", "marks^=c", "wanted^=a", "age=3"].map {
        try AssignmentSyntax.parse(SourceText($0))
      }, of: patient, now: testNow)
    let chosen = try Predicate("ANY tags == 'vip'", of: "Patient", in: schema)
    guard case .joinTable(let join)? = patient.relationship(named: "drugs")?.storage else {
      Issue.record("drugs are pairs")
      return
    }
    let statements = [
      Update(patient, request.assignments, predicate: nil).sql,
      Insert(patient, request.assignments).sql, Insert(patient, []).sql,
      Delete(patient, predicate: chosen).sql,
      LinkChange(patient, join, .add, other: .integer(1), predicate: nil).sql,
      LinkChange(patient, join, .remove, other: .integer(1), predicate: chosen).sql,
    ]
    for sql in statements { check(sql, "\(sql.written(in: SQLiteDialect()).text)") }
    #expect(
      statements[0].shown(in: PostgreSQLDialect()) == """
        UPDATE "Patient" SET marks = ((marks & ~$1::bigint) | $2::bigint) # $3::bigint, \
        wanted = coalesce(wanted, 0) # $2::bigint, age = $4::bigint -- 2, 1, 4, 3
        """)
  }

  // MARK: Definitions

  @Test func definitions() throws {
    let text = """
      @Model final class Dog {
        @Attribute(.unique) var name: String
        var isTame: Bool?
        @Relationship(deleteRule: .deny, inverse: \\Chip.dogs) var chip: Chip?
      }
      @Model final class Chip { var dogs: [Dog] = [] }
      """
    let objects = schemaObjects(of: try model(text), in: PostgreSQLDialect())
    #expect(
      objects.first?.sql == """
        CREATE TABLE "Dog" (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, \
        name text COLLATE "C" NOT NULL, "isTame" boolean, chip bigint, \
        CONSTRAINT "Dog.name unique" UNIQUE (name))
        """)
    #expect(
      objects.first { $0.name == "Dog.chip" }?.sql == """
        ALTER TABLE "Dog" ADD CONSTRAINT "Dog.chip" FOREIGN KEY (chip) REFERENCES "Chip" \
        ON DELETE SET NULL DEFERRABLE
        """)
    #expect(
      objects.first { $0.kind == .trigger }?.sql == """
        CREATE FUNCTION "Dog.chip deny"() RETURNS trigger LANGUAGE plpgsql \
        SET search_path TO pg_temp AS $flagdb$
        BEGIN
          PERFORM set_config('search_path', quote_ident(TG_TABLE_SCHEMA) || ', pg_temp', true);
          IF EXISTS (SELECT OLD.chip WHERE OLD.chip IS NOT NULL) THEN \
        RAISE EXCEPTION USING ERRCODE = 'restrict_violation', MESSAGE = 'Dog still has its chip'; \
        END IF;
          RETURN OLD;
        END $flagdb$;
        CREATE TRIGGER "Dog.chip deny" BEFORE DELETE ON "Dog" FOR EACH ROW \
        EXECUTE FUNCTION "Dog.chip deny"()
        """)
    for object in objects + schemaObjects(of: schema, in: PostgreSQLDialect())
    where object.kind != .trigger {
      #expect(SQLiteWords.all(in: object.sql).isEmpty, "\(object.sql)")
    }
  }

  @Test func foldedFunctions() throws {
    let sql = try PlainSQL(
      SourceText(
        "SELECT id FROM Patient WHERE exactly(wanted, 'a') AND not_all(wanted, 'a,top')"),
      schema: schema, in: PostgreSQLDialect())
    #expect(
      sql.text == """
        SELECT id FROM Patient WHERE (wanted IS NOT DISTINCT FROM 1) \
        AND ((wanted & -9223372036854775807) IS DISTINCT FROM -9223372036854775807)
        """)
  }

  // MARK: The checks themselves

  @Test(arguments: [
    ("a GLOB $1", ["glob"]), (#"iif("iif" = 'total', typeof(b), 1)"#, ["iif", "typeof"]),
    ("a = ?", ["?"]), (#"a = 'it''s ?' AND "rowid" = rowid"#, ["rowid"]),
    ("SELECT 1 LIMIT -1", ["limit -1"]), ("a & 0x8000000000000000", ["0x"]),
  ])
  func findsWordsOfSQLite(_ text: String, _ words: [String]) {
    #expect(SQLiteWords.all(in: text) == words)
  }

  @Test(arguments: [
    ("NULL IS NULL AND 1 IS NOT TRUE", []), ("1 IS NOT 2", ["IS"]), ("(SELECT 1) % 7", ["%"]),
    ("SELECT count(*) FROM (SELECT 1)", ["FROM ("]), ("ifnull(1, 2) << 3", ["ifnull", "<<"]),
  ])
  func findsForeignWords(_ text: String, _ words: [String]) {
    #expect(SQLText(segments: [.text(text)]).foreignWords == words)
  }

  @Test func findsForeignWordsBetweenNames() {
    let sql: SQLText = "\(name: "a") IS \(.integer(1)) AND \(name: "b") IS \(keyword: "NULL")"
    #expect(sql.foreignWords == ["IS"])
    #expect(("\(.ofNumber(.abs), of: "hex(\(name: "a"))")" as SQLText).foreignWords == ["hex"])
  }
}
