import Addresses
import Foundation
import PostgreSQLEngine
import TestServer
import Testing

/// Copies of foreign tables on a server, and their comparison with other files.
@Suite("Copies of others on a server") struct ServerForeignCopyTests: ServerSuite {
  let fixture: ServerFixture

  init() throws { fixture = try ServerFixture() }

  @Test("numbers with more digits than a Double are kept") func longNumbers() async throws {
    try schema.connection.execute(
      """
      CREATE TABLE t (id numeric(20,0) PRIMARY KEY, flags int);
      INSERT INTO t VALUES (9007199254740993, 1), (9007199254740995, 3);
      CREATE TABLE r (id int PRIMARY KEY, t numeric(20,0) REFERENCES t);
      INSERT INTO r VALUES (1, 9007199254740995), (2, NULL);
      CREATE TABLE m (id int PRIMARY KEY, a numeric(24,2), b numeric, c numeric(20,0), d numeric);
      INSERT INTO m VALUES (1, 1234567890123456789.25, 0.1, 12345678901234567891, 12345678901234567890.5),
        (2, 1.5, 0.25, 7, 3);
      CREATE TABLE k (id numeric(22,0) PRIMARY KEY, f numeric(20,2) UNIQUE NOT NULL);
      INSERT INTO k VALUES (1234567890123456789012, 1.50), (2, 123456789012345678.25);
      CREATE TABLE rk (id int PRIMARY KEY, k numeric(22,0) REFERENCES k, f numeric(20,2) REFERENCES k (f));
      INSERT INTO rk VALUES (1, 1234567890123456789012, 123456789012345678.25), (2, 2, 1.5)
      """)
    try await expect([
      (
        #"flagdb copy "$DB" c.db 2>&1 | grep -v flags | grep -v copied"#,
        """
        note: 't.id' has no decimal places, and is 'Int' in the copy
        note: 'm.a' holds more digits than a Double, and is 'Any' in the copy
        note: 'm.c' holds more digits than a Double, and is 'Any' in the copy
        note: 'm.d' holds more digits than a Double, and is 'Any' in the copy
        note: 'k.id' holds more digits than a Double, and is 'Any' in the copy
        note: 'k.f' holds more digits than a Double, and is 'Any' in the copy

        """
      ),
      (
        #"flagdb schema c.db | grep '  var [a-z]*: [A-Z]'"#,
        """
          var flags: Int32?
          var a: Any?
          var b: Double?
          var c: Any?
          var d: Any?

        """
      ),
      (
        #"flagdb query c.db t"#,
        """
        id,flags
        9007199254740993,1
        9007199254740995,3

        """
      ),
      (#"flagdb query c.db r"#, "id,t\n1,9007199254740995\n2,\n"),
      (
        #"flagdb query c.db m"#,
        """
        id,a,b,c,d
        1,1234567890123456789.25,0.1,12345678901234567891,12345678901234567890.5
        2,1.50,0.25,7,3

        """
      ),
      (
        #"flagdb query c.db rk -c id,k.id,f.id"#,
        "id,k.id,f.id\n1,1234567890123456789012,2\n2,2,1234567890123456789012\n"
      ),
      (#"flagdb query c.db rk -c id,k.f"#, "id,k.f\n1,1.50\n2,123456789012345678.25\n"),
      // The types differ, but no record does.
      (#"flagdb diff "$DB" c.db m 2>/dev/null | grep -v becomes"#, ""),
    ])
  }

  @Test("a reference to a unique text finds the key") func referencesByText() async throws {
    try schema.connection.execute(
      """
      CREATE TABLE k (id int PRIMARY KEY, code text UNIQUE NOT NULL, number uuid UNIQUE);
      INSERT INTO k VALUES (7, 'a', '11111111-2222-3333-4444-555555555555'), (8, '7', NULL);
      CREATE TABLE r (id int PRIMARY KEY, k text REFERENCES k (code), n uuid REFERENCES k (number));
      INSERT INTO r VALUES (1, 'a', NULL), (2, '7', '11111111-2222-3333-4444-555555555555'), (3, NULL, NULL)
      """)
    try await expect([
      (#"flagdb copy "$DB" c.db k r"#, "copied 2 records of k\ncopied 3 records of r\n"),
      (#"flagdb query c.db r -c id,k.id,n.id"#, "id,k.id,n.id\n1,7,\n2,8,7\n3,,\n"),
      (#"flagdb copy "$DB" part.db r 2>&1 | tail -n 1"#, "copied 3 records of r\n"),
    ])
    // No record may lose its reference, not even one that the server does not check.
    try schema.connection.execute(
      """
      ALTER TABLE r DROP CONSTRAINT r_k_fkey; INSERT INTO r VALUES (4, '8', NULL);
      ALTER TABLE r ADD CONSTRAINT late FOREIGN KEY (k) REFERENCES k (code) NOT VALID
      """)
    try await expect([
      (
        #"flagdb copy "$DB" d.db 2>&1 | head -1; ls d.db"#,
        "error: a record refers to a record that does not exist\n"
          + "ls: cannot access 'd.db': No such file or directory\n"
      )
    ])
  }

  @Test("keys with decimal places are found") func keysWithPlaces() async throws {
    try schema.connection.execute(
      """
      CREATE TABLE k (id numeric(20,2) PRIMARY KEY); INSERT INTO k VALUES (1.50), (2);
      CREATE TABLE r (id int PRIMARY KEY, k numeric(20,2) REFERENCES k, o numeric(22,3) REFERENCES k);
      INSERT INTO r VALUES (1, 1.5, 2), (2, 2, 1.5)
      """)
    try await expect([
      (#"flagdb copy "$DB" c.db 2>&1 | grep -v copied"#, ""),
      (#"flagdb query c.db r -c id,k.id,o.id"#, "id,k.id,o.id\n1,1.5,2.0\n2,2.0,1.5\n"),
    ])
  }

  @Test("numbers are compared by their value") func comparedNumbers() async throws {
    try schema.connection.execute(
      """
      CREATE TABLE m (id int PRIMARY KEY, amount numeric(24,2));
      INSERT INTO m VALUES (2, 0), (3, 1.5), (4, 123456789012.25)
      """)
    try await expect([
      (#"flagdb query "$DB" m >m.csv; flagdb diff "$DB" m.csv m; echo $?"#, "0\n"),
      (#"flagdb diff m.csv "$DB" m; echo $?"#, "0\n"),
    ])
    // A file keeps more digits than a Double has.
    try schema.connection.execute("INSERT INTO m VALUES (1, 1234567890123456789.25)")
    try await expect([
      (#"flagdb query "$DB" m >m.csv; flagdb diff "$DB" m.csv; echo $?"#, "0\n"),
      (#"sed 's/789.25/789.250/' m.csv >n.csv; flagdb diff n.csv "$DB" m; echo $?"#, "0\n"),
      (
        #"sed 's/789.25/789.26/' m.csv >n.csv; flagdb diff "$DB" n.csv m | tail -n 1"#,
        "1 changed, 3 the same\n"
      ),
    ])
  }

  @Test("an array of several dimensions has its elements") func dimensions() async throws {
    try schema.connection.execute(
      """
      CREATE TABLE a (id int PRIMARY KEY, nums int[], words text[]);
      INSERT INTO a VALUES (1, '{1,2}', '{a}'), (2, '{{1,2},{3,NULL}}', '{{a,b},{c,"[d]"}}'), (3, NULL, '{}');
      CREATE TABLE b (id int PRIMARY KEY, nums int[]); INSERT INTO b VALUES (1, '{1,NULL}')
      """)
    try await expect([
      (#"flagdb query "$DB" a -w 'nums.contains(1)' -c id"#, "id\n1\n2\n"),
      (
        #"flagdb query "$DB" a -w 'nums.contains(3)' -c id,nums"#,
        "id,nums\n2,\"[[1,2],[3,null]]\"\n"
      ),
      (#"flagdb query "$DB" a -w 'nums.contains { $0 > 2 }' -c id"#, "id\n2\n"),
      (#"flagdb query "$DB" a -w 'words.contains("[d]")' -c id"#, "id\n2\n"),
      (#"flagdb query "$DB" a -g 'each(nums)'"#, "each(nums),count()\n,2\n1,2\n2,2\n3,1\n"),
      (
        #"flagdb query "$DB" a -g 'each(words)'"#, "each(words),count()\n,1\n[d],1\na,2\nb,1\nc,1\n"
      ),
      (
        #"flagdb copy "$DB" c.db 2>&1 | head -1"#,
        "error: a 2: nums: expected an array, found '[[1,2],[3,null]]'; nothing was changed\n"
      ),
      (
        #"flagdb copy "$DB" c.db b 2>&1 | head -1"#,
        "error: b 1: nums: expected an array without null, found '[1,null]'; nothing was changed\n"
      ),
    ])
  }

  @Test("an exclusion constraint is named") func exclusions() async throws {
    try await adopt(
      """
      CREATE TABLE excl (id int PRIMARY KEY, during int4range,
        CONSTRAINT apart EXCLUDE USING gist (during WITH &&));
      INSERT INTO excl VALUES (1, '[1,5)'), (3, '[7,9)')
      """)
    try Data("id,during\n2,\"[2,3)\"\n".utf8).write(
      to: sandbox.work.appendingPathComponent("new.csv"))
    let message = """
      the exclusion constraint 'apart' of 'excl' refuses the record: Key (during)=([2,3)) \
      conflicts with existing key (during)=([1,5)).

      """
    let ofFile = "new.csv:2:1: error: \(message)nothing was changed\n"
    try await expect([
      (#"flagdb insert "$DB" excl id=2 'during=[2,3)' 2>&1 | head -1"#, "error: \(message)"),
      (#"flagdb update "$DB" excl --id 3 'during=[2,3)' 2>&1 | head -1"#, "error: \(message)"),
      (#"flagdb insert "$DB" excl --from new.csv"#, ofFile),
      (#"flagdb insert "$DB" excl --from new.csv --replace"#, ofFile),
      (#"flagdb insert "$DB" excl --from new.csv --upsert id"#, ofFile),
      (#"flagdb query "$DB" excl"#, "id,during\n1,\"[1,5)\"\n3,\"[7,9)\"\n"),
    ])
  }
}
