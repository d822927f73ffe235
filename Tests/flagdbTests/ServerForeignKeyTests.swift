import Addresses
import FlagModel
import Foundation
import PostgreSQLEngine
import TestServer
import Testing

/// Keys and numbers of foreign tables on a server: all digits of `numeric`, and keys of every type.
@Suite("Keys of others on a server") struct ServerForeignKeyTests: ServerSuite {
  let fixture: ServerFixture

  init() throws {
    fixture = try ServerFixture()
  }

  @Test("keys with more digits than a Double are exact", arguments: ["numeric(20,0)", "numeric"])
  func digits(_ type: String) async throws {
    try await adopt(
      """
      CREATE TABLE t (id \(type) PRIMARY KEY, flags integer);
      CREATE TABLE r (id integer PRIMARY KEY, t \(type) REFERENCES t);
      INSERT INTO t VALUES (9007199254740992, 1), (9007199254740993, 1), (12345678901234567890, 2), (7, 4);
      INSERT INTO r VALUES (1, 9007199254740992), (2, 9007199254740993), (3, 12345678901234567890), (4, NULL)
      """, options: "--flags t.flags=a,b,c")
    try await expect([
      (#"flagdb query "$DB" t --id 9007199254740993 -c id"#, "id\n9007199254740993\n"),
      (#"flagdb query "$DB" t --id 12345678901234567890 -c id"#, "id\n12345678901234567890\n"),
      (#"flagdb query "$DB" t --id 7.0 -c id"#, "id\n7\n"),
      (#"flagdb query "$DB" t -w 'id = 9007199254740993' -c id"#, "id\n9007199254740993\n"),
      (
        #"flagdb query "$DB" t -w 'id in {9007199254740993, 7}' -c id"#, "id\n7\n9007199254740993\n"
      ),
      (
        #"flagdb query "$DB" t -w 'id > 9007199254740992' -c id"#,
        "id\n9007199254740993\n12345678901234567890\n"
      ),
      (#"flagdb query "$DB" t -w 'id < 9007199254740993' --count"#, "2\n"),
      (#"flagdb query "$DB" t -w 'id = $K' --arg K=9007199254740993 --count"#, "1\n"),
      (#"flagdb query "$DB" r -w 't = 9007199254740993' -c id,t"#, "id,t\n2,9007199254740993\n"),
      (#"flagdb query "$DB" r -w 't = 12345678901234567890' -c id"#, "id\n3\n"),
      (#"flagdb query "$DB" r -w 't.id = 9007199254740993' -c id"#, "id\n2\n"),
      (#"flagdb update "$DB" t --id 9007199254740993 flags+=b"#, "1 record changed\n"),
      (#"flagdb insert "$DB" t id=9007199254740995"#, "9007199254740995\n"),
      (#"flagdb insert "$DB" t id=9007199254740995.0 2>&1 | head -1 | cut -c1-6"#, "error:\n"),
      (#"flagdb update "$DB" r --id 1 t=9007199254740993"#, "1 record changed\n"),
      (#"flagdb update "$DB" r --id 4 t=12345678901234567890"#, "1 record changed\n"),
      (#"flagdb delete "$DB" t --id 9007199254740992 --yes"#, "1 record deleted\n"),
      (
        #"printf 'id,flags\n9007199254740993,c\n12345678901234567891,a\n' | flagdb insert "$DB" t --upsert id --from -"#,
        "inserted 1, updated 1\n"
      ),
      (
        #"printf '{"id":9007199254740995,"flags":["a"]}\n' | flagdb insert "$DB" t --upsert id --from - --format ndjson"#,
        "inserted 0, updated 1\n"
      ),
      (
        #"printf 'id,t\n5,9007199254740995\n6,12345678901234567891\n7,7\n' | flagdb insert "$DB" r --from -"#,
        "inserted 3\n"
      ),
      (
        #"flagdb query "$DB" t"#,
        "id,flags\n7,c\n9007199254740993,c\n9007199254740995,a\n12345678901234567890,b\n12345678901234567891,a\n"
      ),
      (
        #"flagdb query "$DB" t -w 'id > 9e18' --format ndjson --columns id"#,
        "{\"id\":12345678901234567890}\n{\"id\":12345678901234567891}\n"
      ),
    ])
    #expect(
      try schema.run("SELECT id, t::text FROM r WHERE t IS NOT NULL ORDER BY id") == [
        [.integer(1), .text("9007199254740993")], [.integer(2), .text("9007199254740993")],
        [.integer(3), .text("12345678901234567890")], [.integer(4), .text("12345678901234567890")],
        [.integer(5), .text("9007199254740995")], [.integer(6), .text("12345678901234567891")],
        [.integer(7), .text("7")],
      ])
  }

  @Test("an index answers a key of many digits") func indexOfDigits() async throws {
    try schema.connection.execute(
      """
      CREATE TABLE t (id numeric(20) PRIMARY KEY, m integer);
      INSERT INTO t SELECT i + 9007199254740992, 0 FROM generate_series(1, 5000) AS i; ANALYZE t
      """)
    #expect(
      try await run(
        #"flagdb query "$DB" t --id 9007199254740993 --explain | grep -c 'Index.*Scan'"#) == "1\n")
  }

  @Test("numbers that are no keys are stored and grouped with all digits")
  func numbers() async throws {
    try await adopt(
      """
      CREATE TABLE t (id integer PRIMARY KEY, price numeric, n integer);
      INSERT INTO t VALUES (1, 1.5, 1), (2, 1.5, 2), (3, 9007199254740993, 2), (4, 9007199254740992, 2)
      """)
    try await expect([
      (
        #"flagdb query "$DB" t -g price -c 'price,count()'"#,
        "price,count()\n1.5,2\n9007199254740992,1\n9007199254740993,1\n"
      ),
      (#"flagdb query "$DB" t --distinct -c n"#, "n\n1\n2\n"),
      (#"flagdb query "$DB" t --distinct -c price | wc -l"#, "4\n"),
      (
        #"flagdb query "$DB" t -g n -c 'n,count(),min(price)'"#,
        "n,count(),min(price)\n1,1,1.5\n2,3,1.5\n"
      ),
      (#"flagdb query "$DB" t -g price -c 'price,price*2' -w 'n = 1'"#, "price,price*2\n1.5,3.0\n"),
      (
        #"flagdb query "$DB" t -g price --across n"#,
        "price,1,2\n1.5,1,1\n9007199254740992,0,1\n9007199254740993,0,1\n"
      ),
      (#"flagdb query "$DB" t -w 'price = 9007199254740993' -c id"#, "id\n3\n"),
      (#"flagdb update "$DB" t --id 1 price=0.123456789012345678"#, "1 record changed\n"),
    ])
    #expect(
      try schema.run("SELECT price::text FROM t WHERE id = 1") == [[.text("0.123456789012345678")]])
  }

  @Test("the date infinity is beyond all dates") func infinity() async throws {
    try await adopt(
      """
      CREATE TABLE t (id integer PRIMARY KEY, at timestamptz, until timestamp, d date);
      INSERT INTO t VALUES (1, '2026-01-01', 'infinity', 'infinity'),
        (2, 'infinity', '2026-01-01', '2026-01-01'), (3, '-infinity', '-infinity', '-infinity')
      """)
    try await expect([
      (#"flagdb query "$DB" t -w 'until - now < 30d' -c id"#, "id\n2\n"),
      (#"flagdb query "$DB" t -w 'at - now < 30d' -c id"#, "id\n1\n"),
      (#"flagdb query "$DB" t -w 'd + 1d > d' -c id"#, "id\n2\n"),
      (#"flagdb query "$DB" t -w 'year(d) = 2026 and month(d) = "2026-01"' -c id"#, "id\n2\n"),
      (#"flagdb query "$DB" t -g 'year(d)' -c 'year(d),count()'"#, "year(d),count()\n,2\n2026,1\n"),
      (#"flagdb query "$DB" t -w 'd > now' -c id,d"#, "id,d\n1,infinity\n"),
    ])
  }

  @Test("a key of a type of another schema identifies records, and is no relationship")
  func foreignTypes() async throws {
    let isThere = "SELECT 1 FROM pg_available_extensions WHERE name = 'citext'"
    if try schema.run(isThere).isEmpty { return }
    let other = try TestSchema()
    let type = "\"\(other.name)\".citext"
    try other.connection.execute("CREATE EXTENSION citext SCHEMA \"\(other.name)\"")
    try await adopt(
      """
      CREATE TABLE c (name \(type) PRIMARY KEY, flags integer);
      CREATE TABLE r (id integer PRIMARY KEY, c \(type) REFERENCES c);
      INSERT INTO c VALUES ('Foo', 1); INSERT INTO r VALUES (1, 'foo')
      """, options: "--flags c.flags=a,b")
    try await expect([
      (#"flagdb query "$DB" r"#, "id,c\n1,foo\n"),
      (#"flagdb schema "$DB" | grep -c Relationship"#, "0\n"),
      (
        #"printf 'name,flags\nFOO,b\n' | flagdb insert "$DB" c --upsert name --from -"#,
        "inserted 0, updated 1\n"
      ),
      (#"flagdb query "$DB" c"#, "name,flags\nFoo,b\n"),
      (
        #"printf 'name,flags\nfoo,a\n' | flagdb insert "$DB" c --replace --from -"#,
        "inserted 0, updated 1\n"
      ),
      (
        #"printf 'name,flags\nfoo,b\n' | flagdb insert "$DB" c --ignore --from -"#,
        "inserted 0, left out 1\n"
      ),
      (
        #"printf 'name\nFOO\n' | flagdb insert "$DB" c --from - 2>&1 | head -1"#,
        "stdin:2:1: error: 'name' must be unique: c Foo has 'FOO' already\n"
      ),
      (
        #"flagdb insert "$DB" c name=FOO 2>&1 | head -1"#,
        "error: 'name' must be unique: c Foo has 'FOO' already\n"
      ),
      (#"printf 'id,c\n2,FOO\n' | flagdb insert "$DB" r --from -"#, "inserted 1\n"),
      (
        #"flagdb check "$DB"; flagdb copy "$DB" new.db"#,
        "copied 1 record of c\ncopied 2 records of r\n"
      ),
    ])
  }

  @Test("a record is replaced by another unique value than its key") func replacement() async throws
  {
    try await adopt(
      """
      CREATE TABLE t (id integer PRIMARY KEY, code text UNIQUE, flags integer);
      INSERT INTO t VALUES (1, 'x', 1)
      """, options: "--flags t.flags=a,b")
    try await expect([
      (
        #"printf 'code,flags\nx,b\n' | flagdb insert "$DB" t --from - --replace"#,
        "inserted 0, updated 1\n"
      ),
      (#"flagdb query "$DB" t"#, "id,code,flags\n1,x,b\n"),
      (
        #"printf 'id,code,flags\n2,y,a\n1,x,a\n' | flagdb insert "$DB" t --from - --replace"#,
        "inserted 1, updated 1\n"
      ),
      (
        #"printf 'code,flags\nz,b\n' | flagdb insert "$DB" t --from - --replace 2>&1 | grep -c "'id' must have a value""#,
        "1\n"
      ),
      (#"flagdb query "$DB" t"#, "id,code,flags\n1,x,a\n2,y,a\n"),
    ])
  }

  /// A type of a key, a key as flagdb shows it, and another one.
  struct Key: CustomTestStringConvertible, Sendable {
    let type: String
    let shown: String
    let other: String

    init(_ type: String, _ shown: String, other: String) {
      self.type = type
      self.shown = shown
      self.other = other
    }

    var testDescription: String { type }
  }

  static let keys = [
    Key("mood", "good", other: "bad"), Key("inet", "10.0.0.1/32", other: "10.0.0.2/32"),
    Key("macaddr", "08:00:2b:01:02:03", other: "08:00:2b:01:02:04"),
    Key("time", "10:00:00", other: "11:00:00"), Key("interval", "P1D", other: "P2D"),
    Key("money", "$12.50", other: "$1.00"), Key("bit(4)", "1010", other: "0001"),
    Key("int4range", "[1,5)", other: "[6,8)"), Key("jsonb", #"{"a": 1}"#, other: #"{"b": 1}"#),
    Key("char(5)", "ab", other: "cd"), Key("integer[]", "[1,2]", other: "[3]"),
    Key("date", "2026-05-01T00:00:00Z", other: "2026-05-02T00:00:00Z"),
    Key("numeric(9,2)", "12.50", other: "1.00"), Key("text", "a b", other: "c"),
    Key("boolean", "true", other: "false"),
    Key(
      "uuid", "00000000-0000-0000-0000-00000000000A", other: "00000000-0000-0000-0000-00000000000B"),
    Key("timestamptz", "2026-05-01T08:00:00Z", other: "2026-05-01T08:00:01Z"),
    Key("timestamp", "2026-05-01T08:00:00Z", other: "2026-05-01T08:00:01Z"),
    Key("double precision", "1.5", other: "-2.0"), Key("real", "0.1", other: "0.2"),
    Key("numeric(20,3)", "1.500", other: "12.250"), Key("bytea", "AAE=", other: "AAI="),
    Key("bigint", "5", other: "6"),
  ]

  @Test("records are found and referred to by keys of a type", arguments: keys)
  func key(_ key: Key) async throws {
    try await adopt(
      """
      CREATE TYPE mood AS ENUM ('good', 'bad');
      CREATE TABLE k (id \(key.type) PRIMARY KEY, flags integer);
      CREATE TABLE r (id integer PRIMARY KEY, k \(key.type) REFERENCES k)
      """, options: "--flags k.flags=a,b")
    let environment = ["K": key.shown, "O": key.other]
    for (line, answer) in [
      (#"insert "$DB" k "id=$K" flags=a | wc -l"#, "1\n"),
      (#"query "$DB" k --id "$K" --count"#, "1\n"),
      (#"query "$DB" k --id "$O" 2>&1 | grep -c 'there is no k'"#, "1\n"),
      (#"query "$DB" k -c id --format tsv | tail -n 1"#, "\(key.shown)\n"),
      (#"update "$DB" k --id "$K" flags+=b"#, "1 record changed\n"),
      (#"check "$DB""#, ""),
      (#"insert "$DB" r id=1 "k=$K""#, "1\n"),
      (#"insert "$DB" r id=2"#, "2\n"),
      (#"update "$DB" r --id 2 "k=$K""#, "1 record changed\n"),
      (#"query "$DB" r -w 'k == $K' --arg "K=$K" --count"#, "2\n"),
      (#"query "$DB" r -w 'k.flags has b' --count"#, "2\n"),
      (
        #"query "$DB" k --format csv >k.csv; flagdb insert "$DB" k --from k.csv --upsert id"#,
        "inserted 0, updated 1\n"
      ),
      (
        #"query "$DB" r --format csv >r.csv; flagdb insert "$DB" r --from r.csv --upsert id"#,
        "inserted 0, updated 2\n"
      ),
      (
        #"query "$DB" r --format ndjson >r.ndjson; flagdb insert "$DB" r --from r.ndjson --upsert id"#,
        "inserted 0, updated 2\n"
      ),
      (#"insert "$DB" k "id=$O" | wc -l"#, "1\n"),
      (#"update "$DB" r --id 1 "k=$O""#, "1 record changed\n"),
      (#"delete "$DB" r --id 1 --yes"#, "1 record deleted\n"),
      (#"delete "$DB" k --id "$O" --yes"#, "1 record deleted\n"),
    ] {
      // A reference is a name or a key in JSON, and no array.
      if key.type == "integer[]", line.contains("ndjson") { continue }
      #expect(try await run("flagdb \(line)", environment) == answer, "\(line)")
    }
  }

  @Test("keys are shown by their types, and compared with copies and exports", arguments: keys)
  func comparedKey(_ key: Key) async throws {
    try await adopt(
      """
      CREATE TYPE mood AS ENUM ('good', 'bad');
      CREATE TABLE k (id \(key.type) PRIMARY KEY, flags integer);
      CREATE TABLE r (id integer PRIMARY KEY, k \(key.type) REFERENCES k)
      """, options: "--flags k.flags=a,b")
    let environment = ["K": key.shown, "O": key.other]
    for (line, answer) in [
      (#"insert "$DB" k "id=$O" flags=b | tail -n 1"#, "\(key.other)\n"),
      (#"insert "$DB" k "id=$K" flags=a | tail -n 1"#, "\(key.shown)\n"),
      (#"insert "$DB" r id=1 "k=$K""#, "1\n"),
      (#"query "$DB" r -c k --format tsv | tail -n 1"#, "\(key.shown)\n"),
      (#"query "$DB" k -g id -c id --format tsv | grep -cFx -- "$K""#, "1\n"),
      (#"diff "$DB" "$DB""#, ""),
      (#"query "$DB" k --format csv >k.csv; flagdb diff "$DB" k.csv k"#, ""),
      (#"query "$DB" k --format ndjson >k.ndjson; flagdb diff k.ndjson "$DB" k"#, ""),
      (
        #"insert "$DB" k k.ndjson --replace; flagdb diff "$DB" k.csv k"#,
        "inserted 0, updated 2\n"
      ),
      (
        #"copy "$DB" c.db >copied.txt 2>&1; flagdb diff "$DB" c.db k --key id -c flags 2>&1 | grep -c '^[-+~] \|error'"#,
        "0\n"
      ),
    ] {
      #expect(try await run("flagdb \(line)", environment) == answer, "\(line)")
    }
  }

  @Test("keys that are no numbers are found as they are shown") func endlessKeys() async throws {
    try await adopt(
      """
      CREATE TABLE k (id double precision PRIMARY KEY, f integer);
      CREATE TABLE r (id integer PRIMARY KEY, k double precision REFERENCES k);
      CREATE TABLE n (id numeric PRIMARY KEY, f integer);
      INSERT INTO k VALUES ('nan', 1), ('inf', 2), ('-inf', 3), (1.5, 4), (1e300, 5);
      INSERT INTO r VALUES (1, 'nan');
      INSERT INTO n VALUES ('nan', 1), (9, 2), (10.25, 3), (12345678901234567890.5, 4), (-3, 5)
      """)
    try await expect([
      (#"flagdb query "$DB" k"#, "id,f\n-inf,3\n1.5,4\n1e+300,5\ninf,2\nnan,1\n"),
      (#"flagdb query "$DB" k --id nan -c f"#, "f\n1\n"),
      (#"flagdb query "$DB" k --id=-inf -c f"#, "f\n3\n"),
      (#"flagdb update "$DB" k --id inf f=7"#, "1 record changed\n"),
      (#"flagdb query "$DB" n --id nan -c f"#, "f\n1\n"),
      (#"flagdb insert "$DB" r id=2 k=inf"#, "2\n"),
      (
        #"flagdb query "$DB" r >r.csv; flagdb insert "$DB" r r.csv --replace"#,
        "inserted 0, updated 2\n"
      ),
      (#"flagdb query "$DB" r"#, "id,k\n1,nan\n2,inf\n"),
      (#"flagdb diff "$DB" "$DB""#, ""),
      (#"flagdb delete "$DB" n --id nan --yes"#, "1 record deleted\n"),
    ])
  }
}
