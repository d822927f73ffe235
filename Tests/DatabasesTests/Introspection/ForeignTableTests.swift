import Engines
import FlagModel
import Foundation
import Statistics
import Testing

@testable import Databases

/// Tables, views and keys of every kind, and the entities that they become.
@Suite struct ForeignTableTests {
  /// A line for an entity: its key, its attributes with their types, and its relationships.
  private static func line(_ entity: Entity) -> String {
    let key =
      switch entity.source.key {
      case nil: "no key"
      case .known(let column, _): column.text
      case .hidden(let number, let key): "\(number) hidden\(key.map { " by \($0)" } ?? "")"
      }
    let properties = entity.properties.map { property -> String in
      switch property {
      case .attribute(let attribute):
        let marks = (attribute.isUnique ? "!" : "") + (attribute.isOptional ? "?" : "")
        return "\(attribute.name): \(attribute.declaredType)\(marks)"
      case .relationship(let relationship):
        let inverse = relationship.inverse.map { " ⇄ \($0)" } ?? ""
        return "\(relationship.name) → \(relationship.spelling(target: relationship.target.text))"
          + inverse
      case .group: return "a group"
      }
    }
    return "\(entity.name) [\(key)] \(properties.joined(separator: ", "))"
  }

  @Test(
    arguments: [
      // Keys.
      ("CREATE TABLE t (id INTEGER PRIMARY KEY, a)", ["t [id] a: Any?"]),
      ("CREATE TABLE t (nr integer primary key, a INT)", ["t [nr] a: Int?"]),
      ("CREATE TABLE t (id INT PRIMARY KEY, a)", ["t [rowid hidden by id] id: Int!?, a: Any?"]),
      (
        "CREATE TABLE t (id INTEGER PRIMARY KEY DESC, a)",
        ["t [rowid hidden by id] id: Int!?, a: Any?"]
      ),
      ("CREATE TABLE t (k TEXT PRIMARY KEY)", ["t [rowid hidden by k] k: String!?"]),
      (
        "CREATE TABLE t (a, b, PRIMARY KEY (b, a))", ["t [rowid hidden] a: Any?, b: Any?"]
      ),
      ("CREATE TABLE t (a)", ["t [rowid] a: Any?"]),
      ("CREATE TABLE t (rowid TEXT, a)", ["t [_rowid_] rowid: String?, a: Any?"]),
      (
        "CREATE TABLE t (rowid, OID, _rowid_)", ["t [no key] rowid: Any?, OID: Any?, _rowid_: Any?"]
      ),
      ("CREATE TABLE t (k TEXT PRIMARY KEY, a) WITHOUT ROWID", ["t [k] k: String!, a: Any?"]),
      (
        "CREATE TABLE t (a, b, c, PRIMARY KEY (a, b)) WITHOUT ROWID",
        ["t [no key] a: Any, b: Any, c: Any?"]
      ),
      ("CREATE VIEW v AS SELECT 1 AS a, 'x' AS b", ["v [no key] a: Any?, b: Any?"]),
      ("CREATE VIRTUAL TABLE f USING fts5(a, b)", ["f [rowid] a: Any?, b: Any?"]),
      // Types.
      (
        """
        CREATE TABLE t (a BIGINT, b VARCHAR(9), c DOUBLE PRECISION, d BLOB, e DATETIME, f BOOLEAN,
          g DECIMAL(8, 2), h "NON NULL", i FLOATING POINT)
        """,
        [
          "t [rowid] a: Int?, b: String?, c: Double?, d: Data?, e: Any?, f: Any?, g: Any?, h: Any?, "
            + "i: Int?"
        ]
      ),
      ("CREATE TABLE t (a INT NOT NULL, b ANY) STRICT", ["t [rowid] a: Int, b: Any?"]),
      (
        "CREATE TABLE t (a INT, b INT AS (a + 1), c TEXT AS (a || 'x') STORED)",
        ["t [rowid] a: Int?, b: Int?, c: String?"]
      ),
      // Foreign keys.
      (
        "CREATE TABLE p (id INTEGER PRIMARY KEY REFERENCES p)",
        ["p [id] p → p ⇄ pById, pById → p? ⇄ p"]
      ),
      (
        "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (id INTEGER PRIMARY KEY, p REFERENCES p)",
        ["p [id] c → [c] ⇄ p", "c [id] p → p? ⇄ c"]
      ),
      (
        """
        CREATE TABLE p (id INTEGER PRIMARY KEY);
        CREATE TABLE c (id INTEGER PRIMARY KEY, a NOT NULL REFERENCES p, b REFERENCES p)
        """,
        [
          "p [id] cByA → [c] ⇄ a, cByB → [c] ⇄ b", "c [id] a → p ⇄ cByA, b → p? ⇄ cByB",
        ]
      ),
      (
        "CREATE TABLE n (id INTEGER PRIMARY KEY, up REFERENCES n(id))",
        ["n [id] up → n? ⇄ n, n → [n] ⇄ up"]
      ),
      (
        "CREATE TABLE p (k TEXT PRIMARY KEY); CREATE TABLE c (p TEXT UNIQUE REFERENCES p(k))",
        ["p [rowid hidden by k] k: String!?, c → c? ⇄ p", "c [rowid] p → p? ⇄ c"]
      ),
      (
        "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (id INTEGER PRIMARY KEY REFERENCES p)",
        ["p [id] c → c? ⇄ p", "c [id] p → p ⇄ c"]
      ),
      ("CREATE TABLE c (p INT REFERENCES missing)", ["c [rowid] p: Int?"]),
      (
        "CREATE TABLE p (a INT); CREATE TABLE c (x INT REFERENCES p(a), y INT REFERENCES p(none))",
        ["p [rowid] a: Int?", "c [rowid] x: Int?, y: Int?"]
      ),
      (
        """
        CREATE TABLE p (a INT, b INT, PRIMARY KEY (a, b));
        CREATE TABLE c (x INT, y INT, FOREIGN KEY (x, y) REFERENCES p(a, b))
        """,
        ["p [rowid hidden] a: Int?, b: Int?", "c [rowid] x: Int?, y: Int?"]
      ),
      (
        "CREATE TABLE p (id INTEGER PRIMARY KEY, c TEXT); CREATE TABLE c (p REFERENCES p)",
        ["p [id] c: String?, cByP → [c] ⇄ p", "c [rowid] p → p? ⇄ cByP"]
      ),
      // Pairs.
      (
        """
        CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (id INTEGER PRIMARY KEY);
        CREATE TABLE a_b (a REFERENCES a, b REFERENCES b, PRIMARY KEY (a, b))
        """,
        ["a [id] b → [b] ⇄ a", "b [id] a → [a] ⇄ b"]
      ),
      (
        """
        CREATE TABLE a (id INTEGER PRIMARY KEY);
        CREATE TABLE friends (one REFERENCES a, two REFERENCES a, UNIQUE (two, one))
        """,
        ["a [id] a → [a] ⇄ aByOne, aByOne → [a] ⇄ a"]
      ),
      (
        """
        CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (id INTEGER PRIMARY KEY);
        CREATE TABLE a_b (a REFERENCES a, b REFERENCES b, since, PRIMARY KEY (a, b))
        """,
        [
          "a [id] a_b → [a_b] ⇄ a", "b [id] a_b → [a_b] ⇄ b",
          "a_b [rowid hidden] a → a? ⇄ a_b, b → b? ⇄ a_b, since: Any?",
        ]
      ),
      // Names, and what is not shown.
      (
        "CREATE TABLE \"order by\" (\"select\" INT, \"a b\" INT, ü INT, ä\u{308} INT)",
        ["order by [rowid] select: Int?, a b: Int?, ü: Int?, ä\u{308}: Int?"]
      ),
      (
        "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT); CREATE TABLE flagdb_x (a)",
        ["t [id] ", "flagdb_x [rowid] a: Any?"]
      ),
      ("CREATE TABLE e (a); CREATE VIEW broken AS SELECT unknown(a) FROM e", ["e [rowid] a: Any?"]),
      ("CREATE VIEW v AS SELECT * FROM gone", []),
    ] as [(String, [String])])
  func entities(_ definition: String, _ lines: [String]) throws {
    let scratch = try Scratch()
    try scratch.plain("app.db").run(definition)
    let database = try scratch.open("app.db")
    #expect(database.kind.isForeign)
    #expect(database.schema.entities.map(Self.line) == lines)
    // Every entity can be asked for everything.
    for entity in database.schema.entities {
      #expect(try database.count(entity.name.text) >= 0)
    }
  }

