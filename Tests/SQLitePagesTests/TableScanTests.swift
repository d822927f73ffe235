import Columns
import SQLitePages
import TestSupport
import Testing

/// Tables as their pages have them, beside what SQLite reads.
@Suite struct TableScanTests {
  private static let sizes = [512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536]

  private func value(_ place: Int, isReal: Bool = false) -> StoredColumn {
    .value(place: place, isReal: isReal, missing: .null)
  }

  // MARK: Values

  @Test func everyKindOfValueIsRead() throws {
    let numbers: [Int64] = [
      0, 1, 2, -1, 127, 128, -128, -129, 32_767, 32_768, -32_768, -32_769, 8_388_607, 8_388_608,
      -8_388_608, -8_388_609, 2_147_483_647, 2_147_483_648, -2_147_483_648, -2_147_483_649,
      140_737_488_355_327, 140_737_488_355_328, -140_737_488_355_328, -140_737_488_355_329,
      .max, -.max, .min,
    ]
    let literals =
      numbers.map { $0 == .min ? "-9223372036854775807 - 1" : "\($0)" }
      + [
        "NULL", "1.5", "-2e300", "9e999", "-9e999", "''", "'é€😀'", "x''", "x'00ff'",
        "'a' || char(0) || 'b'",
      ]
    let written = try Written("CREATE TABLE t (a, b)")
    for literal in literals { try written.run("INSERT INTO t VALUES (\(literal), \(literal))") }
    let rows = try written.rows("SELECT b, rowid, a FROM t")
    #expect(rows.count == literals.count)
    #expect(try written.scan("t", [value(1), .rowNumber, value(0)]) == rows)
  }

  @Test func wholeNumbersInARealColumnAreReal() throws {
    let written = try Written(
      "CREATE TABLE t (a REAL); INSERT INTO t VALUES (1), (2.5), (-0.0), (1e300), (NULL), ('x')")
    #expect(try written.scan("t", [value(0, isReal: true)]) == written.rows("SELECT a FROM t"))
  }

