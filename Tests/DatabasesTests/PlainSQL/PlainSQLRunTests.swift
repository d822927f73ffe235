import Checking
import FlagModel
import Testing

@testable import Databases

/// Plain SQL on a database: its effects, its answers, and the state after a failure.
@Suite("Running plain SQL")
struct PlainSQLRunTests {
  @Test(
    "columns are shown in names where they come from the model",
    arguments: [
      (
        "SELECT name, bits, mood FROM Cat WHERE has(bits, 'A,B')",
        ["name,bits,mood", "Ada,A|B,wild"]
      ),
      ("SELECT c.bits AS b FROM Cat AS c WHERE c.id = 3", ["b", "0x4"]),
      ("SELECT mood FROM (SELECT * FROM Cat) LIMIT 1", ["mood", "calm"]),
      ("WITH q AS (SELECT bits FROM Cat) SELECT bits FROM q LIMIT 1", ["bits", "A"]),
      ("SELECT bits + 0, bits + 0 AS n FROM Cat LIMIT 1", ["bits + 0,n", "1,1"]),
      (
        "SELECT bits, mood FROM Cat_named WHERE id = 2",
        ["bits,mood", "A|B,wild"]
      ),
      (
        "SELECT count(*) FILTER (WHERE has(bits, 'A')) FROM Cat",
        ["count(*) FILTER (WHERE has(bits, 'A'))", "2"]
      ),
      ("SELECT name FROM Cat WHERE 0", ["name"]),
    ])
  func names(text: String, lines: [String]) throws {
    #expect(try CatDatabase().run(text).answers == [lines])
  }

  @Test(
    "parameters are bound in each statement",
    arguments: [
      ("SELECT :a, @a, $a", ["a=x"], ["x,x,x"]), ("SELECT ?, ?", ["1=x", "2=y"], ["x,y"]),
      ("SELECT ?2, ?1", ["1=x", "2=y"], ["y,x"]), ("SELECT typeof(:a)", ["a:null"], ["null"]),
      ("SELECT typeof(:a); SELECT typeof(?)", ["a=1", "1=2.5"], ["integer", "real"]),
      ("SELECT ':a'", [], [":a"]),
    ] as [(String, [String], [String])])
  func parameters(text: String, words: [String], rows: [String]) throws {
    #expect(try CatDatabase().run(text, words).answers.flatMap { $0.dropFirst() } == rows)
  }

  @Test(
    "changes are counted as far as they are the statement's own",
    arguments: [
      ("UPDATE Cat SET name = 'x' WHERE has(bits, 'A')", 2),
      ("UPDATE Cat SET name = 'x' WHERE 0", 0),
      ("DELETE FROM Cat; SELECT 1; DELETE FROM Cat", 3), ("CREATE TABLE own (x)", nil),
      ("INSERT INTO Cat (name) VALUES ('a'), ('b') RETURNING id", 2), ("SELECT 1", nil),
      ("WITH q(n) AS (VALUES ('a')) INSERT INTO Cat (name) SELECT n FROM q", 1),
      ("REPLACE INTO Cat (id, name) VALUES (1, 'x')", 1),
      ("EXPLAIN DELETE FROM Cat", nil), ("UPDATE Cat SET bits = bits | stored(bits, 'B')", 3),
    ] as [(String, Int64?)])
  func counting(text: String, changed: Int64?) throws {
    #expect(try CatDatabase().run(text, mayWrite: true).changed == changed)
  }

  @Test("what returns rows runs once")
  func returningRunsOnce() throws {
    let fixture = try CatDatabase()
    let (answers, _) = try fixture.run(
      "INSERT INTO Cat (name, bits) VALUES ('New', stored(bits, 'B')) RETURNING id, bits",
      mayWrite: true)
    #expect(answers == [["id,bits", "4,B"]])
    #expect(try fixture.run("SELECT count(*) FROM Cat").answers == [["count(*)", "4"]])
  }

  static let refused: [(String, String)] = [
    ("ATTACH 'x.db' AS x", "other databases cannot be attached"),
    ("ATTACH ':memory:' AS x", "other databases cannot be attached"),
    ("DETACH main", "other databases cannot be attached"),
    ("VACUUM", "VACUUM cannot run here, where all statements are one transaction"),
    ("VACUUM INTO 'x.db'", "VACUUM cannot run here, where all statements are one transaction"),
    ("BEGIN", "all statements together are one transaction already"),
    ("COMMIT", "all statements together are one transaction already"),
    ("ROLLBACK", "all statements together are one transaction already"),
    ("SELECT 1; END", "all statements together are one transaction already"),
    ("SAVEPOINT s", "all statements together are one transaction already"),
    ("PRAGMA writable_schema = ON", "PRAGMA writable_schema is not allowed here"),
    ("PRAGMA journal_mode = OFF", "PRAGMA journal_mode can be read but not set here"),
    ("PRAGMA foreign_keys(0)", "PRAGMA foreign_keys can be read but not set here"),
    ("PRAGMA main.user_version = 9", "PRAGMA user_version can be read but not set here"),
    ("PRAGMA query_only = 0", "PRAGMA query_only can be read but not set here"),
    ("PRAGMA wal_checkpoint", "PRAGMA wal_checkpoint is not allowed here"),
    ("PRAGMA optimize", "PRAGMA optimize is not allowed here"),
    ("PRAGMA incremental_vacuum", "PRAGMA incremental_vacuum is not allowed here"),
    ("PRAGMA ignore_check_constraints = 1", "PRAGMA ignore_check_constraints is not allowed here"),
    ("SELECT load_extension('x')", "load_extension() is not allowed here"),
    ("SELECT fts3_tokenizer('simple')", "fts3_tokenizer() is not allowed here"),
    ("SELECT hex(FTS3_Tokenizer(name)) FROM Cat", "fts3_tokenizer() is not allowed here"),
    ("SELECT fts3_tokenizer('simple', x'00')", "fts3_tokenizer() is not allowed here"),
    ("SELECT max(\"fts3_tokenizer\"('simple'))", "fts3_tokenizer() is not allowed here"),
  ]

