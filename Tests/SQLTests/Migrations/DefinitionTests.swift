import FlagModel
import Testing

@testable import Migrations
@testable import Queries
@testable import SQLText

/// One column, values that it takes and values that it refuses.
struct ColumnCheck: CustomTestStringConvertible {
  let declaration: String
  let good: [String]
  let bad: [String]

  init(_ declaration: String, takes good: [String], refuses bad: [String]) {
    self.declaration = declaration
    self.good = good
    self.bad = bad
  }

  var testDescription: String { declaration }
}

/// The tables of a model in SQLite, tried as a client would that knows nothing of flagdb.
@Suite struct DefinitionTests {
  @Test func exampleModel() throws {
    let objects = schemaObjects(of: try Zoo.schema(), in: SQLiteDialect())
    let text = objects.map { "\($0.sql);\n" }.joined()
    #expect(text == Self.golden)
  }

  @Test("the objects of one table are those among all", arguments: ["Sample", "Reading"] as [Name])
  func objectsOfOneTable(_ table: Name) throws {
    let schema = try Zoo.schema()
    for kind in [SchemaObject.Kind.table, .index, .trigger] {
      let all = schemaObjects(kind, of: schema, in: SQLiteDialect())
      let ofTable = schemaObjects(kind, of: schema, in: SQLiteDialect(), on: table)
      #expect(ofTable.map(\.sql) == all.filter { $0.table == table }.map(\.sql))
    }
  }

