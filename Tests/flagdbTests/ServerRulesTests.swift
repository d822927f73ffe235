import Addresses
import FlagModel
import Foundation
import PostgreSQLEngine
import TestServer
import Testing

/// Rules that the owner and the administrator of a server have made, and the words of its own programs.
@Suite("Rules of a server") struct ServerRulesTests {
  private let schema: TestSchema
  private let sandbox: Sandbox

  init() throws {
    schema = try TestSchema()
    sandbox = try Sandbox()
    try sandbox.linkExamples()
  }

  private func address(_ more: KeyValuePairs<String, String> = [:]) throws -> String {
    try schema.server.address(schema: schema.name, more).text
  }

  private func run(_ line: String, _ environment: [String: String] = [:]) async throws -> String {
    let address = try address()
    let result = try await Command(
      "bash", "-c", line, environment: ["DB": address].merging(environment) { $1 }
    ).run(in: sandbox)
    return (result.outputText + result.errorText).replacingOccurrences(of: address, with: "DB")
  }

  // MARK: Renamed schemas

  private static let family = """
    cat > family.swift <<'END'
    @Model final class Kid {
      @Attribute(.unique) var name: String
      @Relationship(deleteRule: .cascade) var toy: Toy?
      @Relationship(deleteRule: .deny) var home: [Home] = []
    }
    @Model final class Toy { var name: String }
    @Model final class Home { var name: String }
    END
    fill() {
      flagdb new "$1" family.swift --audit && flagdb insert "$1" Toy name=ball && flagdb insert "$1" Kid name=ann toy=1
    }
    show() { for e in Kid Toy; do flagdb query "$1" $e --count; done; flagdb log "$1" --format ndjson | wc -l; }
    """

