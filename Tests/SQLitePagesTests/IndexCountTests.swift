import Columns
import SQLitePages
import TestSupport
import Testing

/// Counts of an index as its pages have them, beside what SQLite counts.
@Suite struct IndexCountTests {
  private func expectSame(_ written: Written, _ index: String) throws {
    let counts = try written.counts(index)
    let rows = try written.rows(
      "SELECT m, count(*) FROM t WHERE typeof(m) = 'integer' GROUP BY m ORDER BY m")
    let sorted = counts.integers.sorted { $0.value < $1.value }
    #expect(sorted.map { [.integer($0.value), .integer($0.count)] } == rows)
    let others = try written.rows(
      "SELECT count(*) - count(m), total(typeof(m) IN ('real', 'text', 'blob')) FROM t")
    #expect([[.integer(counts.nulls), .real(Double(counts.others))]] == others)
  }

  private static func fill(_ value: String, _ count: Int) -> String {
    """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
    INSERT INTO t SELECT i, \(value) FROM n
    """
  }

  @Test(arguments: [512, 1024, 4096, 65_536], ["m", "m DESC", "m, k", "m, k DESC, m"])
  func combinationsAreCounted(_ size: Int, _ columns: String) throws {
    let written = try Written(
      "CREATE TABLE t (k INTEGER PRIMARY KEY, m INT); CREATE INDEX i ON t (\(columns))",
      Self.fill("(i * 7919 % 64) & (i * 104729 % 64)", 8_000), pageSize: size)
    try expectSame(written, "i")
    try written.run("DELETE FROM t WHERE k % 3 = 0; UPDATE t SET m = 5 WHERE k % 2 = 0")
    try expectSame(written, "i")
    try written.run("DELETE FROM t")
    try expectSame(written, "i")
  }

  @Test(arguments: [
    "CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN 'text' || i % 3 WHEN 2 THEN i % 4 + 0.5 WHEN 3 THEN i % 9 ELSE x'00' END",
    "i", "-i", "1 << (i % 64)", "NULL", "i % 2 * 9223372036854775807", "7",
    "CASE WHEN i % 2 THEN -9223372036854775808.0 ELSE -9223372036854775807 - 1 END",
    "CASE WHEN i % 2 THEN hex(zeroblob(i % 900)) ELSE i % 3 END",
  ])
  func otherValuesAreCountedApart(_ value: String) throws {
    let written = try Written(
      "CREATE TABLE t (k INTEGER PRIMARY KEY, m INT); CREATE INDEX i ON t (m)",
      Self.fill(value, 3_000), pageSize: 512)
    try expectSame(written, "i")
  }

  @Test func pagesOutsideARangeAreNotRead() throws {
    let written = try Written(
      "CREATE TABLE t (k INTEGER PRIMARY KEY, m INT); CREATE INDEX i ON t (m)",
      Self.fill("i % 500", 20_000), pageSize: 512)
    var asked = 0
    let counts = try written.counts("i") { from, to in
      asked += 1
      guard let from, let to else { return true }
      return from <= 100 && to >= 100
    }
    #expect(counts.integers.first { $0.value == 100 }?.count == 40)
    #expect(counts.total < 2_000 && asked > 10)
  }

  @Test func workThatIsStoppedEnds() throws {
    struct Stop: Error {}
    let written = try Written(
      "CREATE TABLE t (k INTEGER PRIMARY KEY, m INT); CREATE INDEX i ON t (m)",
      Self.fill("i", 150_000), pageSize: 512)
    var counts = ColumnCounts()
    #expect(throws: Stop.self) {
      try IndexCount.count(written.root(of: "i"), in: written.file, where: nil, into: &counts) {
        throw Stop()
      }
    }
  }
}
