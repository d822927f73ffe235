import Addresses
import FlagModel
import Foundation
import PostgreSQLEngine
import TestServer
import Testing

/// Values of foreign tables on a server that a column would change, that flagdb cannot hold, or that the server
/// cannot compare.
@Suite("Values of others on a server") struct ServerForeignValueTests: ServerSuite {
  let fixture: ServerFixture

  init() throws { fixture = try ServerFixture() }

  @Test("numbers of columns keep all digits when they are compared and assigned") func manyDigits()
    async throws
  {
    try await adopt(
      """
      CREATE TABLE t (id integer PRIMARY KEY, a numeric(24,4), b numeric(24,4), i bigint);
      INSERT INTO t VALUES (1, 12345678901234567890.1234, 12345678901234567890.1235, 9007199254740993),
        (2, 5, 9007199254740992, 5)
      """)
    try await expect([
      (#"flagdb query "$DB" t -w 'a = b' --count"#, "0\n"),
      (#"flagdb query "$DB" t -w 'a < b' --count"#, "2\n"),
      (#"flagdb query "$DB" t -w 'a = i' -c id"#, "id\n2\n"),
      (#"flagdb query "$DB" t -w 'b != i' --count"#, "2\n"),
      (#"flagdb update "$DB" t b=a --id 1"#, "1 record changed\n"),
      (#"flagdb update "$DB" t a=i --id 1"#, "1 record changed\n"),
      (
        #"flagdb query "$DB" t --id 1"#,
        "id,a,b,i\n1,9007199254740993.0000,12345678901234567890.1234,9007199254740993\n"
      ),
    ])
  }

  @Test("numbers of related records keep all digits") func manyDigitsOfOthers() async throws {
    try await adopt(
      """
      CREATE TABLE t (id integer PRIMARY KEY, a numeric(24,4), b numeric(24,4), p integer REFERENCES t);
      INSERT INTO t VALUES (1, 12345678901234567890.1234, NULL, NULL), (2, 5, 12345678901234567890.1234, 1),
        (3, 7, 0, 2)
      """)
    try await expect([
      (#"flagdb query "$DB" t -w 'p.a = 12345678901234567890.1234' -c id"#, "id\n2\n"),
      (#"flagdb query "$DB" t -w 'p.a != 12345678901234567890.1234' -c id"#, "id\n1\n3\n"),
      (#"flagdb query "$DB" t -w 'p.a > 12345678901234567890' -c id"#, "id\n2\n"),
      (#"flagdb query "$DB" t -w 'p.a >= 12345678901234567890.1235' --count"#, "0\n"),
      (#"flagdb query "$DB" t -w 'p.a in {5, 12345678901234567890.1234}' -c id"#, "id\n2\n3\n"),
      (#"flagdb query "$DB" t -w 'p.p.a = 12345678901234567890.1234' -c id"#, "id\n3\n"),
      (#"flagdb query "$DB" t -w 'p.a = b' -c id"#, "id\n1\n2\n"),
      (#"flagdb query "$DB" t -w 'p.a = $A' --arg A=12345678901234567890.1234 -c id"#, "id\n2\n"),
      (#"flagdb query "$DB" t -w 'p.a = 5' -c id"#, "id\n3\n"),
      (
        #"flagdb query "$DB" t -c id,p.a"#, "id,p.a\n1,\n2,12345678901234567890.1234\n3,5.0000\n"
      ),
      (#"flagdb update "$DB" t b=p.a --id 2"#, "1 record changed\n"),
      (#"flagdb query "$DB" t --id 2 -c b"#, "b\n12345678901234567890.1234\n"),
      (
        #"flagdb query "$DB" t -g a --having 'a > 1234567890123456789' -c 'count()'"#,
        "count()\n1\n"
      ),
      (#"flagdb sql "$DB" 'SELECT a FROM t WHERE id = 2'"#, "a\n5.0000\n"),
    ])
  }

  @Test("dates before the year 1 have periods of their own") func datesBeforeChrist() async throws {
    try await adopt(
      """
      CREATE TABLE t (id integer PRIMARY KEY, at timestamp);
      INSERT INTO t VALUES (1, '0044-03-15 BC'), (2, '0044-03-15'), (3, '0044-03-15'), (4, NULL)
      """)
    try await expect([
      (
        #"flagdb query "$DB" t -g 'month(at)'"#,
        "month(at),count()\n,1\n0044-03,2\n0044-03 BC,1\n"
      ),
      (
        #"flagdb query "$DB" t -c 'day(at),quarter(at),year(at)'"#,
        "day(at),quarter(at),year(at)\n0044-03-15 BC,0044-Q1 BC,-44\n0044-03-15,0044-Q1,44\n"
          + "0044-03-15,0044-Q1,44\n,,\n"
      ),
      (#"flagdb query "$DB" t -w "day(at) = '0044-03-15'" --count"#, "2\n"),
    ])
  }

  @Test("arrays of an enum have the names of its cases") func arraysOfCases() async throws {
    try await adopt(
      """
      CREATE TYPE mood AS ENUM ('sad', 'very happy');
      CREATE TABLE t (id integer PRIMARY KEY, m mood, ma mood[], ia integer[], d numeric(10,2));
      INSERT INTO t VALUES (1, 'very happy', '{"very happy",sad}', '{{1,2},{3,4}}', 12.5), (2, 'sad', '{}', '{5}', -3)
      """)
    try await expect([
      (
        #"flagdb query "$DB" t -c id,m,ma"#,
        "id,m,ma\n1,veryHappy,\"[\"\"veryHappy\"\",\"\"sad\"\"]\"\n2,sad,[]\n"
      ),
      (#"flagdb query "$DB" t -w 'ma contains veryHappy' -c id"#, "id\n1\n"),
      (#"flagdb query "$DB" t -w 'ma contains "very happy"' -c id"#, "id\n1\n"),
      (#"flagdb query "$DB" t -g 'each(ma)'"#, "each(ma),count()\n,1\nsad,1\nveryHappy,1\n"),
      (#"flagdb update "$DB" t --id 2 ma=sad,veryHappy"#, "1 record changed\n"),
      (#"flagdb update "$DB" t --id 1 'ma=["very happy"]'"#, "1 record changed\n"),
      (
        #"flagdb query "$DB" t --format ndjson -c id,ma >t.ndjson; cat t.ndjson"#,
        "{\"id\":1,\"ma\":[\"veryHappy\"]}\n{\"id\":2,\"ma\":[\"sad\",\"veryHappy\"]}\n"
      ),
      (#"flagdb insert "$DB" t t.ndjson --upsert id"#, "inserted 0, updated 2\n"),
      (#"flagdb stats "$DB" t ia --format json | grep -o '"mean": [0-9.]*'"#, "\"mean\": 2.5\n"),
      (#"flagdb query "$DB" t -c 'id,ia.count'"#, "id,ia.count\n1,4\n2,1\n"),
      (#"flagdb sql "$DB" 'SELECT id, d FROM t ORDER BY id'"#, "id,d\n1,12.50\n2,-3.00\n"),
      (
        #"flagdb sql "$DB" 'SELECT $1::int' 2>&1 | grep -c 'write :name'"#, "1\n"
      ),
    ])
    #expect(
      try schema.run("SELECT id, ma::text FROM t ORDER BY id") == [
        [.integer(1), .text(#"{"very happy"}"#)], [.integer(2), .text(#"{sad,"very happy"}"#)],
      ])
  }

  @Test("records of many types go out and in again, with an enum that only an array has")
  func throughJSON() async throws {
    try await adopt(
      """
      CREATE TYPE mood AS ENUM ('sad', 'very happy');
      CREATE TABLE t (id integer PRIMARY KEY, j jsonb, b bit(4), d date, ma mood[], n numeric(30,10));
      INSERT INTO t VALUES (1, '{"a": [1, 2.50]}', '1010', '1044-03-15', '{sad,"very happy"}',
        12345678901234567890.1234567891), (2, '"text"', '0000', '2026-01-01', '{}', -0.0000000001),
        (3, 'null', NULL, NULL, NULL, NULL);
      CREATE TABLE copy (LIKE t INCLUDING ALL)
      """)
    try await expect([
      (
        #"flagdb query "$DB" t --format ndjson | flagdb insert "$DB" copy --from - --format ndjson"#,
        "inserted 3\n"
      ),
      (#"flagdb query "$DB" t -c j --format ndjson --id 2"#, "{\"j\":\"\\\"text\\\"\"}\n"),
    ])
    #expect(
      try schema.run("SELECT count(*) FROM t JOIN copy USING (id) WHERE t::text = copy::text")
        == [[.integer(3)]])
  }

  @Test("a foreign key of a table that a trigger writes is named") func keysOfTriggers()
    async throws
  {
    try await adopt(
      """
      CREATE TABLE p (id integer PRIMARY KEY); CREATE TABLE t (k text PRIMARY KEY, n integer);
      CREATE TABLE lg (n integer REFERENCES p);
      CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN EXECUTE format(''INSERT INTO %I.lg VALUES ($1)'', TG_TABLE_SCHEMA) USING NEW.n; RETURN NEW; END';
      CREATE TRIGGER ti AFTER INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION note()
      """)
    let message = "'n' of lg, which a trigger of 't' writes, must refer to a record that exists\n"
    try await expect([
      (#"flagdb insert "$DB" t k=b n=4"#, "error: \(message)"),
      (
        #"printf 'k,n\nx,4\n' | flagdb insert "$DB" t -"#,
        "stdin:2:1: error: \(message)nothing was changed\n"
      ),
    ])
  }

  @Test("a time for a date is refused") func days() async throws {
    try await adopt(
      """
      CREATE TABLE t (id integer PRIMARY KEY, d date, made timestamp);
      INSERT INTO t VALUES (1, '2026-05-05', '2026-05-05 13:00')
      """)
    try await expect([
      (
        #"flagdb update "$DB" t --id 1 d=2026-05-06T13:00"#,
        """
        error: d must be a day without a time, found 2026-05-06T13:00:00Z
          d=2026-05-06T13:00
            ^~~~~~~~~~~~~~~~
        hint: the server's type 'date' has no time, as in 2026-05-06

        """
      ),
      (#"flagdb update "$DB" t --id 1 d=now 2>&1 | grep -c 'without a time'"#, "1\n"),
      (
        #"flagdb update "$DB" t --id 1 d=d+12h 2>&1 | grep -c '^error: t 1: d must be a day'"#,
        "1\n"
      ),
      (#"flagdb update "$DB" t --id 1 d=made 2>&1 | grep -c 'without a time'"#, "1\n"),
      (#"flagdb insert "$DB" t id=2 d=2026-05-05T13:00 2>&1 | grep -c 'without a time'"#, "1\n"),
      (
        #"printf 'id,d\n2,2026-05-05T13:00\n' | flagdb insert "$DB" t --from -"#,
        """
        stdin:2:3: error: d must be a day without a time, found 2026-05-05T13:00:00Z
        hint: the server's type 'date' has no time, as in 2026-05-05
        nothing was changed

        """
      ),
      (
        #"printf '{"id":2,"d":"2026-05-05T13:00:00Z"}\n' | flagdb insert "$DB" t --from - --format ndjson 2>&1 | grep -c 'without a time'"#,
        "1\n"
      ),
      (#"flagdb update "$DB" t --id 1 d=2026-05-06T00:00:00Z"#, "1 record changed\n"),
      (#"flagdb update "$DB" t --id 1 d=d+24h"#, "1 record changed\n"),
      (#"flagdb insert "$DB" t id=2 d=2026-05-05T02:00+02:00"#, "2\n"),
      (
        #"flagdb query "$DB" t --format csv >t.csv; flagdb insert "$DB" t --from t.csv --upsert id"#,
        "inserted 0, updated 2\n"
      ),
      (
        #"flagdb query "$DB" t -w 'd > 2026-05-05T13:00' -c id,d"#, "id,d\n1,2026-05-07T00:00:00Z\n"
      ),
    ])
  }

  @Test("more digits than a column declares are refused") func digits() async throws {
    try await adopt(
      """
      CREATE TABLE t (id integer PRIMARY KEY, n numeric(20,4), k numeric(20,0), m numeric);
      INSERT INTO t VALUES (1, 1, 1, 1)
      """)
    try await expect([
      (
        #"flagdb update "$DB" t --id 1 n=0.12345"#,
        """
        error: n must have at most 4 digits after the point, found 0.12345
          n=0.12345
            ^~~~~~~
        hint: the server's type 'numeric(20,4)' would round it

        """
      ),
      (#"flagdb insert "$DB" t id=2 n=1e-5 2>&1 | grep -c 'at most 4 digits'"#, "1\n"),
      (
        #"flagdb insert "$DB" t id=2 n=1234567890123456.12345 2>&1 | grep -c 'at most 4 digits'"#,
        "1\n"
      ),
      (
        #"flagdb insert "$DB" t id=2 k=1.5 2>&1 | grep -c 'k must have no digits after the point'"#,
        "1\n"
      ),
      (
        #"printf 'id,n\n2,1.00001\n' | flagdb insert "$DB" t --from - 2>&1 | head -1"#,
        "stdin:2:3: error: n must have at most 4 digits after the point, found 1.00001\n"
      ),
      (
        #"printf '{"id":2,"n":1.00001}\n' | flagdb insert "$DB" t --from - --format ndjson 2>&1 | grep -c 'at most 4'"#,
        "1\n"
      ),
      (#"flagdb insert "$DB" t id=2 n=1234567890123456.12340 k=12e3 m=0.123456789"#, "2\n"),
      (#"flagdb update "$DB" t --id 1 n=n*1.23456"#, "1 record changed\n"),
      (
        #"flagdb query "$DB" t"#,
        "id,n,k,m\n1,1.2346,1,1\n2,1234567890123456.1234,12000,0.123456789\n"
      ),
      (
        #"flagdb query "$DB" t >t.csv; flagdb insert "$DB" t --from t.csv --upsert id"#,
        "inserted 0, updated 2\n"
      ),
      (
        #"flagdb schema "$DB" | grep -o '"numeric[^"]*"'"#,
        "\"numeric(20,4)\"\n\"numeric(20,0)\"\n\"numeric\"\n"
      ),
    ])
    // The model follows the table.
    try schema.connection.execute("ALTER TABLE t ALTER n TYPE numeric(21,5)")
    try await expect([(#"flagdb update "$DB" t --id 1 n=0.12345"#, "1 record changed\n")])
  }

  @Test("NaN and numbers beyond a Double are shown, and no calculation takes them")
  func unusualNumbers() async throws {
    try await adopt(
      """
      CREATE TABLE t (id integer PRIMARY KEY, r double precision, big numeric, d numeric(20,2));
      INSERT INTO t VALUES (1, 1.5, -1e309, 1.5), (2, 'NaN', 'NaN', 'NaN'), (3, 2, 2, NULL);
      CREATE TABLE m (id integer PRIMARY KEY, price numeric(9,2)); INSERT INTO m VALUES (1, 'NaN')
      """)
    let big = "-1" + String(repeating: "0", count: 309)
    try await expect([
      (#"flagdb query "$DB" t"#, "id,r,big,d\n1,1.5,\(big),1.50\n2,nan,nan,nan\n3,2.0,2,\n"),
      (
        #"flagdb query "$DB" t -f ndjson -w 'id < 3'"#,
        #"{"id":1,"r":1.5,"big":\#(big),"d":1.50}\#n{"id":2,"r":"nan","big":"nan","d":"nan"}\#n"#
      ),
      (#"flagdb query "$DB" t -g big"#, "big,count()\n\(big),1\n2,1\nnan,1\n"),
      (#"flagdb query "$DB" t -s -r -c id"#, "id\n2\n3\n1\n"),
      (#"flagdb query "$DB" t -w 'r > 1e300' -c 'id,r + 1'"#, "id,r + 1\n2,nan\n"),
      (
        #"flagdb query "$DB" t -c 'sum(r),avg(r),stddev(r),max(r),sum(d)'"#,
        "sum(r),avg(r),stddev(r),max(r),sum(d)\n,,,nan,\n"
      ),
      (
        #"flagdb query "$DB" t -c 'sum(big)'"#,
        """
        error: a number is beyond all numbers of a Double
        hint: leave it out with --where; a query that calculates nothing shows all its digits

        """
      ),
      (#"flagdb query "$DB" t -w 'big > 0' -c 'min(big)'"#, "min(big)\n2.0\n"),
      (
        #"flagdb query "$DB" m"#,
        """
        error: a number is NaN or infinite, which no Decimal and no Int is
        hint: leave its column out with --columns, or set it to NULL with psql

        """
      ),
      (
        #"flagdb copy "$DB" new.db t 2>&1 | grep ^error"#,
        "error: t 2: r: expected a number, found 'nan'; nothing was changed\n"
      ),
      (
        #"flagdb sql "$DB" "SELECT id FROM t WHERE r = 'nan'""#, "id\n2\n"
      ),
    ])
  }

  @Test("an error of the server names the attribute and what to do") func refusals() async throws {
    try await adopt(
      """
      CREATE COLLATION nd (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
      CREATE TABLE t (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, code varchar(3), name varchar(5),
        word text COLLATE nd, u integer UNIQUE DEFERRABLE INITIALLY DEFERRED);
      INSERT INTO t (code, word, u) VALUES ('a', 'b', 1); CREATE SEQUENCE s
      """)
    try await expect([
      (
        #"flagdb insert "$DB" t code=abcd name=x"#,
        "error: 'code' of t: value too long for type character varying(3)\n"
      ),
      (
        #"flagdb update "$DB" t --id 1 name=abcdef"#,
        "error: 'name' of t: value too long for type character varying(5)\n"
      ),
      (
        #"printf 'code,name\nab,abcdef\n' | flagdb insert "$DB" t --from - 2>&1 | head -1"#,
        "stdin:2:1: error: 'name' of t: value too long for type character varying(5)\n"
      ),
      (
        #"printf 'id,code\n1,ab\n' | flagdb insert "$DB" t --from - --replace"#,
        """
        error: 'id' of t is calculated by the server, and cannot be set
        hint: leave it out: --skip 'id'
        nothing was changed

        """
      ),
      (
        #"flagdb query "$DB" t -w 'word contains "b"' 2>&1 | grep -v ^error"#,
        "hint: contains[c], beginswith[c] and like[c] find them without case; sql finds them with COLLATE \"C\"\n"
      ),
      (
        #"printf 'u\n1\n' | flagdb insert "$DB" t --from - --ignore 2>&1 | grep ^hint"#,
        "hint: the server sees duplicates in a DEFERRABLE constraint only at the end; --upsert and --replace work\n"
      ),
      (
        #"flagdb sql "$DB" "SELECT setval('s', 5)""#,
        """
        error: SELECT changes the database, which is opened for reading
          SELECT setval('s', 5)
          ^~~~~~
        hint: allow it with --write

        """
      ),
      (#"flagdb sql "$DB" "SELECT setval('s', 5)" --write"#, "setval\n5\n"),
    ])
  }

  @Test("a number that the server gives finds the record to update") func givenNumbers()
    async throws
  {
    try await adopt(
      """
      CREATE TABLE t (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, code text,
        twice text GENERATED ALWAYS AS (code || code) STORED);
      INSERT INTO t (code) VALUES ('a'), ('b'), ('c')
      """)
    try await expect([
      (
        #"flagdb query "$DB" t | sed 's/b,bb/x,/' >t.csv; flagdb insert "$DB" t --from t.csv --upsert id --skip twice"#,
        "inserted 0, updated 3\n"
      ),
      (#"flagdb query "$DB" t -c id,code,twice"#, "id,code,twice\n1,a,aa\n2,x,xx\n3,c,cc\n"),
      (
        #"printf 'id,code\n2,y\n9,z\n' | flagdb insert "$DB" t --from - --upsert id"#,
        """
        stdin:3:1: error: no t has this 'id', and the server numbers new ones itself
        hint: new records are inserted with --skip 'id' in place of --upsert
        nothing was changed

        """
      ),
      (
        #"printf 'id,code\n2,y\n9,z\n' | flagdb insert "$DB" t --from - --upsert id --on-error skip 2>/dev/null"#,
        ""
      ),
      (#"flagdb query "$DB" t -c id,code"#, "id,code\n1,a\n2,y\n3,c\n"),
    ])
  }

  @Test("texts of a collation that takes some for equal") func nondeterministic() async throws {
    try await adopt(
      """
      CREATE COLLATION nd (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
      CREATE TABLE t (id integer PRIMARY KEY, word text COLLATE nd);
      INSERT INTO t VALUES (1, 'Abc'), (2, 'abc'), (3, 'b')
      """)
    let refusal = """
      error: the server finds no parts and patterns in a text with a nondeterministic collation
      hint: contains[c], beginswith[c] and like[c] find them without case; sql finds them with COLLATE "C"

      """
    for (test, answer) in [
      ("word CONTAINS 'b'", refusal), ("word LIKE 'a*'", refusal), ("word MATCHES 'a.*'", refusal),
      ("word BEGINSWITH 'a'", refusal), ("word CONTAINS[c] 'BC'", "id\n1\n2\n"),
      ("word LIKE[c] 'A*'", "id\n1\n2\n"), ("word BEGINSWITH[c] 'A'", "id\n1\n2\n"),
      ("word ENDSWITH 'C'", "id\n1\n2\n"), ("word == 'ABC'", "id\n1\n2\n"),
    ] {
      #expect(
        try await run(#"flagdb query "$DB" t -w "$TEST" -c id"#, ["TEST": test]) == answer,
        "\(test)")
    }
    #expect(
      try await run(#"flagdb sql "$DB" "SELECT id FROM t WHERE word COLLATE \"C\" LIKE 'a%'""#)
        == "id\n2\n")
  }

  @Test("a date after all timestamps is beyond all dates") func lateDates() async throws {
    try await adopt(
      """
      CREATE TABLE t (id integer PRIMARY KEY, d date);
      INSERT INTO t VALUES (1, '300000-01-01'), (2, '2026-01-01'), (3, NULL), (4, '294247-06-01')
      """)
    try await expect([
      (#"flagdb query "$DB" t"#, "id,d\n1,infinity\n2,2026-01-01T00:00:00Z\n3,\n4,infinity\n"),
      (#"flagdb query "$DB" t -w 'd > now' -c id"#, "id\n1\n4\n"),
      (#"flagdb query "$DB" t -w 'd == nil' -c id"#, "id\n3\n"),
      (#"flagdb query "$DB" t -w 'd - now < 30d' -c id"#, "id\n2\n"),
      (#"flagdb query "$DB" t -g 'year(d)'"#, "year(d),count()\n,3\n2026,1\n"),
      (#"flagdb query "$DB" t -g d"#, "d,count()\n,1\n2026-01-01T00:00:00Z,1\ninfinity,2\n"),
      (#"flagdb query "$DB" t -s d -c id | tr '\n' ' '"#, "id 3 2 4 1 "),
    ])
  }

  @Test("a key is printed as it is shown") func newKeys() async throws {
    try await adopt(
      """
      CREATE TABLE c (id char(5) PRIMARY KEY); CREATE TABLE n (id numeric(9,2) PRIMARY KEY);
      CREATE TABLE two (a char(3), b numeric(9,2), PRIMARY KEY (a, b));
      """)
    try await expect([
      (#"flagdb insert "$DB" c id=ab"#, "ab\n"),
      (#"flagdb insert "$DB" n id=1.5"#, "1.50\n"),
      (#"flagdb insert "$DB" two a=x b=1.5"#, "x,1.50\n"),
      (
        #"flagdb insert "$DB" c id=ab 2>&1 | head -1"#,
        "error: 'id' must be unique: c ab has 'ab' already\n"
      ),
      (
        #"printf 'id\nab\n' | flagdb insert "$DB" c --from - 2>&1 | head -1"#,
        "stdin:2:1: error: 'id' must be unique: c ab has 'ab' already\n"
      ),
    ])
  }

  @Test(
    "a duplicate is explained",
    arguments: [
      ("mood", "good"), ("inet", "10.0.0.1/32"), ("char(5)", "ab"), ("numeric(9,2)", "12.50"),
      ("date", "2026-01-01T00:00:00Z"), ("uuid", "11111111-2222-3333-4444-55555555AAAA"),
      ("boolean", "true"),
      ("interval", "P1D"),
    ])
  func duplicates(_ type: String, _ value: String) async throws {
    try await adopt(
      """
      CREATE TYPE mood AS ENUM ('good', 'bad');
      CREATE TABLE t (id integer PRIMARY KEY, v \(type) UNIQUE)
      """)
    let environment = ["V": value]
    #expect(try await run(#"flagdb insert "$DB" t id=1 "v=$V""#, environment) == "1\n")
    for line in [
      #"flagdb insert "$DB" t id=2 "v=$V""#,
      #"printf 'id\tv\n2\t%s\n' "$V" | flagdb insert "$DB" t --from - --format tsv"#,
      #"flagdb insert "$DB" t id=3; flagdb update "$DB" t --id 3 "v=$V""#,
    ] {
      let answer = try await run(line, environment)
      #expect(
        answer.contains("'v' must be unique: t 1 has '\(value)' already"), "\(line): \(answer)")
    }
  }

  @Test("a duplicate that the server hides is an error all the same") func hiddenDuplicates()
    async throws
  {
    if schema.server.folder == nil { return }
    let role = "hidden_\(UInt32.random(in: .min ... .max))"
    try schema.connection.execute(
      """
      CREATE TABLE t (id integer PRIMARY KEY, owner text); INSERT INTO t VALUES (1, 'other');
      ALTER TABLE t ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON t USING (owner = 'own') WITH CHECK (TRUE);
      CREATE ROLE "\(role)"; GRANT USAGE ON SCHEMA "\(schema.name)" TO "\(role)"; GRANT ALL ON t TO "\(role)"
      """)
    defer { try? schema.connection.execute("DROP OWNED BY \"\(role)\"; DROP ROLE \"\(role)\"") }
    _ = try await run(#"flagdb adopt "$DB""#)
    let words =
      "error: two records would have the same unique value, and the server does not show which: "
      + "duplicate key value violates unique constraint \"t_pkey\"\n"
    let environment = ["PGOPTIONS": "-c role=\(role)"]
    #expect(try await run(#"flagdb insert "$DB" t id=1 owner=own"#, environment) == words)
    #expect(
      try await run(
        #"printf 'id,owner\n1,own\n' | flagdb insert "$DB" t --from - 2>&1 | head -1"#, environment)
        == "stdin:2:1: \(words)")
  }

  @Test("a type without an order is named") func unordered() async throws {
    try await adopt(
      """
      CREATE TABLE t (id integer PRIMARY KEY, j json, x xml, p point, i inet);
      INSERT INTO t VALUES (1, '2', '<b/>', '(2,1)', '10.0.0.10'), (2, '1', '<a/>', '(1,2)', '10.0.0.9')
      """)
    for (name, type) in [("j", "json"), ("x", "xml"), ("p", "point")] {
      let refusal = """
        error: '\(name)' has no order: the server cannot sort by its type '\(type)'
          \(name)
          ^
        hint: String(\(name)) is its text, which has one

        """
      #expect(try await run(#"flagdb query "$DB" t -c id -s \#(name)"#) == refusal)
      #expect(try await run(#"flagdb query "$DB" t -c id -s 'String(\#(name))'"#) == "id\n2\n1\n")
      #expect(try await run(#"flagdb query "$DB" t -g \#(name) | wc -l"#) == "3\n")
    }
    #expect(try await run(#"flagdb query "$DB" t -c id -s i"#) == "id\n2\n1\n")
  }

  @Test("sorting finds the column of the table, whatever the answer names its columns")
  func sortedByColumn() async throws {
    try await adopt(
      """
      CREATE TABLE t (id integer PRIMARY KEY, name text);
      CREATE TABLE q (id integer PRIMARY KEY, name text, count integer, t integer REFERENCES t);
      INSERT INTO t VALUES (1, 'z'), (2, 'a');
      INSERT INTO q VALUES (1, 'c', 1, 1), (2, 'a', 2, 1), (3, 'b', 1, 2)
      """)
    try await expect([
      (#"flagdb query "$DB" q -c t.name -s name"#, "t.name\nz\na\nz\n"),
      (#"flagdb query "$DB" q -c name,t.name -s name"#, "name,t.name\na,z\nb,a\nc,z\n"),
      (#"flagdb query "$DB" q -c 'upper(name),t.name' -s -name -n 1"#, "upper(name),t.name\nC,z\n"),
      (#"flagdb query "$DB" q -g count"#, "count,count()\n1,2\n2,1\n"),
      (
        #"flagdb query "$DB" q -g count,t.name -c 'count,t.name,sum(id)'"#,
        "count,t.name,sum(id)\n1,a,3\n1,z,1\n2,z,2\n"
      ),
    ])
  }

  @Test("texts begin with the same characters, whatever their collation is")
  func beginnings() async throws {
    try await adopt(
      """
      CREATE TABLE t (id integer PRIMARY KEY, n text COLLATE "und-x-icu");
      INSERT INTO t VALUES (1, 'Zed'), (2, 'zoo'), (3, '@home'), (4, '_tmp'), (5, '[x]'), (6, NULL)
      """)
    try await expect([
      (#"flagdb query "$DB" t -w "n beginswith 'Z'" -c id"#, "id\n1\n"),
      (#"flagdb query "$DB" t -w "n beginswith '_'" -c id"#, "id\n4\n"),
      (#"flagdb query "$DB" t -w "not n beginswith '_'" --count"#, "5\n"),
    ])
  }

  @Test("psql reads the texts of --sql alike with any setting") func backslashes() async throws {
    try await adopt(
      #"""
      CREATE TABLE t (id integer PRIMARY KEY, t text);
      INSERT INTO t VALUES (1, 'a\b'), (2, E'a\bb'), (3, 'a_b'), (4, '12'), (5, '7é'), (6, 'a%b'), (7, 'x\y'), (8, '''')
      """#)
    let settings = try schema.server.address().text
      .replacing(#/ schema='public'|[?&]schema=public/#, with: "")
    for predicate in [
      #"t = "a\\b""#, #"t like "a\\*b""#, #"t like "a?b""#, #"t like t"#, #"t matches "\\d+""#,
      #"t matches "a.b""#,
      #"t contains "_""#, #"t =[d] "7e""#, "Int(t) > 5", "Double(t) > 5", #"t in {"\\", "'"}"#,
      #"t contains[cd] "\\""#,
    ] {
      let answer = try await run(
        #"""
        query=$(flagdb query "$DB" t -c id -w "$WHERE" --sql) || exit
        flagdb query "$DB" t -c id -w "$WHERE" --no-header >own
        for setting in on off; do
          PGOPTIONS="-c standard_conforming_strings=$setting -c escape_string_warning=off" \
            psql "$SERVER" -qAt -c "SET search_path = \"$SCHEMA\"; $query" >$setting
          cmp own $setting || printf '%s\n' "$query"
        done
        """#, ["SERVER": settings, "SCHEMA": schema.name, "WHERE": predicate])
      #expect(answer == "", "\(predicate)")
    }
  }
}
