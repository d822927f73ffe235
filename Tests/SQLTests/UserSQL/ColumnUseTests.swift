import FlagModel
import Testing

@testable import UserSQL

/// The facts about columns that the SQL of a file states.
@Suite("Use of columns in SQL")
struct ColumnUseTests {
  private func use(of column: Name, in sql: String) -> ColumnUse {
    StatementUse(sql)?.columns[column.folded] ?? ColumnUse()
  }

  @Test(
    "bits that are tested or changed",
    arguments: [
      ("CREATE VIEW v AS SELECT * FROM t WHERE flags & 4", [4]),
      ("CREATE VIEW v AS SELECT * FROM t WHERE 0x10 & t.\"Flags\"", [16]),
      ("CREATE VIEW v AS SELECT (flags & (1 << 5)) <> 0 FROM t", [32]),
      ("CREATE INDEX i ON t (id) WHERE flags & 2 OR [flags] & 8", [2, 8]),
      ("CREATE TRIGGER x AFTER INSERT ON t BEGIN UPDATE t SET flags = flags & ~64; END", [64]),
      ("CREATE TRIGGER x AFTER INSERT ON t BEGIN UPDATE t SET flags = flags | 64; END", [64]),
      ("CREATE VIEW v AS SELECT flags || 4 FROM t", []),
      ("CREATE VIEW v AS SELECT 'flags & 4', other & 4 FROM t", []),
      ("CREATE VIEW v AS SELECT flags & mask FROM t", []),
      ("CREATE VIEW v AS SELECT flags & 4 -- & 8\nFROM t", [4]),
    ] as [(String, Set<UInt64>)])
  func masks(sql: String, masks: Set<UInt64>) {
    #expect(use(of: "flags", in: sql).masks == masks)
  }

  @Test(
    "a remainder is no test of bits",
    arguments: [
      ([1], false), ([0xFF], false), ([1, 3, 7], false), ([2], true), ([1, 2], true), ([6], true),
      ([1 << 63], true), ([UInt64.max], false), ([], false),
    ] as [(Set<UInt64>, Bool)])
  func testsBits(masks: Set<UInt64>, isTest: Bool) {
    #expect(ColumnUse(masks: masks).testsBits == isTest)
  }

  @Test(
    "values that a CHECK allows",
    arguments: [
      ("CREATE TABLE t (kind TEXT CHECK (kind IN ('a', 'it''s')))", [.text("a"), .text("it's")]),
      (
        "CREATE TABLE t (kind INT CHECK ((\"kind\" IN (-1, 0, 2))))",
        [
          .integer(-1), .integer(0), .integer(2),
        ]
      ),
      ("CREATE TABLE t (kind TEXT CHECK (kind IS NULL OR kind IN ('a')))", [.text("a")]),
      ("CREATE TABLE t (kind TEXT CHECK (kind IN ('a', NULL)))", [.text("a")]),
      ("CREATE TABLE t (kind TEXT CHECK (kind NOT IN ('a', 'b')))", []),
      ("CREATE TABLE t (kind TEXT CHECK (other = 1 AND kind IN ('a', 'b')))", []),
      ("CREATE TABLE t (kind TEXT CHECK (kind IN (lower('a'), 'b')))", []),
      ("CREATE VIEW v AS SELECT * FROM t WHERE kind IN ('a', 'b')", []),
      ("CREATE TABLE t (kind TEXT CHECK (kind IN ('a'", []),
    ] as [(String, [Value])])
  func values(sql: String, values: [Value]) {
    #expect(use(of: "kind", in: sql).values == values)
  }

  @Test func aStatementTellsOfTheTablesThatItNames() throws {
    let use = try #require(StatementUse("CREATE VIEW v AS SELECT 1 FROM \"My Table\" JOIN other"))
    #expect(use.names.contains(Name("my table").folded) && use.names.contains(Name("OTHER").folded))
    #expect(StatementUse("CREATE VIEW v AS SELECT 'open") == nil)
    #expect(StatementUse(String(repeating: "x ", count: 1 << 20)) == nil)
  }
}
