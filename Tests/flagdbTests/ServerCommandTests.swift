import Addresses
import FlagModel
import Foundation
import PostgreSQLEngine
import TestServer
import Testing

/// Commands on a server, in lines of a shell where `$DB` is an empty schema.
@Suite("Commands on a server") struct ServerCommandTests: ServerSuite {
  let fixture: ServerFixture

  init() throws {
    fixture = try ServerFixture()
    try sandbox.linkExamples()
  }

  private func makeZoo() async throws {
    let made = try await run(
      #"flagdb new "$DB" Examples/zoo.swift && flagdb insert "$DB" Sample code=a taken=2026-11-20 markers=HRM,PLX note="it's""#
    )
    try #require(made == "1\n")
  }

  @Test("SQL is read as the server reads it") func sql() async throws {
    try await makeZoo()
    for (sql, answer) in [
      (
        "SELECT 12345678901234567.89::numeric AS a, 9999999999999999999::numeric AS b",
        "12345678901234567.89,9999999999999999999"
      ),
      (
        "SELECT 1.50::numeric AS a, 0.1::numeric AS b, 12::numeric AS c, 1e20::numeric / 4 AS d",
        "1.5,0.1,12,2.5e+19"
      ),
      ("SELECT 1 AS a WHERE 3 = ANY(ARRAY[1,3])", "1"),
      ("SELECT 1 AS a WHERE 3 = any (SELECT 3)", "1"),
      (#"SELECT code FROM "Sample" WHERE any(markers, 'HRM') AND id = ANY(ARRAY[1,2])"#, "a"),
      (#"SELECT E'it\'s; :x' AS a, $$ it's $$ AS b, $t$ $$ ' $t$ AS c"#, "it's; :x, it's , $$ ' "),
      ("SELECT /* /* has(x, */ ' */ 1 AS a -- it's", "1"),
      ("SELECT (ARRAY[4,5])[2] AS a, '5'::int AS b", "5,5"),
    ] {
      let output = try await run(#"flagdb sql "$DB" "$SQL" | tail -n +2"#, ["SQL": sql])
      #expect(output == answer + "\n", "\(sql)")
    }
    #expect(
      try await run(#"flagdb sql "$DB" "SELECT E'open"; flagdb sql "$DB" 'SELECT $$open'"#)
        .components(separatedBy: "a quote opens here and is not closed").count == 3)
    #expect(
      try await run(
        #"flagdb insert "$DB" Sample code=5 taken=2026-11-20; flagdb sql "$DB" 'SELECT code, :n + 1 AS n FROM "Sample" WHERE code IN (:c, :d)' -p c=5 -p d=2.5 -p n=6"#
      ) == "2\ncode,n\n5,7\n")
    // The first SELECT of a UNION tells the names.
    let union =
      #"SELECT markers FROM "Sample" WHERE id = :n EXCEPT SELECT markers FROM "Sample" WHERE id > :n"#
    #expect(
      try await run(#"flagdb sql "$DB" "$SQL" -p n=1"#, ["SQL": union]) == "markers\nHRM|PLX\n")
    // A cast follows the name of a parameter, and a slice of an array has none.
    let cast = "SELECT :n::int + 1 AS n, array_length((ARRAY[4,5,6])[2:3], 1) AS s"
    #expect(try await run(#"flagdb sql "$DB" "$SQL" -p n=6"#, ["SQL": cast]) == "n,s\n7,2\n")
  }

  @Test("what --sql prints is run by the server as it is") func shownSQL() async throws {
    try await makeZoo()
    for line in [
      #"query "$DB" Sample --where 'note == "it'"'"'s" and score > 1.5 and markers has HRM and taken > 2026-01-01'"#,
      #"query "$DB" Sample --where 'code matches "[a-c]" or score * 2 > 7' --group-by markers"#,
      #"update "$DB" Sample --where 'code == "a"' 'note=$1 it'"'"'s' 'score=score / 2'"#,
      #"insert "$DB" Sample code='b$1' taken=2026-11-21 note=$'a\nb'"#,
      #"delete "$DB" Sample --where 'code == "b$1"'"#,
    ] {
      let sql = try await run("flagdb \(line) --sql")
      #expect(!sql.contains("bindings"))
      #expect(throws: Never.self, "\(sql)") { try schema.connection.execute(sql) }
    }
    #expect(
      try schema.run(#"SELECT note, score FROM "Sample""#) == [[.text("$1 it's"), .real(25)]])
  }

  @Test("psql answers what --sql prints as flagdb does") func shownSQLInPSQL() async throws {
    try await makeZoo()
    // The schema is a setting of flagdb alone.
    let settings = try schema.server.address().text
      .replacing(#/ schema='public'|[?&]schema=public/#, with: "")
    for question in [
      "--has HRM", "--where true", #"--where 'code = "?" or not code = "it'\''s"'"#,
      "--where 'score - -1 > 0'",
      "--where 'taken > 2026-01-01 and score * 2 > 7'", #"--where "note != '"$'a\e[2J'"'""#,
    ] {
      let answers = try await run(
        """
        { printf 'SET search_path = "%s";' "$SCHEMA"; flagdb query "$DB" Sample \(question) -c code,score --sql; } |
          psql -qXAt -F, -d "$SERVER" >theirs
        flagdb query "$DB" Sample \(question) -c code --no-header >ours
        cut -d, -f1 theirs | cmp - ours && wc -l <ours
        """, ["SERVER": settings, "SCHEMA": schema.name])
      #expect(
        Int(answers.trimmingCharacters(in: .whitespacesAndNewlines)) != nil,
        "\(question): \(answers)")
    }
  }

  @Test("psql runs the script of a migration, once") func script() async throws {
    try await makeZoo()
    let model = """
      sed 's/HRM = BIOMarker(rawValue: 1 << 1)/HRM = BIOMarker(rawValue: 1 << 2)/
        s/PLX = BIOMarker(rawValue: 1 << 2)/PLX = BIOMarker(rawValue: 1 << 1)/
        s/var note: String?/var note: String?; var it: String = "it'"'"'s"/' Examples/zoo.swift > new.swift
      """
    let script = try await run(
      "\(model)\nflagdb migrate \"$DB\" new.swift --dry-run --sql > script.sql; echo $?")
    #expect(script == "0\n")
    // The schema is a setting of flagdb alone.
    let settings = try schema.server.address().text
      .replacing(#/ schema='public'|[?&]schema=public/#, with: "")
    // Citus warns of what it leaves on one machine.
    let psql = "PGOPTIONS='-c client_min_messages=error' psql -qX -d \"$SERVER\" -f script.sql"
    #expect(try await run("\(psql) && flagdb check \"$DB\"", ["SERVER": settings]) == "")
    #expect(
      try await run("flagdb query \"$DB\" Sample -c markers,it && flagdb migrate \"$DB\" new.swift")
        == "markers,it\nHRM|PLX,it's\n'DB' has this model already, as version 2\n")
    let again = try await run("\(psql); echo $?", ["SERVER": settings])
    #expect(again.hasPrefix("3\n"))
    #expect(again.contains("the database has changed since this script was made"))
  }

  @Test("a loss on a server is told with the line that makes a copy") func loss() async throws {
    try await makeZoo()
    let answer = try await run(
      """
      sed '/var note/d' Examples/zoo.swift > new.swift
      flagdb migrate "$DB" new.swift; flagdb migrate "$DB" new.swift --allow-loss --yes
      """)
    #expect(answer.contains("error: 1 record of Sample has a note, which is removed\n"))
    #expect(answer.contains("note: a database on a server is not copied before; 'pg_dump "))
    #expect(
      answer.contains(
        "loss: 1 record of Sample has a note, which is removed\n'DB' has version 2 now\n"))
  }

  @Test("names that a server would cut are refused") func longNames() async throws {
    let long = String(repeating: "x", count: 64)
    for model in [
      "@Model final class A { var \(long): Int }", "@Model final class \(long) { var n: Int }",
      "@Model final class \(long.dropLast(4)) { var n: Int }",
    ] {
      let answer = try await run(
        #"printf %s "$MODEL" > m.swift; flagdb new "$DB" m.swift; echo $?"#, ["MODEL": model])
      #expect(answer.hasPrefix("1\nerror: PostgreSQL has names of 63 bytes at most, and 'x"))
    }
    #expect(
      try schema.run(
        "SELECT count(*) FROM pg_class WHERE relnamespace = quote_ident(current_schema())::regnamespace"
      ) == [
        [.integer(0)]
      ])
  }

  @Test(
    "names of the columns that a server gives to each table",
    arguments: ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"]
  )
  func systemColumns(_ name: String) async throws {
    let refusal = """
      error: '\(name)' of A cannot be stored: each table of PostgreSQL has its own column '\(name)'; nothing was changed
      hint: give it another name in the model

      """
    let environment = [
      "MODEL": "@Model final class A { var n: Int; var \(name): Int? }", "NAME": name,
    ]
    #expect(
      try await run(#"printf %s "$MODEL" >m.swift; flagdb new "$DB" m.swift"#, environment)
        == refusal)
    let other = "@Model final class A { var n: Int; var \(name)_: Int?; var X\(name): Int? }"
    _ = try await run(
      #"printf %s "$OTHER" >other.swift; flagdb new "$DB" other.swift"#, ["OTHER": other])
    #expect(
      try await run(#"flagdb define "$DB" attribute A "$NAME:Int?""#, environment) == refusal)
    #expect(try await run(#"flagdb migrate "$DB" m.swift --allow-loss"#, environment) == refusal)
    #expect(try await run(#"flagdb schema "$DB" | grep -c 'var X'"#) == "1\n")
  }

  /// Those that flagdb forms of several names are shortened.
  @Test("long names of rules, indexes and triggers") func longNamesOfRules() async throws {
    let model = """
      struct \(String(repeating: "M", count: 20)): OptionSet { let rawValue: Int
        static let a = Self(rawValue: 1) }
      @Model final class \(String(repeating: "E", count: 50)) {
        @Attribute(.unique) var \(String(repeating: "u", count: 60)): String
        @Valid(1...9) var \(String(repeating: "n", count: 60)): Int
        @Valid(1...9) var \(String(repeating: "n", count: 59))m: Int
        var marks\(String(repeating: "x", count: 50)): \(String(repeating: "M", count: 20))
        @Relationship(deleteRule: .cascade) var others: [Other] = []
      }
      @Model final class Other { var n: Int }
      """
    let made = try await run(
      #"printf %s "$MODEL" > m.swift; flagdb new "$DB" m.swift && flagdb check "$DB" && flagdb define "$DB" audit on"#,
      ["MODEL": model])
    #expect(made == "the audit log is on\n")
    let insert =
      #"flagdb insert "$DB" E$(printf 'E%.0s' {1..49}) u$(printf 'u%.0s' {1..59})=a n$(printf 'n%.0s' {1..58})m=10 n$(printf 'n%.0s' {1..59})=5"#
    let refused = try await run(insert)
    #expect(refused.contains("nm must be in 1...9, found 10"), "\(refused)")
    let other = #"sed 's/n: Int }/n: Int; var o: Int? }/; s/1\.\.\.9/1...8/' m.swift > m2.swift"#
    let migrated = try await run(#"\#(other); flagdb migrate "$DB" m2.swift; flagdb check "$DB""#)
    #expect(migrated.hasSuffix("'DB' has version 2 now\n"), "\(migrated)")
  }

  @Test("a line without the entity names the entities") func withoutEntity() async throws {
    try await makeZoo()
    for line in [#"query "$DB""#, #"delete "$DB""#, #"update "$DB" score=3"#] {
      let answer = try await run("flagdb \(line)")
      #expect(answer.contains("hint: the model has Sample, Reading"), "\(answer)")
    }
    let inferred = try await run(#"flagdb infer "$DB""#)
    #expect(inferred.contains("hint: the model has Sample.markers"), "\(inferred)")
  }

  @Test("keys that are given leave the others free") func keys() async throws {
    try await makeZoo()
    let insert = #"flagdb insert "$DB" Sample taken=2026-11-20"#
    let answer = try await run(
      "\(insert) code=b id=9223372036854775807; \(insert) code=c; \(insert) code=d id=5; \(insert) code=e; \(insert) code=f id=5000; \(insert) code=g"
    )
    #expect(answer == "9223372036854775807\n2\n5\n6\n5000\n5001\n")
  }

  @Test("who may insert may also give keys") func rightsForKeys() async throws {
    guard schema.server.folder != nil else { return }
    try await makeZoo()
    let role = "writer \(UInt32.random(in: .min ... .max))"
    try schema.connection.execute(
      """
      CREATE ROLE "\(role)" LOGIN PASSWORD 'hushed'; GRANT USAGE ON SCHEMA "\(schema.name)" TO "\(role)";
      GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA "\(schema.name)" TO "\(role)";
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA "\(schema.name)" TO "\(role)"
      """)
    let own = try schema.server.address(schema: schema.name, ["user": role]).text
    let answer = try await run(
      #"flagdb insert "$DB" Sample taken=2026-11-20 code=b id=40; flagdb insert "$DB" Sample taken=2026-11-20 code=c"#,
      ["DB": own, "PGPASSWORD": "hushed"])
    #expect(answer == "40\n41\n")
    try schema.connection.execute("DROP OWNED BY \"\(role)\"; DROP ROLE \"\(role)\"")
  }

  @Test("a time limit of the server is told as such") func timeLimit() async throws {
    try await makeZoo()
    let hurried = try schema.server.address(
      schema: schema.name, ["options": "-c statement_timeout=200"]
    ).text
    #expect(
      try await run(#"flagdb sql "$DB" 'SELECT pg_sleep(30)'"#, ["DB": hurried])
        == "error: canceling statement due to statement timeout; nothing was changed\n")
  }

  @Test("changes of the same records wait for each other") func conflicts() async throws {
    try await makeZoo()
    let answer = try await run(
      """
      for n in 1 2 3; do
        (for i in 1 2 3 4 5 6; do flagdb update "$DB" Sample --all 'score=score+1'; done) &
      done; wait
      """)
    #expect(answer == String(repeating: "1 record changed\n", count: 18))
    #expect(try schema.run(#"SELECT score FROM "Sample""#) == [[.real(68)]])
    let imports = try await run(
      """
      seq 300 | sed 's/.*/N-&,2026-11-20/; 1i code,taken' > new.csv
      for n in 1 2 3; do flagdb insert "$DB" Sample --from new.csv --upsert code & done; wait
      """)
    #expect(!imports.contains("error"), "\(imports)")
    #expect(try schema.run(#"SELECT count(*) FROM "Sample""#) == [[.integer(301)]])
  }

  @Test("one of several that make a database wins") func several() async throws {
    let answer = try await run(
      #"for n in 1 2 3; do (flagdb new "$DB" Examples/zoo.swift 2> $n.err; echo $?) & done; wait; cat ?.err"#
    )
    let lines = answer.split(separator: "\n")
    #expect(lines.filter { $0 == "0" }.count == 1 && lines.filter { $0 == "1" }.count == 2)
    #expect(!answer.contains("duplicate"), "\(answer)")
    #expect(try await run(#"flagdb query "$DB" Sample --count"#) == "0\n")
  }

  @Test("notices of the server are shown") func notices() async throws {
    try await makeZoo()
    try schema.connection.execute(
      """
      CREATE FUNCTION say() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE NOTICE 'the sample % is new', NEW.code; RETURN NEW; END $$;
      CREATE TRIGGER say BEFORE INSERT ON "Sample" FOR EACH ROW EXECUTE FUNCTION say()
      """)
    #expect(
      try await run(#"flagdb insert "$DB" Sample code=n taken=2026-11-20"#)
        == "2\nnote: the sample n is new\n")
  }

  @Test("a database in another encoding is refused") func encoding() async throws {
    guard schema.server.folder != nil else { return }
    let name = "latin \(UInt32.random(in: .min ... .max))"
    try schema.connection.executeAlone(
      "CREATE DATABASE \"\(name)\" ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    let latin = try schema.server.address(["dbname": name]).text
    let answer = try await run(#"flagdb new "$DB"; echo $?"#, ["DB": latin])
    #expect(
      answer.hasPrefix("1\nerror: the database of '")
        && answer.contains("' has the encoding LATIN1"))
    try schema.connection.executeAlone("DROP DATABASE \"\(name)\" WITH (FORCE)")
  }

  @Test("an import leaves no file behind but that of the refused") func rejects() async throws {
    try await makeZoo()
    let answer = try await run(
      #"""
      mkdir rr; printf 'code,taken\nx,2026-11-20\ny,never\n' > r.csv
      "$flagdb" insert "$DB" Sample --from r.csv --on-error collect --rejects rr/r.csv 2>/dev/null; ls rr
      """#, ["flagdb": try sandbox.link(to: Repository.built("flagdb"))])
    #expect(answer == "r.csv\n")
  }
}
