import Adopting
import FlagModel
import ForeignModels
import TestSupport
import Testing

@testable import Databases

/// The model of any tables, printed as Swift, is read again as it was.
@Suite struct AdoptedTablesTests {
  private func expectSame(_ definition: String) throws {
    let scratch = try Scratch()
    try scratch.plain("app.db").run(definition)
    let database = try scratch.open("app.db")
    let model = try Adopter(database).model()
    let sidecar = try Adopter(database).sidecar(of: model)
    #expect(sidecar.schema == model.schema, "\(definition)\n\(sidecar.text)")
    for entity in model.schema.entities {
      let columns = Set(entity.attributes.map(\.column.folded))
      #expect(columns.count == entity.attributes.count)
      #expect(try database.count(entity.name.text) >= 0)
    }
  }

  @Test(
    "keys, references and columns of every kind",
    arguments: [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a)",
      "CREATE TABLE t (nr integer primary key, a INT)",
      "CREATE TABLE t (id INT PRIMARY KEY, a)",
      "CREATE TABLE t (id TEXT, a)",
      "CREATE TABLE t (id INTEGER, a)",
      "CREATE TABLE t (id TEXT PRIMARY KEY, a)",
      "CREATE TABLE t (id INTEGER PRIMARY KEY DESC, a)",
      "CREATE TABLE t (a, b, PRIMARY KEY (b, a))",
      "CREATE TABLE t (rowid TEXT, a)",
      "CREATE TABLE t (rowid, OID, _rowid_)",
      "CREATE TABLE t (k TEXT PRIMARY KEY, a) WITHOUT ROWID",
      "CREATE TABLE t (id TEXT PRIMARY KEY, a) WITHOUT ROWID",
      "CREATE TABLE t (k INT PRIMARY KEY, a) WITHOUT ROWID",
      "CREATE TABLE t (k ANY PRIMARY KEY, a INT) STRICT, WITHOUT ROWID",
      "CREATE TABLE t (a, b, c, PRIMARY KEY (a, b)) WITHOUT ROWID",
      "CREATE VIEW v AS SELECT 1 AS a, 'x' AS b, 2 AS id",
      "CREATE VIRTUAL TABLE f USING fts5(a, b)",
      "CREATE VIRTUAL TABLE f USING rtree(id, x0, x1)",
      "CREATE TABLE t (a INT NOT NULL, b ANY, c REAL, d BLOB, e TEXT UNIQUE) STRICT",
      "CREATE TABLE t (a INT, b INT AS (a + 1), c TEXT AS (a || 'x') STORED)",
      "CREATE TABLE t (a INT, b INT, UNIQUE (a, b), UNIQUE (b))",
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (id INTEGER PRIMARY KEY, p REFERENCES p)",
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY);
      CREATE TABLE c (id INTEGER PRIMARY KEY, a NOT NULL REFERENCES p, b UNIQUE REFERENCES p)
      """,
      "CREATE TABLE n (id INTEGER PRIMARY KEY, up REFERENCES n(id))",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, n REFERENCES n(id), N2 REFERENCES n)",
      "CREATE TABLE p (k TEXT PRIMARY KEY); CREATE TABLE c (p TEXT UNIQUE REFERENCES p(k))",
      "CREATE TABLE p (k TEXT PRIMARY KEY) WITHOUT ROWID; CREATE TABLE c (p TEXT REFERENCES p)",
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (id INTEGER PRIMARY KEY REFERENCES p)",
      "CREATE TABLE c (p INT REFERENCES missing)",
      """
      CREATE TABLE p (a INT, b INT, PRIMARY KEY (a, b));
      CREATE TABLE c (x INT, y INT, FOREIGN KEY (x, y) REFERENCES p(a, b))
      """,
      "CREATE TABLE p (id INTEGER PRIMARY KEY, c TEXT); CREATE TABLE c (p REFERENCES p)",
      "CREATE TABLE p (a); CREATE TABLE c (rowid, oid, _rowid_, p REFERENCES p)",
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (id INTEGER PRIMARY KEY);
      CREATE TABLE a_b (a REFERENCES a, b REFERENCES b, PRIMARY KEY (a, b))
      """,
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY);
      CREATE TABLE friends (one REFERENCES a, two REFERENCES a, UNIQUE (two, one))
      """,
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, b); CREATE TABLE b (id INTEGER PRIMARY KEY, a);
      CREATE TABLE a_b (a REFERENCES a, b REFERENCES b, PRIMARY KEY (a, b)) WITHOUT ROWID;
      CREATE TABLE b_a (a REFERENCES a, b REFERENCES b, PRIMARY KEY (a, b)) WITHOUT ROWID
      """,
      "CREATE TABLE e (a); CREATE VIEW broken AS SELECT unknown(a) FROM e",
    ])
  func kinds(_ definition: String) throws { try expectSame(definition) }

  @Test("hundreds of tables, and tables of very many columns") func large() throws {
    let columns = { (count: Int) in (0..<count).map { "c\($0) INT" }.joined(separator: ", ") }
    try expectSame("CREATE TABLE wide (\(columns(1_999)))")
    try expectSame((0..<120).map { "CREATE TABLE t\($0) (\(columns(90)))" }.joined(separator: ";"))
  }

  /// Names of tables and columns that mean something else, or nothing, in Swift, in SQL, or here.
  static let names = [
    "select", "order by", "a b", "a.b", "a_b", ".", "x\"y", "it's", "with`tick", "back\\slash",
    "new\nline", "tab\tbed", "1st", "$0", "_", "__", " ", "+", "-", "self", "Self", "Type", "init",
    "var", "let", "class", "struct", "enum", "func", "nil", "true", "default", "in", "is", "as",
    "Any", "Int", "String", "Date", "Data", "Double", "Bool", "URL", "UUID", "Decimal", "Set",
    "Array", "Optional", "Character", "Float", "Int8", "UInt64", "Locale", "TimeZone", "Entity",
    "Model", "Table", "Column", "Attribute", "Relationship", "Codable", "OptionSet", "Dictionary",
    "Ü", "ü", "é", "e\u{301}", "ß", "名前", "🐈", "[x]", "<x>", "x?", "x!", "a,b", "a:b", "a=b", "#if",
    "@Model", "//", "/* x */", "\\(x)", "\u{202E}abc", "a\u{1}b", "rowid", "oid",
    "id", "kind", "key", "value", "count", "Item_named", "item__", "null",
  ]

  @Test("names that are no names") func oddNames() throws {
    for (index, name) in Self.names.enumerated() {
      let other = Self.names[(index + 1) % Self.names.count]
      let quoted = "\"\(name.replacingQuotes)\""
      // Alone, so that each failure tells its name.
      try expectSame(
        """
        CREATE TABLE \(quoted) (key INTEGER PRIMARY KEY, \(quoted == "\"key\"" ? "x" : quoted) ANY,
          up REFERENCES \(quoted));
        CREATE TABLE "other of it" (\(quoted) REFERENCES \(quoted), "\(other.replacingQuotes) 2" INT)
        """)
    }
  }

  @Test("many tables of odd names, which refer to each other") func oddSchemas() throws {
    for seed in Campaign.seeds(4, many: 10, all: 40) {
      var numbers = Dice(seed: seed)
      let names = Self.distinct(Self.names.shuffled(using: &numbers).prefix(6))
      let tables = names.map { name in
        let columns = Self.distinct(Self.names.shuffled(using: &numbers).prefix(4))
        let lines = columns.map { column -> String in
          let type =
            ["", "INT", "TEXT", "REAL", "BLOB", "ANY"].randomElement(using: &numbers) ?? ""
          let target = names.randomElement(using: &numbers) ?? ""
          let reference =
            Bool.random(using: &numbers) ? " REFERENCES \"\(target.replacingQuotes)\"" : ""
          return "\"\(column.replacingQuotes)\" \(type)\(reference)"
        }
        let key = Bool.random(using: &numbers) ? "\"the key\" INTEGER PRIMARY KEY, " : ""
        return "CREATE TABLE \"\(name.replacingQuotes)\" (\(key)\(lines.joined(separator: ", ")))"
      }
      try expectSame(tables.joined(separator: ";\n"))
    }
  }

  /// Without those that SQLite takes for one.
  private static func distinct(_ names: some Sequence<String>) -> [String] {
    var seen: Set<Name.Folded> = []
    return names.filter { seen.insert(Name($0).folded).inserted }
  }
}

extension String {
  fileprivate var replacingQuotes: String {
    split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
  }
}