  private static let golden = #"""
    CREATE TABLE "Sample" (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, note TEXT, taken TEXT NOT NULL CHECK (datetime(substr(taken, 1, 19), '+0 days') IS substr(taken, 1, 19) AND taken >= '0001' AND (length(taken) = 19 OR taken GLOB '???????????????????.[0-9]*' AND length(taken) BETWEEN 21 AND 26 AND substr(taken, 21) NOT GLOB '*[^0-9]*')), score REAL NOT NULL DEFAULT 50.0 CHECK (abs(score) < 9e999 AND score >= 0.0 AND score <= 100.0), price INTEGER, status INTEGER NOT NULL DEFAULT 0 CHECK (status IN (0, 1, 2)), markers INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE TABLE "Reading" (id INTEGER PRIMARY KEY, sample INTEGER REFERENCES "Sample" ON DELETE CASCADE, value REAL NOT NULL CHECK (abs(value) < 9e999), tags TEXT NOT NULL DEFAULT '[]' CHECK (tags GLOB '[[]*]')) STRICT;
    CREATE INDEX "Sample.markers" ON Sample (markers);
    CREATE INDEX "Reading.sample" ON Reading (sample);
    CREATE VIEW Sample_named AS SELECT
      id,
      code,
      note,
      taken,
      score,
      price / 1000000.0 AS price,
      CASE status WHEN 0 THEN 'received' WHEN 1 THEN 'measured' WHEN 2 THEN 'archived' ELSE '?' || status END AS status,
      substr(iif(markers & 1, '|RAW', '') || iif(markers & 2, '|HRM', '') || iif(markers & 4, '|PLX', '') || iif(markers & ~7, printf('|0x%X', markers & ~7), ''), 2) AS markers
    FROM Sample;
    CREATE VIEW Reading_named AS SELECT
      id,
      sample,
      value,
      tags
    FROM Reading;

    """#

  @Test(arguments: [
    ColumnCheck("Bool", takes: ["0", "1"], refuses: ["2", "-1", "'true'", "NULL"]),
    ColumnCheck("Bool?", takes: ["NULL", "1"], refuses: ["2"]),
    ColumnCheck(
      "Int", takes: ["0x8000000000000000", "9223372036854775807"], refuses: ["'x'", "1.5"]),
    ColumnCheck("Int8", takes: ["-128", "127"], refuses: ["-129", "128"]),
    ColumnCheck("Int16", takes: ["-32768", "32767"], refuses: ["-32769", "32768"]),
    ColumnCheck(
      "Int32", takes: ["-2147483648", "2147483647"], refuses: ["-2147483649", "2147483648"]),
    ColumnCheck("UInt8", takes: ["0", "255"], refuses: ["-1", "256"]),
    ColumnCheck("UInt16", takes: ["65535"], refuses: ["-1", "65536"]),
    ColumnCheck("UInt32", takes: ["4294967295"], refuses: ["-1", "4294967296"]),
    ColumnCheck("UInt64", takes: ["9223372036854775807"], refuses: ["-1"]),
    ColumnCheck("Double", takes: ["1", "-1.5", "1e308"], refuses: ["9e999", "-9e999", "'x'"]),
    ColumnCheck("Float", takes: ["3.4028235e38"], refuses: ["3.5e38", "-9e999"]),
    ColumnCheck("Decimal", takes: ["1500000", "-1"], refuses: ["1.5", "'1.5'"]),
    ColumnCheck("String", takes: ["''", "'x'"], refuses: ["x'00'", "NULL"]),
    ColumnCheck(
      "Date",
      takes: [
        "'2026-11-20 10:30:00'", "'2026-11-20 10:30:59.999999'", "'0001-01-01 00:00:00'",
        "'9999-12-31 23:59:59.9'", "'2028-02-29 00:00:00'", "'2026-11-20 10:30:00.120'",
        "datetime('now')", "strftime('%Y-%m-%d %H:%M:%f', 'now')",
      ],
      refuses: [
        "'2026-02-30 00:00:00'", "'2026-11-20'", "'2026-11-20T10:30:00'",
        "'2026-11-20 10:30:00Z'", "'2026-11-20 10:30:00+00:00'", "'2026-11-20 10:30:00 '",
        "'2026-11-20 24:00:00'", "'2026-11-20 10:30:60'", "'0000-01-01 00:00:00'", "'soon'",
        "'2026-11-20 10:30:00.1234567'", "'2026-11-20 10:30:00.'", "'2026-11-20 10:30:00..5'",
        "'2026-11-20 10:30:00x.5'", "'2026-11-20 10:30:00.5x'", "'2026-11-20 10:30:001'",
        "1700000000", "''", "'now'", "'2027-02-29 00:00:00'",
      ]),
    ColumnCheck(
      "UUID", takes: ["'9B2E4C1A-5D3F-4E6B-8A7C-0F1D2E3B4C5A'"],
      refuses: [
        "'9b2e4c1a-5d3f-4e6b-8a7c-0f1d2e3b4c5a'", "'9B2E4C1A5D3F4E6B8A7C0F1D2E3B4C5A'",
        "'9B2E4C1A-5D3F-4E6B-8A7C-0F1D2E3B4C5'", "'---------------------------------  -'",
        "'------------------------------------'", "'9B2E4C1G-5D3F-4E6B-8A7C-0F1D2E3B4C5A'", "''",
      ]),
    ColumnCheck(
      "URL", takes: ["'https://example.org/é'", "'../x'"],
      refuses: ["''", "'a b'", "'a' || char(10)", "char(9)"]),
    ColumnCheck("Data", takes: ["x''", "x'00FF'"], refuses: ["'x'", "1"]),
    ColumnCheck(
      "[String]", takes: ["'[]'", "'[\"a\"]'"], refuses: ["''", "'a,b'", "'{\"a\":1}'", "'null'"]),
    ColumnCheck("Status", takes: ["0", "2"], refuses: ["3", "-1", "'received'", "NULL"]),
    ColumnCheck("Mood?", takes: ["'c'", "'it''s'", "NULL"], refuses: ["'calm'", "''", "'it'"]),
    ColumnCheck(
      "Marks", takes: ["0", "-1", "0x8000000000000000"], refuses: ["NULL", "'RAW'", "0.5"]),
  ])
  func types(_ check: ColumnCheck) throws {
    try tried("var value: \(check.declaration)", check)
  }

  @Test(arguments: [
    ColumnCheck("(0...100) var value: Double", takes: ["0", "100"], refuses: ["-0.1", "100.5"]),
    ColumnCheck("(1..<10) var value: Int", takes: ["1", "9"], refuses: ["0", "10"]),
    ColumnCheck("(1...) var value: Int?", takes: ["1", "NULL"], refuses: ["0"]),
    ColumnCheck("(...5) var value: Decimal", takes: ["5000000"], refuses: ["5000001"]),
    ColumnCheck(
      "(length: 1...3) var value: String", takes: ["'é'", "'äöü'"], refuses: ["''", "'abcd'"]),
    ColumnCheck("(length: 2...2) var value: Data", takes: ["x'0102'"], refuses: ["x'01'"]),
  ])
  func validity(_ check: ColumnCheck) throws {
    try tried("@Valid\(check.declaration)", check)
  }

  private func tried(_ declaration: String, _ check: ColumnCheck) throws {
    let schema = try model(
      """
      struct Marks: OptionSet { let rawValue: Int64; static let RAW = Marks(rawValue: 1) }
      enum Status: Int32 { case received, measured, archived }
      enum Mood: String { case calm = "c", wild = "it's" }
      @Model final class Thing { \(declaration) }
      """)
    let database = try MemoryDatabase(schema)
    for value in check.good {
      #expect(database.complaint("INSERT INTO Thing (value) VALUES (\(value))") == nil, "\(value)")
    }
    for value in check.bad {
      #expect(database.complaint("INSERT INTO Thing (value) VALUES (\(value))") != nil, "\(value)")
    }
    #expect(try database.run("SELECT count(*) FROM Thing") == [[.integer(Int64(check.good.count))]])
    // What plain SQL lets in, the library reads as a value of the attribute.
    let attribute = try #require(try schema.declared("Thing").attributes.first)
    for row in try database.run("SELECT value FROM Thing") {
      let isDate = attribute.type == .date
      let value = isDate ? try attribute.value(from: attribute.type.text(of: row[0])) : row[0]
      #expect(throws: Never.self) { try attribute.check(value) }
    }
  }

  @Test func defaults() throws {
    let schema = try model(
      """
      struct Marks: OptionSet { let rawValue: Int64; static let top = Marks(rawValue: 1 << 63) }
      @Model final class Thing {
        var text: String = "it's \\u{301}'\\u{301} \\"x\\""
        var least: Int = -9223372036854775808
        var small: Double = -1e-300
        var marks: Marks = [.top]
        var when: Date = Date()
        var key: UUID = UUID()
        var bytes: Data = Data()
        var list: [Int] = []
      }
      """)
    let database = try MemoryDatabase(schema)
    let thing = try schema.declared("Thing")
    let columns = thing.defaultColumns(in: schema)
    for _ in 0..<50 { try database.run("INSERT INTO Thing DEFAULT VALUES") }
    for row in try database.run(Query(thing, columns: columns).sql) {
      for (attribute, value) in zip(thing.attributes, row.dropFirst()) {
        #expect(throws: Never.self, "\(attribute.name)") { try attribute.check(value) }
        if case .value(let preset) = attribute.defaultValue { #expect(value == preset) }
      }
    }
    let keys = try database.run("SELECT count(DISTINCT key) FROM Thing")
    #expect(keys == [[.integer(50)]])
  }

  @Test func namesThatAreWordsOfSQL() throws {
    let schema = try model(
      """
      struct Grüße: OptionSet { let rawValue: Int; static let schön = Grüße(rawValue: 1) }
      @Model final class Order {
        @Attribute(.unique) var `where`: String
        var group: Grüße = []
        var größe: Decimal?
        var values: [Table] = []
      }
      @Model final class Table { var parent: Order?; var order: Int; var rowid: Int; var _rowid_: Int? }
      """)
    let database = try MemoryDatabase(schema)
    try database.run(
      #"INSERT INTO "Order" ("where", "group", "größe") VALUES ('x', 1, 1500000)"#)
    let named = try database.run(#"SELECT "where", "group", "größe" FROM Order_named"#)
    #expect(named == [[.text("x"), .text("schön"), .real(1.5)]])
    let order = try schema.declared("Order")
    let columns = try order.columns("*, values", in: schema)
    #expect(try database.run(Query(order, columns: columns).sql).count == 1)
  }
}