  @Test("some things no statement may do", arguments: refused)
  func never(text: String, message: String) throws {
    let fixture = try CatDatabase()
    let before = try fixture.contents()
    let found = fixture.complaint(text, mayWrite: false)
    #expect(found == message)
    #expect(fixture.complaint(text, mayWrite: true) == message)
    #expect(try fixture.contents() == before)
  }

  @Test(
    "what reads only may not write",
    arguments: [
      "DELETE FROM Cat", "INSERT INTO Cat (name) VALUES ('x')", "UPDATE Cat SET name = 'x'",
      "REPLACE INTO Cat (name) VALUES ('x')", "CREATE TABLE x (y)", "CREATE TEMP TABLE x (y)",
      "DROP TABLE Cat", "REINDEX", "ANALYZE", "WITH q AS (SELECT 1) DELETE FROM Cat",
      "DELETE FROM Cat RETURNING *", "CREATE VIEW v AS SELECT 1",
    ])
  func readingOnly(text: String) throws {
    let fixture = try CatDatabase()
    let before = try fixture.contents()
    // Also behind a statement that reads, which is then not shown either.
    for text in [text, "SELECT 1; \(text)"] {
      let found = try #require(fixture.complaint(text, mayWrite: false))
      #expect(found.hasSuffix(" changes the database, which is opened for reading"))
    }
    #expect(try fixture.contents() == before)
  }

  @Test(
    "what the model made stays as it is",
    arguments: [
      "DROP TABLE Cat", "DROP TABLE cat", "DROP VIEW Cat_named", "DROP INDEX \"Cat.bits\"",
      "ALTER TABLE Cat ADD COLUMN x", "ALTER TABLE Cat RENAME TO Dog",
      "ALTER TABLE Cat RENAME COLUMN name TO title", "ALTER TABLE \"CAT\" DROP COLUMN name",
      "DELETE FROM flagdb_model", "UPDATE FlagDB_Model SET source = ''",
      "INSERT INTO flagdb_model VALUES (9, '', '', '')", "DROP TABLE flagdb_model",
      "CREATE TRIGGER t AFTER INSERT ON flagdb_model BEGIN SELECT 1; END",
      "CREATE INDEX i ON flagdb_model (source)",
      "SELECT 1; UPDATE Cat SET name = 'x'; DROP TABLE Cat",
    ])
  func modelStays(text: String) throws {
    let fixture = try CatDatabase()
    let before = try fixture.contents()
    let found = try #require(fixture.complaint(text, mayWrite: true))
    #expect(found.contains("belongs to the model, which SQL must not change"))
    #expect(try fixture.contents() == before)
    #expect(try Database(path: fixture.path, for: .reading).findings().map(\.entity) == ["Cat"])
  }

  @Test("things of one's own can be made and dropped")
  func ownThings() throws {
    let fixture = try CatDatabase()
    _ = try fixture.run(
      """
      CREATE TABLE own (id INTEGER PRIMARY KEY, n); CREATE INDEX own_n ON own (n);
      CREATE VIEW tame AS SELECT name, bits FROM Cat WHERE has(bits, 'A');
      CREATE TRIGGER note AFTER DELETE ON Cat BEGIN
        INSERT INTO own (n) SELECT flags(OLD.bits); SELECT 1;
      END;
      DELETE FROM Cat WHERE name = 'Ada'; ANALYZE; PRAGMA defer_foreign_keys = ON
      """, mayWrite: true)
    #expect(try fixture.run("SELECT n FROM own").answers == [["n", "A|B"]])
    #expect(try fixture.run("SELECT * FROM tame").answers == [["name,bits", "Tom,A"]])
    _ = try fixture.run("DROP TRIGGER note; DROP VIEW tame; DROP TABLE own", mayWrite: true)
    #expect(
      try fixture.run("SELECT count(*) FROM sqlite_schema WHERE name = 'own'").answers == [
        ["count(*)", "0"]
      ])
  }

  @Test(
    "an error undoes all statements",
    arguments: [
      "DELETE FROM Cat; SELECT 1 FROM nowhere",
      "DELETE FROM Cat; INSERT INTO Cat (name) VALUES (NULL)",
      "UPDATE Cat SET bits = 7; UPDATE Cat SET mood = 9", "DELETE FROM Cat; SELECT :missing",
      "DELETE FROM Cat; SELECT", "CREATE TABLE own (x); DELETE FROM Cat; COMMIT",
      "DELETE FROM Cat; SELECT abs(-9223372036854775808)",
      "DELETE FROM Cat; INSERT OR ROLLBACK INTO Cat (name) VALUES (NULL)",
    ])
  func allOrNothing(text: String) throws {
    let fixture = try CatDatabase()
    let before = try fixture.contents()
    #expect(fixture.complaint(text, mayWrite: true) != nil)
    #expect(try fixture.contents() == before)
  }

  @Test(
    "what only answers is allowed",
    arguments: [
      "EXPLAIN DELETE FROM Cat", "EXPLAIN QUERY PLAN UPDATE Cat SET name = 'x'",
      "PRAGMA table_info(Cat)", "PRAGMA foreign_keys", "PRAGMA journal_mode",
      "PRAGMA integrity_check",
      "SELECT * FROM pragma_index_list('Cat')",
    ])
  func reading(text: String) throws {
    #expect(try CatDatabase().complaint(text, mayWrite: false) == nil)
  }
}