  /// The types that are seen in the records.
  @Test(arguments: [
    ("a DATETIME", "'2026-01-01'), ('2026-01-02'", "String"), ("a BOOLEAN", "0), (1", "Int"),
    ("a DECIMAL", "1), (2.5", "Double"), ("a", "x'00'", "Data"), ("a INT", "1), ('x'", "Any"),
    ("a TEXT", "'x'), (x'00'", "Any"), ("a REAL", "1), (2.5", "Double"), ("a INT", "NULL", "Int"),
    ("a DATETIME", "NULL", "Any"), ("a REAL", "'much'", "Any"), ("a INTEGER", "1.5", "Any"),
  ])
  func types(_ column: String, _ values: String, _ type: Name) throws {
    let scratch = try Scratch()
    try scratch.plain("app.db").run(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, \(column)); INSERT INTO t (a) VALUES (\(values))")
    let database = try scratch.open("app.db")
    try database.lookAtValues(of: ["t"])
    #expect(try database.entity("t").attribute(named: "a")?.declaredType == type)
  }

  /// The first records and the last are looked at, and a view that reckons for ever is not.
  @Test func samples() throws {
    let scratch = try Scratch()
    let rows = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c"
    try scratch.plain("app.db").run(
      """
      CREATE TABLE t (a);
      \(rows) WHERE x < 5000) INSERT INTO t SELECT iif(x < 4900, x, 'late') FROM c;
      CREATE VIEW endless AS \(rows)) SELECT count(x) AS a FROM c
      """)
    let database = try scratch.open("app.db")
    try database.lookAtValues()
    #expect(try database.entity("t").attribute(named: "a")?.declaredType == "Any")
    #expect(try database.entity("endless").attribute(named: "a")?.declaredType == "Any")
    let sizes = try database.read { try DatabaseStatistics(database).sizes() }
    #expect(sizes.map(\.entity) == ["t"])
  }

  /// Another program may change the tables while the file is open.
  @Test func changedTables() throws {
    let scratch = try Scratch()
    let plain = try scratch.plain("app.db")
    try plain.run("CREATE TABLE t (a)")
    let database = try scratch.open("app.db")
    try plain.run("CREATE TABLE u (b)")
    let error = #expect(throws: DatabaseError.self) { try database.read {} }
    #expect(error?.kind == .modelChanged)
    #expect(database.schema.entities.map(\.name) == ["t", "u"])
  }

  @Test func refusals() throws {
    let scratch = try Scratch()
    try scratch.plain("app.db").run("CREATE TABLE t (a)")
    let before = try scratch.bytes("app.db")
    let path = scratch.path("app.db")
    #expect(
      scratch.refusal(of: path, for: .writing)?.message
        == "'\(path)' is a foreign database, which is read-only until it is adopted")
    #expect(try scratch.bytes("app.db") == before)
  }
}
