import FlagModel
import Testing

@testable import Migrations
@testable import SQLText

/// The text of a plan, and the tables that are taken for the same.
@Suite struct ScriptTests {
  @Test func valuesAreWrittenOut() throws {
    let plan = try plan(
      "@Model final class T { var x: Int }", "@Model final class T { var x: Int; var y: String }",
      decisions: MigrationDecisions(fills: [Fill(attribute: "y", text: "it's")]))
    #expect(
      plan.script(with: ["INSERT INTO m VALUES (\(.text("'")))"], in: SQLiteDialect()) == """
        PRAGMA foreign_keys = OFF;
        BEGIN IMMEDIATE;
        CREATE TEMP TABLE flagdb_proof (
          version INTEGER CONSTRAINT "the database has changed since this script was made" CHECK (version),
          keys INTEGER CONSTRAINT "a record refers to one that does not exist" CHECK (keys)
        );
        DROP VIEW T_named;
        CREATE TABLE "flagdb_new_T" (id INTEGER PRIMARY KEY, x INTEGER NOT NULL, y TEXT NOT NULL) STRICT;
        INSERT INTO flagdb_new_T (id, x, y) SELECT id, x, y FROM (SELECT id AS id, x AS x, 'it''s' AS y FROM T);
        DROP TABLE T;
        PRAGMA legacy_alter_table = ON;
        ALTER TABLE flagdb_new_T RENAME TO T;
        PRAGMA legacy_alter_table = OFF;
        CREATE VIEW T_named AS SELECT
          id,
          x,
          y
        FROM T;
        INSERT INTO m VALUES ('''');
        INSERT INTO flagdb_proof (keys) SELECT NOT EXISTS (SELECT * FROM pragma_foreign_key_check);
        DROP TABLE temp.flagdb_proof;
        COMMIT;
        PRAGMA foreign_keys = ON;

        """)
  }

  @Test(arguments: [
    (
      "CREATE TABLE \"T\" (id INTEGER PRIMARY KEY, b TEXT, a INTEGER CHECK (a IN (0, 1))) STRICT",
      true
    ),
    (
      "CREATE TABLE \"T\" (id INTEGER PRIMARY KEY, a INTEGER CHECK (a IN (1, 0)), b TEXT) STRICT",
      false
    ),
    ("CREATE TABLE \"T\" (id INTEGER PRIMARY KEY, a INTEGER CHECK (a IN (0, 1))) STRICT", false),
    ("CREATE TABLE \"T\" (id INTEGER PRIMARY KEY, a INTEGER CHECK (a IN (0, 1)), b TEXT)", false),
  ])
  func onlyTheOrderOfColumnsMayDiffer(_ stored: String, _ isSame: Bool) throws {
    let schema = try model("@Model final class T { var a: Bool?; var b: String? }")
    let table = try #require(schemaObjects(of: schema, in: SQLiteDialect()).first)
    #expect(table.isEquivalent(to: stored) == isSame)
  }
}
