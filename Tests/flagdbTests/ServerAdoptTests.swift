import Addresses
import FlagModel
import Foundation
import PostgreSQLEngine
import TestServer
import Testing

/// Tables of a server that other programs made: the types of its columns, rights, and where names are kept.
@Suite("Tables of others on a server") struct ServerAdoptTests: ServerSuite {
  let fixture: ServerFixture

  init() throws {
    fixture = try ServerFixture()
  }

  /// A type of a column, and what is done with it.
  struct Column: CustomTestStringConvertible, Sendable {
    let type: String
    /// A value as the server writes it, and as flagdb shows it.
    let kept: String
    let shown: String
    /// A condition that it meets, and the value that an update gives it; nil if nothing does.
    let condition: String
    var given: String?
    /// The new value as the server writes it.
    var then: String?

    init(
      _ type: String, _ kept: String, _ shown: String, _ condition: String, given: String? = nil,
      then: String? = nil
    ) {
      self.type = type
      self.kept = kept
      self.shown = shown
      self.condition = condition
      self.given = given
      self.then = then
    }

    var testDescription: String { type }
  }

  static let columns = [
    Column("smallint", "-32768", "-32768", "c + 32768 == 0", given: "7", then: "7"),
    Column("integer", "2147483647", "2147483647", "c * 2 == 4294967294", given: "-5", then: "-5"),
    Column(
      "bigint", "5", "5", "c in {4, 5}", given: "9223372036854775807", then: "9223372036854775807"),
    Column("real", "0.1", "0.1", "c == 0.1", given: "2.5", then: "2.5"),
    Column("double precision", "1e300", "1e+300", "c > 1e299", given: "0.25", then: "0.25"),
    Column(
      "numeric(8,2)", "12.50", "12.50", "c == 12.5 and c * 2 == 25", given: "0.07", then: "0.07"),
    Column("numeric(5,0)", "77", "77", "c == 77", given: "12", then: "12"),
    Column("numeric", "0.5", "0.5", "c < 0.6", given: "1.25", then: "1.25"),
    Column("boolean", "t", "true", "c", given: "false", then: "false"),
    Column("text", "it's", "it's", #"c == "it's""#, given: "x y", then: "x y"),
    Column("varchar(9)", "abc", "abc", #"c.hasPrefix("ab")"#, given: "z", then: "z"),
    Column("char(4)", "ab", "ab", #"c == "ab""#, given: "q", then: "q"),
    Column(
      "timestamptz", "2026-05-01 10:00:00+02", "2026-05-01T08:00:00Z",
      #"c == "2026-05-01T08:00:00Z""#,
      given: "2020-01-01", then: "2020-01-01 00:00:00+00"),
    Column(
      "timestamp", "2026-05-01 10:00:00", "2026-05-01T10:00:00Z", #"c > "2026-05-01T09:59:59Z""#,
      given: "2020-01-01T05:00:00Z", then: "2020-01-01 05:00:00"),
    Column(
      "date", "2026-05-01", "2026-05-01T00:00:00Z", "c == 2026-05-01 and year(c) == 2026",
      given: "2020-02-29", then: "2020-02-29"),
    Column("time", "10:00:00", "10:00:00", #"c == "10:00:00""#, given: "11:30", then: "11:30:00"),
    Column(
      "uuid", "11111111-2222-3333-4444-55555555aaaa", "11111111-2222-3333-4444-55555555AAAA",
      #"c == "11111111-2222-3333-4444-55555555AAAA""#,
      given: "99999999-2222-3333-4444-555555555555", then: "99999999-2222-3333-4444-555555555555"),
    Column("bytea", #"\x0102"#, "AQI=", "c != nil", given: "AQ==", then: #"\x01"#),
    Column(
      "jsonb", #"{"a": 1}"#, #"{"a": 1}"#, #"c contains "a""#, given: #"{"b":2}"#,
      then: #"{"b": 2}"#),
    Column(
      "text[]", #"{x,"y z"}"#, #"["x","y z"]"#, #"any(c) == "x""#, given: #"["q\"r","s"]"#,
      then: #"{"q\"r",s}"#),
    Column("integer[]", "{1,2}", "[1,2]", "c.count == 2", given: "[7]", then: "{7}"),
    Column(
      "inet", "10.0.0.1", "10.0.0.1/32", #"c == "10.0.0.1/32""#, given: "::1", then: "::1/128"),
    Column("interval", "1 day", "P1D", #"c contains "1D""#, given: "2 hours", then: "PT2H"),
    Column("bit(4)", "1010", "1010", #"c == "1010""#, given: "0001", then: "0001"),
    Column("int4range", "[1,5)", "[1,5)", #"c == "[1,5)""#),
    Column(
      "mood", "so-so", "soSo", "c == .soSo and c in [.soSo, .good]", given: "good", then: "good"),
    Column("positive", "5", "5", "c == 5", given: "6", then: "6"),
    Column("feeling", "so-so", "so-so", #"c == "so-so""#, given: "good", then: "good"),
    Column(
      "mood[]", "{so-so,good}", #"["soSo","good"]"#, "any(c) == .soSo", given: #"["good"]"#,
      then: "{good}"),
    Column(
      "date[]", "{2026-05-01}", "{2026-05-01}", #"c == "{2026-05-01}""#,
      given: "{2020-02-29,2021-01-01}", then: "{2020-02-29,2021-01-01}"),
    Column(
      "numeric(8,2)[]", "{1.5}", "{1.50}", #"c contains "1.5""#, given: "{2,3.25}",
      then: "{2.00,3.25}"),
    Column(
      "jsonb[]", #"{"{\"a\": 1}"}"#, #"{"{\\"a\\": 1}"}"#, #"c contains "a""#, given: #"{"[2]"}"#,
      then: "{[2]}"),
  ]

  @Test("values of a type are read, found and set", arguments: columns)
  func type(_ column: Column) async throws {
    try schema.connection.execute(
      """
      CREATE TYPE mood AS ENUM ('good', 'so-so'); CREATE DOMAIN positive AS integer CHECK (VALUE > 0);
      CREATE DOMAIN feeling AS mood;
      CREATE TABLE t (id integer PRIMARY KEY, c \(column.type))
      """)
    try schema.run(
      "INSERT INTO t VALUES (1, $1::text::\(column.type)), (2, NULL)", .text(column.kept))
    #expect(
      try await run(
        #"flagdb query "$DB" t --where "$C" --columns c --format ndjson"#, ["C": column.condition]
      )
      .contains("{\"c\":"), "\(column.condition)")
    let shown = try await run(#"flagdb query "$DB" t --columns c --format tsv | sed -n 2p"#)
    #expect(shown == column.shown + "\n")
    _ = try await run(#"flagdb adopt "$DB""#)
    guard let given = column.given, let then = column.then else { return }
    #expect(
      try await run(#"flagdb update "$DB" t --id 1 "c=$V""#, ["V": given]) == "1 record changed\n")
    #expect(try schema.run("SELECT c::text FROM t WHERE id = 1") == [[.text(then)]])
    #expect(
      try await run(
        #"printf '{"id":3,"c":%s}\n' "$V" | flagdb insert "$DB" t --from - --format ndjson"#,
        ["V": Self.json(given, column)]) == "inserted 1\n")
    #expect(try schema.run("SELECT c::text FROM t WHERE id = 3") == [[.text(then)]])
  }

  /// A value as JSON has it.
  private static func json(_ given: String, _ column: Column) -> String {
    let isPlain =
      Double(given) != nil && !["char(4)", "bit(4)"].contains(column.type) || given == "false"
      || column.type.hasSuffix("[]") && given.hasPrefix("[")
    return isPlain
      ? given : String(decoding: (try? JSONEncoder().encode(given)) ?? Data(), as: UTF8.self)
  }

  @Test("parts of JSON are for SQL") func partsOfJSON() async throws {
    try schema.connection.execute(
      """
      CREATE TABLE t (id integer PRIMARY KEY, meta jsonb); INSERT INTO t VALUES (1, '{"a": {"b": 5}}')
      """)
    let refusal = try await run(#"flagdb query "$DB" t 'meta.a.b = 5' 2>&1; true"#)
    #expect(
      refusal.hasSuffix("hint: 'flagdb sql' reads parts of JSON: meta->>'a'\n"), "\(refusal)")
    #expect(
      try await run(#"flagdb sql "$DB" "SELECT meta->'a'->>'b' AS b FROM t""#) == "b\n5\n")
  }

  @Test("the highest bit of a column is its sign", arguments: ["smallint", "integer", "bigint"])
  func signs(_ type: String) async throws {
    let bits = ["smallint": 16, "integer": 32][type] ?? 64
    try schema.connection.execute(
      "CREATE TABLE t (id integer PRIMARY KEY, m \(type)); INSERT INTO t VALUES (1, 1)")
    let flags = "low,high=0x8" + String(repeating: "0", count: bits / 4 - 1)
    _ = try await run(#"flagdb adopt "$DB" --flags "t.m=$F""#, ["F": flags])
    #expect(try await run(#"flagdb update "$DB" t --id 1 m+=high"#) == "1 record changed\n")
    #expect(try schema.run("SELECT m < 0, m & 1 FROM t") == [[.integer(1), .integer(1)]])
    #expect(try await run(#"flagdb query "$DB" t --has high --columns m"#) == "m\nlow|high\n")
    #expect(try await run(#"flagdb query "$DB" t --where 'm == [low, high]' --count"#) == "1\n")
    #expect(try await run(#"flagdb check "$DB""#) == "")
    #expect(
      try await run(
        #"flagdb update "$DB" t --id 1 m-=high,low && flagdb insert "$DB" t id=2 m=high"#)
        == "1 record changed\n2\n")
    #expect(try await run(#"flagdb query "$DB" t --columns id,m"#) == "id,m\n1,\"\"\n2,high\n")
  }

  @Test("the server gives keys, defaults and generated values") func ownRules() async throws {
    try schema.connection.execute(
      """
      CREATE TABLE a (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n integer NOT NULL,
        twice integer GENERATED ALWAYS AS (n * 2) STORED, made timestamptz DEFAULT '2026-01-01');
      CREATE TABLE b (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), a integer NOT NULL REFERENCES a ON DELETE CASCADE,
        other uuid REFERENCES b);
      CREATE TABLE "Mixed Case" ("Id" serial PRIMARY KEY, "userName" text CHECK ("userName" <> 'bad'));
      CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'n is too large'; END $$;
      CREATE TRIGGER stop BEFORE UPDATE ON a FOR EACH ROW WHEN (NEW.n > 100) EXECUTE FUNCTION stop();
      """)
    _ = try await run(#"flagdb adopt "$DB""#)
    for (line, answer) in [
      (#"insert "$DB" a n=5"#, "1\n"),
      (#"query "$DB" a"#, "id,n,twice,made\n1,5,10,2026-01-01T00:00:00Z\n"),
      (
        #"update "$DB" a --id 1 twice=3"#,
        "error: 'twice' of a is calculated by the server, and cannot be set\nhint: leave it out\n"
      ),
      (#"update "$DB" a --id 1 n=101"#, "error: a: n is too large\n"),
      (#"insert "$DB" b a=1 | wc -c"#, "37\n"),
      (
        #"insert "$DB" b a=7"#,
        "error: a: there is no a with the id '7'\n  a=7\n    ^\n"
      ),
      (
        #"update "$DB" b --all "other=$(flagdb query "$DB" b --columns id | tail -1)""#,
        "1 record changed\n"
      ),
      (#"query "$DB" b --where 'other.a.n == 5' --count"#, "1\n"),
      (#"insert "$DB" 'Mixed Case' userName=u"#, "1\n"),
      (
        #"insert "$DB" 'Mixed Case' userName=bad"#,
        "error: a CHECK of 'Mixed Case' refuses the record: Mixed Case_userName_check\n"
      ),
      (#"delete "$DB" a --id 1 --yes"#, "1 record deleted, and 1 of b with it\n"),
      (#"query "$DB" b --count"#, "0\n"),
    ] {
      #expect(try await run("flagdb \(line)") == answer, "\(line)")
    }
  }

  @Test("names are kept among the user's files, or in the schema") func places() async throws {
    try schema.connection.execute("CREATE TABLE t (id integer PRIMARY KEY, m integer)")
    let other = "\(address) application_name=other"
    #expect(try await run(#"flagdb adopt "$DB" --flags t.m=a,b"#).contains("/flagdb/adopted/"))
    #expect(try await run(#"flagdb flags "$OTHER" | wc -l"#, ["OTHER": other]) == "3\n")
    #expect(
      try schema.run("SELECT to_regclass('flagdb_model') IS NULL") == [
        [.integer(1)]
      ])
    #expect(
      try await run(#"flagdb adopt "$DB" --inside | head -1"#)
        == "flagdb_model in DB: 1 entity, 1 named column\n")
    #expect(try await run(#"rm -rf "$XDG_DATA_HOME"; flagdb flags "$DB" | wc -l"#) == "3\n")
    #expect(
      try await run(#"flagdb query "$DB" flagdb_model 2>&1 | head -1"#).contains("not an entity"))
    #expect(try await run(#"flagdb new "$DB" /dev/null 2>&1 | head -1"#).contains("error"))
  }

  @Test("tables that change keep their names") func changedTables() async throws {
    try schema.connection.execute(
      """
      CREATE TYPE mood AS ENUM ('good', 'so-so');
      CREATE TABLE t (id integer PRIMARY KEY, m integer, old text, c mood)
      """)
    _ = try await run(#"flagdb adopt "$DB" --flags t.m=a,b"#)
    try schema.connection.execute(
      "ALTER TABLE t DROP COLUMN old, ADD COLUMN new text; ALTER TYPE mood ADD VALUE 'bad'; CREATE TABLE u (x integer)"
    )
    #expect(
      try await run(#"flagdb query "$DB" t --where 'm has a or c == .bad' --columns new"#)
        == "new\n")
    #expect(
      try await run(#"flagdb query "$DB" t --columns old"#).contains("has lost the column of 'old'")
    )
    #expect(try await run(#"flagdb adopt "$DB" --flags u.x=a,b"#).contains("have lost t.old"))
    let refreshed = try await run(#"flagdb adopt "$DB" --refresh 2>/dev/null | tail -n +2"#)
    #expect(refreshed == "new: t.new\nnew: u\nnew: u.x\ngone: t.old\nt.m: TM (a, b)\n")
  }

  @Test("a reader needs no more rights than to read") func rights() async throws {
    let reader = "reader_\(UInt32.random(in: .min ... .max))"
    try schema.connection.execute(
      """
      CREATE TABLE t (id integer PRIMARY KEY, m integer); INSERT INTO t VALUES (1, 3);
      CREATE TABLE secret (id integer PRIMARY KEY); CREATE TABLE half (id integer PRIMARY KEY, hidden text);
      CREATE ROLE "\(reader)"; GRANT USAGE ON SCHEMA "\(schema.name)" TO "\(reader)";
      GRANT SELECT ON t TO "\(reader)"; GRANT SELECT (id) ON half TO "\(reader)"
      """)
    defer { try? schema.connection.execute("DROP OWNED BY \"\(reader)\"; DROP ROLE \"\(reader)\"") }
    let environment = ["PGOPTIONS": "-c role=\(reader)"]
    for (line, answer) in [
      (#"adopt "$DB" --flags t.m=a,b 2>/dev/null | tail -1"#, "t.m: TM (a, b)\n"),
      (#"query "$DB" t --has a"#, "id,m\n1,a|b\n"),
      (#"query "$DB" half"#, "id\n"),
      (#"query "$DB" secret"#, "error: 'secret' cannot be read: this user may not read it\n"),
      (
        #"check "$DB""#,
        "entity,key,attribute,problem\nsecret,,,the table cannot be read: this user may not read it\n"
      ),
      (
        #"update "$DB" t --id 1 m=a 2>&1 | head -1"#,
        "error: the server does not allow it: permission denied for table t\n"
      ),
      (
        #"adopt "$DB" --inside 2>&1 | head -1"#,
        "error: the server does not allow it: permission denied for schema \(schema.name)\n"
      ),
    ] {
      #expect(try await run("flagdb \(line)", environment) == answer, "\(line)")
    }
  }

  @Test("tables of every kind are read") func kinds() async throws {
    try schema.connection.execute(
      """
      CREATE TABLE part (id bigint NOT NULL, at timestamptz NOT NULL, m smallint, PRIMARY KEY (id, at))
        PARTITION BY RANGE (at);
      CREATE TABLE part_2026 PARTITION OF part FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
      INSERT INTO part VALUES (1, '2026-05-01', 3), (2, '2026-06-01', 4);
      CREATE TABLE loose (a text); INSERT INTO loose VALUES ('x'), ('x');
      CREATE TABLE "Loose" (a text PRIMARY KEY);
      CREATE TABLE tight (id integer PRIMARY KEY, loose text REFERENCES "Loose");
      CREATE VIEW seen AS SELECT id, m FROM part;
      CREATE MATERIALIZED VIEW kept AS SELECT id FROM part;
      CREATE MATERIALIZED VIEW empty AS SELECT id FROM part WITH NO DATA;
      """)
    _ = try await run(#"flagdb adopt "$DB" --flags part.m=a,b,c --flags seen.m=a,b,c"#)
    for (line, answer) in [
      (#"query "$DB" part --has a,b"#, "id,at,m\n1,2026-05-01T00:00:00Z,a|b\n"),
      (
        #"query "$DB" part_2026 2>&1 | head -1"#,
        "error: 'part_2026' is not an entity of the model\n"
      ),
      (#"update "$DB" part --where 'id == 2' m+=a"#, "1 record changed\n"),
      (
        #"insert "$DB" part id=9 at=2030-01-01 2>&1 | grep -c '^error: part: no partition of relation'"#,
        "1\n"
      ),
      (#"insert "$DB" part id=3 at=2026-07-01 m=b"#, "3,2026-07-01T00:00:00Z\n"),
      (#"query "$DB" seen --has b --columns id"#, "id\n1\n3\n"),
      (#"query "$DB" kept --count"#, "2\n"),
      (
        #"query "$DB" empty"#,
        "error: 'empty' cannot be read: REFRESH MATERIALIZED VIEW has to fill it first\n"
      ),
      (#"update "$DB" loose --where 'a == "x"' a=y"#, "2 records changed\n"),
      (
        #"check "$DB" | tail -n +2"#,
        "Loose,,,the table cannot be read: the table 'loose' has the same name but for capitals\n"
          + "empty,,,the table cannot be read: REFRESH MATERIALIZED VIEW has to fill it first\n"
      ),
      (
        #"copy "$DB" copy.db --on-error skip 2>/dev/null"#,
        "copied 3 records of part\ncopied 2 records of loose\ncopied 0 records of tight\n"
      ),
      (
        #"query "$DB" Loose 2>&1"#,
        "error: 'Loose' cannot be read: the table 'loose' has the same name but for capitals\n"
      ),
      (
        #"adopt "$DB" --bool Loose.a 2>&1"#,
        "error: 'Loose' cannot be read: the table 'loose' has the same name but for capitals\n"
      ),
      (#"schema "$DB" tight | grep loose"#, "  var loose: String?\n"),
    ] {
      #expect(try await run("flagdb \(line)") == answer, "\(line)")
    }
  }

  @Test("a walk of an index is taken where there is one") func walk() async throws {
    try schema.connection.execute(
      """
      CREATE TABLE t (id integer PRIMARY KEY, m integer NOT NULL, n integer NOT NULL);
      INSERT INTO t SELECT i, CASE WHEN i % 10000 = 0 THEN -2147483647 ELSE i % 4 * 2 END, i % 4
      FROM generate_series(1, 60000) AS i; CREATE INDEX ON t (m); ANALYZE t
      """)
    _ = try await run(#"flagdb adopt "$DB" --flags t.m=rare,b,c,top=0x80000000 --flags t.n=rare,b"#)
    #expect(
      try await run(
        #"flagdb query "$DB" t --where 'm has rare' --explain | grep -c '^-- an index is used'"#)
        == "1\n"
    )
    #expect(try await run(#"flagdb query "$DB" t --where 'm has (rare, top)' --count"#) == "6\n")
    #expect(
      try await run(#"flagdb query "$DB" t --where 'm has rare and n has rare' --count"#) == "0\n")
  }

  @Test("no value stands in a statement") func noPastedValues() async throws {
    try schema.connection.execute(
      """
      CREATE TYPE mood AS ENUM ('good', 'so-so');
      CREATE TABLE t (id integer PRIMARY KEY, m integer, c mood, d date, s text, k char(9))
      """)
    _ = try await run(#"flagdb adopt "$DB" --flags t.m=a,b"#)
    for line in [
      #"insert "$DB" t id=1 m=a c=soSo d=2026-05-17 s=quokka1 k=quokka2"#,
      #"query "$DB" t --where 's == "quokka3" or k == "quokka4" or k in ["quokka5"] or d > "2026-05-18"'"#,
      #"update "$DB" t --where 's == "quokka6"' s=quokka7 k=quokka8 m+=b"#,
      #"delete "$DB" t --where 'k == "quokka9"' --yes"#,
    ] {
      let sql = try await run("flagdb \(line) --sql")
      #expect(sql.contains("quokka") || sql.contains("INSERT"), "\(sql)")
      let answer = try await run("flagdb \(line) 2>&1")
      #expect(!answer.contains("error"), "\(answer)")
    }
    guard let log = schema.server.log else { return }
    #expect(log.contains("INSERT INTO t"))
    let pasted = log.split(separator: "\n").filter {
      $0.contains("quokka") && !$0.contains("DETAIL")
    }
    #expect(pasted.isEmpty)
  }
}