  @Test("the triggers of a renamed schema stay with it") func renamedSchema() async throws {
    guard schema.server.folder != nil else { return }
    #expect(try await run("\(Self.family)\nfill \"$DB\"") == "1\n1\n")
    // The next schema gets the name that the first one had.
    let other = try TestSchema(named: "\(schema.name) was")
    try schema.connection.execute(
      """
      ALTER SCHEMA "\(other.name)" RENAME TO "\(other.name) empty";
      ALTER SCHEMA "\(schema.name)" RENAME TO "\(other.name)";
      ALTER SCHEMA "\(other.name) empty" RENAME TO "\(schema.name)"
      """)
    let renamed = try schema.server.address(schema: other.name).text
    let answer = try await run(
      """
      \(Self.family)
      fill "$DB"; show "$DB"; flagdb check "$OLD"
      flagdb delete "$OLD" Kid --id 1; show "$OLD"; show "$DB"
      flagdb undo "$OLD" >/dev/null; show "$OLD"; show "$DB"; flagdb check "$OLD"
      """, ["OLD": renamed])
    #expect(
      answer == """
        1
        1
        1
        1
        3
        1 record deleted, and 1 of Toy with it
        0
        0
        8
        1
        1
        3
        1
        1
        10
        1
        1
        3

        """, "\(answer)")
  }

  @Test("triggers that another version made for the old name are found") func strayTriggers()
    async throws
  {
    #expect(try await run("\(Self.family)\nfill \"$DB\"") == "1\n1\n")
    let functions = try schema.run(
      """
      SELECT format('ALTER ROUTINE %s SET search_path TO elsewhere, pg_temp', p.oid::regprocedure) \
      FROM pg_proc AS p WHERE p.pronamespace = quote_ident(current_schema())::regnamespace
      """)
    for case .text(let change) in functions.compactMap(\.first) {
      try schema.connection.execute(change)
    }
    let check = try await run(#"flagdb check "$DB"; echo $?"#)
    #expect(check.contains("looks for tables in a schema that is not its own"))
    #expect(check.hasSuffix("3\n"), "\(check)")
    let refused = try await run(
      #"flagdb delete "$DB" Kid --id 1; echo $?; flagdb query "$DB" Toy --count"#)
    #expect(refused.hasPrefix("1\n1\nerror: the schema '\(schema.name)' of 'DB' was renamed"))
    let repair = refused.firstMatch(of: #/by psql: (.*)/#).map { String($0.1) } ?? ""
    try schema.connection.execute(repair)
    #expect(
      try await run(#"flagdb check "$DB"; flagdb delete "$DB" Kid --id 1"#)
        == "1 record deleted, and 1 of Toy with it\n")
  }

  /// The functions of the log have the rights of their owner.
  @Test("nobody lends the functions of the log another schema") func lentFunctions() async throws {
    guard schema.server.folder != nil else { return }
    #expect(try await run("\(Self.family)\nfill \"$DB\"") == "1\n1\n")
    let trap = try TestSchema()
    try trap.connection.execute(
      """
      CREATE TABLE flagdb_log (id bigint, entity text, "key" bigint, change text, property text, before text, after text);
      CREATE TABLE bait (id bigint, name text);
      CREATE TRIGGER bait AFTER DELETE ON bait FOR EACH ROW EXECUTE FUNCTION "\(schema.name)"."flagdb_log Toy"();
      INSERT INTO bait VALUES (1, 'x'); DELETE FROM bait
      """)
    #expect(try trap.run("SELECT count(*) FROM flagdb_log") == [[.integer(0)]])
  }

  // MARK: Objects of other programs

  @Test(
    "a dry run finds what needs a dropped column",
    arguments: [
      ("view", "CREATE VIEW theirs AS SELECT note FROM \"Sample\""),
      ("index", "CREATE INDEX theirs ON \"Sample\" (lower(note), score)"),
      (
        "trigger",
        """
        CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
        CREATE TRIGGER theirs AFTER UPDATE OF note ON \"Sample\" FOR EACH ROW EXECUTE FUNCTION nothing()
        """
      ),
    ])
  func foreignObjects(kind: String, sql: String) async throws {
    #expect(try await run(#"flagdb new "$DB" Examples/zoo.swift"#) == "")
    try schema.connection.execute(sql)
    let lines = """
      sed '/var note:/d' Examples/zoo.swift >without.swift
      flagdb migrate "$DB" without.swift --dry-run 2>&1 | tail -n 2
      flagdb migrate "$DB" without.swift 2>&1 | grep -c "error: .*theirs"
      sed 's/var note:/@Attribute(originalName: "note") var remark:/' Examples/zoo.swift >renamed.swift
      flagdb migrate "$DB" renamed.swift --dry-run 2>&1 | grep -c error:
      """
    #expect(
      try await run(lines) == """
        error: the foreign \(kind) 'theirs' would no longer work: it needs the column 'Sample.note'
        hint: drop it first, and create it again for the new model
        1
        0

        """)
  }

  // MARK: Rights

  @Test("who forbids to write is obeyed", arguments: ["options", "role", "PGOPTIONS"])
  func readOnly(_ way: String) async throws {
    guard schema.server.folder != nil else { return }
    #expect(try await run(#"flagdb new "$DB" Examples/zoo.swift"#) == "")
    let role = "reader \(UInt32.random(in: .min ... .max))"
    try schema.connection.execute(
      """
      CREATE ROLE "\(role)" LOGIN PASSWORD 'hushed' SUPERUSER; GRANT ALL ON SCHEMA "\(schema.name)" TO "\(role)"
      """)
    var environment = ["PGPASSWORD": "hushed"]
    var settings = ["user": role]
    switch way {
    case "role":
      try schema.connection.execute(
        #"ALTER ROLE "\#(role)" SET default_transaction_read_only TO on"#)
    case "options": settings["options"] = "-c default_transaction_read_only=on"
    default: environment["PGOPTIONS"] = "-c default_transaction_read_only=on"
    }
    let words = settings.map { "\($0)='\($1)'" }.joined(separator: " ")
    let own = try "\(address()) \(words)"
    environment["OWN"] = own
    let answer = try await run(
      """
      flagdb query "$OWN" Sample --count
      flagdb insert "$OWN" Sample code=a taken=2026-11-20; flagdb update "$OWN" Sample --all score=1
      flagdb delete "$OWN" Sample --all; flagdb define "$OWN" flags Extra A B
      flagdb sql "$OWN" 'DELETE FROM "Sample"' --write
      echo code,taken | flagdb insert "$OWN" Sample --from -
      """, environment)
    let error = "error: the server is read-only: default_transaction_read_only is on\n"
    #expect(answer.hasPrefix("0\n"))
    #expect(answer.components(separatedBy: error).count == 7, "\(answer)")
    #expect(
      answer.contains("hint: PGOPTIONS='-c default_transaction_read_only=off' before the command"))
    try schema.connection.execute(#"DROP OWNED BY "\#(role)"; DROP ROLE "\#(role)""#)
  }

  @Test("whoever sees a part of the records copies none") func rowSecurity() async throws {
    guard schema.server.folder != nil else { return }
    #expect(
      try await run(
        #"flagdb new "$DB" Examples/zoo.swift && flagdb insert "$DB" Sample code=a taken=2026-11-20"#
      ) == "1\n")
    let role = "part \(UInt32.random(in: .min ... .max))"
    try schema.connection.execute(
      """
      CREATE ROLE "\(role)" LOGIN PASSWORD 'hushed'; GRANT USAGE ON SCHEMA "\(schema.name)" TO "\(role)";
      GRANT SELECT ON ALL TABLES IN SCHEMA "\(schema.name)" TO "\(role)";
      ALTER TABLE "Sample" ENABLE ROW LEVEL SECURITY; CREATE POLICY few ON "Sample" USING (score > 90)
      """)
    let own = try "\(address()) user='\(role)'"
    let answer = try await run(
      """
      flagdb query "$OWN" Sample --count; flagdb stats "$OWN" Sample score >stats.txt; flagdb copy "$OWN" new.db; ls new.db 2>/dev/null
      flagdb copy "$OWN" new.db Reading; flagdb diff "$OWN" new.db; flagdb check "$OWN"; flagdb copy "$DB" all.db
      """, ["OWN": own, "PGPASSWORD": "hushed"])
    let error = "row-level security of the server may keep records of 'Sample' from this user"
    #expect(answer.components(separatedBy: error).count == 5, "\(answer)")
    #expect(answer.components(separatedBy: "note: \(error)\n").count == 3, "\(answer)")
    #expect(answer.hasPrefix("0\n") && answer.contains("copied 0 records of Reading\n"))
    #expect(
      answer.contains("row-level security shows this user only some of the records of 'Sample'"))
    #expect(answer.contains("copied 1 record of Sample\n"))
    try schema.connection.execute(#"DROP OWNED BY "\#(role)"; DROP ROLE "\#(role)""#)
  }

  // MARK: Words of the server

  @Test("what a server adds to an error is told") func details() async throws {
    #expect(try await run(#"flagdb new "$DB" Examples/zoo.swift"#) == "")
    try schema.connection.execute(
      """
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'no more samples' USING DETAIL = 'the shelf is full', HINT = 'buy another one'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT OR DELETE ON "Sample" FOR EACH STATEMENT EXECUTE FUNCTION refuse()
      """)
    let answer = try await run(
      """
      flagdb insert "$DB" Sample code=a taken=2026-11-20; flagdb delete "$DB" Sample --all
      flagdb sql "$DB" "SELECT lenght('a')"
      """)
    let refusal = "no more samples (the shelf is full)"
    #expect(answer.components(separatedBy: refusal).count == 3, "\(answer)")
    #expect(answer.components(separatedBy: "hint: buy another one\n").count == 3, "\(answer)")
    // PostgreSQL 19 has a detail in its place.
    let words = [
      "hint: No function matches the given name", "(There is no function of that name.)",
    ]
    #expect(words.contains { answer.contains($0) }, "\(answer)")
  }

  @Test("labels that are no names in Swift") func labels() async throws {
    try schema.connection.execute(
      """
      CREATE TYPE rating AS ENUM ('G', 'PG-13', 'NC 17', 'pG13', '', 'g');
      CREATE TABLE film (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, title text, rating rating);
      INSERT INTO film (title, rating) VALUES ('a', 'PG-13'), ('b', 'G'), ('c', 'NC 17')
      """)
    let answer = try await run(
      #"""
      flagdb adopt "$DB" 2>/dev/null >&2
      for w in 'rating == PG-13' 'PG-13 != rating' 'rating in {PG-13, G}' '!(rating == PG-13)' 'rating == "PG-13"' 'rating in {"PG-13", "NC 17"}' 'rating != "PG-13"'; do
        flagdb query "$DB" film -w "$w" -c title | tail -n +2 | tr '\n' ' '
      done
      flagdb query "$DB" film -w 'rating = $r' --arg r=PG-13 -c title | tail -n +2
      flagdb update "$DB" film --id 2 rating=PG-13; flagdb insert "$DB" film title=d 'rating=NC 17'
      printf 'title,rating\ne,PG-13\n' | flagdb insert "$DB" film --from -
      printf '{"title":"f","rating":"NC 17"}\n' | flagdb insert "$DB" film --from - --format ndjson
      flagdb insert "$DB" film title=g rating=g; flagdb insert "$DB" film title=h rating=
      for w in "rating == ''" 'rating == g' "rating in {'', G}"; do
        flagdb query "$DB" film -w "$w" -c title | tail -n +2 | tr '\n' ' '
      done
      flagdb copy "$DB" films.db && flagdb diff "$DB" films.db
      flagdb query films.db film -w "rating == ''" -c title,rating
      psql -XAtqd "$SERVER" -c "SELECT title, rating FROM \"$SCHEMA\".film ORDER BY title"
      """#,
      [
        "SCHEMA": schema.name,
        "SERVER": try schema.server.address().text
          .replacing(#/ schema='public'|[?&]schema=public/#, with: ""),
      ])
    #expect(
      answer == """
        a b c a b b c a a c b c a
        1 record changed
        4
        7
        8
        h g h copied 8 records of film
        title,rating
        h,case5
        a|PG-13
        b|PG-13
        c|NC 17
        d|NC 17
        e|PG-13
        f|NC 17
        g|g
        h|
        inserted 1
        inserted 1

        """, "\(answer)")
  }
}