  @Test func whatIsNoNumberIsNull() throws {
    let written = try Written("CREATE TABLE t (a REAL); INSERT INTO t VALUES (1.5)")
    var bytes = try written.bytes
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: [0x3F, 0xF8, 0, 0, 0, 0, 0, 0]) })
    bytes[place + 1] = 0xF8
    bytes[place] = 0x7F
    let rows = try Written.scan(
      PageFile(MemoryPages(bytes)), written.root(of: "t"), [value(0, isReal: true)])
    #expect(rows == [[.null]])
  }

  @Test func aKeyIsTheNumberOfTheRow() throws {
    let written = try Written(
      "CREATE TABLE t (a, k INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (5, -7, 6), (1, 1e15, 2)")
    #expect(
      try written.scan("t", [.rowNumber, value(0), value(2)])
        == written.rows("SELECT k, a, b FROM t")
    )
  }

  @Test func oldRecordsHaveTheDefaultsOfNewColumns() throws {
    let written = try Written(
      "CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)",
      "ALTER TABLE t ADD COLUMN b DEFAULT 7; INSERT INTO t VALUES (3, NULL)",
      "ALTER TABLE t ADD COLUMN c REAL DEFAULT 8; ALTER TABLE t ADD COLUMN d",
      "INSERT INTO t VALUES (4, 5, 6, 7)")
    let columns: [StoredColumn] = [
      value(0), .value(place: 1, isReal: false, missing: .integer(7)),
      .value(place: 2, isReal: true, missing: .real(8)), value(3),
    ]
    #expect(try written.scan("t", columns) == written.rows("SELECT * FROM t"))
    #expect(throws: ColumnRefusal.self) {
      try written.scan("t", [.value(place: 1, isReal: false, missing: nil)])
    }
  }

  @Test func columnsThatAreCalculatedTakeNoPlace() throws {
    let written = try Written(
      "CREATE TABLE t (a, b AS (a * 2) VIRTUAL, c AS (a * 3) STORED, d)",
      "INSERT INTO t VALUES (1, 2), (3, 4)")
    #expect(
      try written.scan("t", [value(0), value(1), value(2)]) == written.rows("SELECT a, c, d FROM t")
    )
  }

  // MARK: Pages

  @Test(arguments: sizes, [Int32(0), 32])
  func pagesOfEverySizeAreRead(_ size: Int, _ reserved: Int32) throws {
    let written = try Written(
      "CREATE TABLE t (k INTEGER PRIMARY KEY, a, b, c)",
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO t SELECT i * 3, i % 7, CASE WHEN i % 50 = 0 THEN hex(zeroblob(i * 7))
        ELSE substr('abcdefghijklmnop', 1, i % 16) END, i FROM n
      """, pageSize: size, reserved: reserved)
    let all = [.rowNumber, value(1), value(2), value(3)]
    #expect(try written.scan("t", all) == written.rows("SELECT k, a, b, c FROM t"))
    try written.run("DELETE FROM t WHERE k % 4 <> 0 OR k BETWEEN 2000 AND 6000")
    #expect(try written.scan("t", all) == written.rows("SELECT k, a, b, c FROM t"))
    try written.run("UPDATE t SET b = hex(zeroblob(k % 900)) WHERE k % 8 = 0; VACUUM")
    #expect(try written.scan("t", all) == written.rows("SELECT k, a, b, c FROM t"))
    try written.run("DELETE FROM t")
    #expect(try written.scan("t", all) == [])
  }

  /// The records are in the order of the primary key, whose columns come first.
  @Test(arguments: sizes, [Int32(0), 32])
  func aTableWithoutRowidsIsRead(_ size: Int, _ reserved: Int32) throws {
    let written = try Written(
      "CREATE TABLE t (a, b, c REAL, k, PRIMARY KEY (k DESC, b)) WITHOUT ROWID",
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO t SELECT CASE WHEN i % 50 = 0 THEN hex(zeroblob(i * 7)) ELSE i % 9 END, i % 7, i / 2,
        substr('abcdefghijklmnop', 1, i % 16) || (i % 301) || '-' || i FROM n
      """, pageSize: size, reserved: reserved)
    // The key comes first: k, b, a, c.
    let all = [value(2), value(1), value(3, isReal: true), value(0)]
    let select = "SELECT a, b, c, k FROM t"
    #expect(try written.scan("t", all, hasRowNumbers: false) == written.rows(select))
    try written.run("DELETE FROM t WHERE b % 4 <> 0; VACUUM")
    #expect(try written.scan("t", all, hasRowNumbers: false) == written.rows(select))
    try written.run("DELETE FROM t")
    #expect(try written.scan("t", all, hasRowNumbers: false) == [])
  }

  @Test func pointerMapsAndFreePagesAreNotOfTheTree() throws {
    let written = try Written(
      "PRAGMA auto_vacuum = 2; CREATE TABLE t (a); CREATE TABLE u (a)",
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO t SELECT hex(randomblob(i % 300)) FROM n
      """,
      "INSERT INTO u SELECT * FROM t; DELETE FROM t WHERE rowid % 3 = 0; DROP TABLE u",
      pageSize: 512)
    #expect(try written.scan("t", [value(0)]) == written.rows("SELECT a FROM t"))
    try written.run("PRAGMA incremental_vacuum(100)")
    #expect(try written.scan("t", [value(0)]) == written.rows("SELECT a FROM t"))
  }

  @Test func aTableOfHundredsOfColumnsHasLongHeaders() throws {
    let names = (0..<900).map { "c\($0)" }
    let written = try Written(
      "CREATE TABLE t (\(names.joined(separator: ",")))",
      "INSERT INTO t VALUES (\(names.indices.map { $0 % 9 == 0 ? "hex(zeroblob(\($0)))" : "\($0 * $0)" }.joined(separator: ",")))",
      pageSize: 512)
    let places = [0, 9, 10, 450, 891, 899]
    #expect(
      try written.scan("t", places.map { value($0) })
        == written.rows("SELECT \(places.map { "c\($0)" }.joined(separator: ",")) FROM t"))
  }

  @Test func aRecordBeyondTheLimitIsLeftToSQL() throws {
    let written = try Written("CREATE TABLE t (a, b); INSERT INTO t VALUES (zeroblob(9000000), 1)")
    #expect(throws: ColumnRefusal("a record has more than 8388608 bytes")) {
      try written.scan("t", [value(1)])
    }
  }

  /// Long texts are in memory a few at a time, and numbers behind them one at a time.
  @Test(arguments: [0, 1]) func longRecordsComeInSeveralBatches(_ place: Int) throws {
    let written = try Written(
      "CREATE TABLE t (a, b)",
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
      INSERT INTO t SELECT hex(zeroblob(300000 + i)), i FROM n
      """)
    var rows: [[ColumnValue]] = []
    var batches = 0
    let scan = try TableScan(written.file, root: written.root(of: "t"), columns: [value(place)])
    try scan.pass { batch in
      batches += 1
      #expect(batch.bytes.count < 5_000_000)
      for row in 0..<batch.count { rows.append(batch.values(at: row)) }
    }
    #expect(place == 0 ? batches > 5 : batches == 1)
    #expect(try rows == written.rows("SELECT \(place == 0 ? "a" : "b") FROM t"))
  }

  @Test func aLongTextOfAllColumnsHasItsOwnBytes() throws {
    let written = try Written(
      "CREATE TABLE t (a, b, c)",
      "INSERT INTO t VALUES (hex(zeroblob(9000)), 1, 'short'), (hex(zeroblob(7000)), 2, hex(zeroblob(40)))"
    )
    let columns = [value(2), value(0), value(1)]
    #expect(try written.scan("t", columns) == written.rows("SELECT c, a, b FROM t"))
  }

  // MARK: Damage

  @Test func aTreeThatLeadsBackToItselfEnds() throws {
    let written = try Written(
      "CREATE TABLE t (a)",
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO t SELECT i FROM n
      """, pageSize: 512)
    var bytes = try written.bytes
    let root = try written.root(of: "t")
    let start = Int(root - 1) * 512
    #expect(bytes[start] == 5)
    // The last child of the root is the root.
    for index in 0..<4 {
      bytes[start + 8 + index] = UInt8(truncatingIfNeeded: root >> UInt32(24 - 8 * index))
    }
    #expect(throws: ColumnRefusal.self) {
      try Written.scan(PageFile(MemoryPages(bytes)), root, [value(0)])
    }
  }

  @Test(arguments: 0..<Campaign.size(25, many: 200, all: 2_000))
  func damagedPagesEndInARefusal(_ seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let written = try Self.damaged.get()
    var bytes = written.bytes
    for _ in 0...dice.next() % 6 {
      let place = 512 + Int(dice.next() % UInt64(bytes.count - 512))
      // The headers of pages and cells are where damage does most.
      let near = dice.isLucky(2) ? place / 512 * 512 + place % 40 : place
      bytes[near] = dice.isLucky(3) ? 0xFF : UInt8(truncatingIfNeeded: dice.next())
    }
    let file = try PageFile(MemoryPages(bytes))
    for root in written.roots {
      do {
        _ = try Written.scan(file, root, [value(0), value(1), .rowNumber, value(2)])
      } catch is ColumnRefusal {}
      do {
        _ = try Written.scan(file, root, [value(0), value(1)], hasRowNumbers: false)
      } catch is ColumnRefusal {}
      do {
        var counts = ColumnCounts()
        try IndexCount.count(root, in: file, where: nil, into: &counts) {}
      } catch is ColumnRefusal {}
    }
  }

  private static let damaged = Result {
    let written = try Written(
      "CREATE TABLE t (a, b, c); CREATE INDEX i ON t (b)",
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO t SELECT i, i % 5, CASE WHEN i % 40 = 0 THEN hex(zeroblob(i)) ELSE 'text' END FROM n
      """, pageSize: 512)
    return (
      bytes: try written.bytes, roots: [try written.root(of: "t"), try written.root(of: "i")]
    )
  }
}
