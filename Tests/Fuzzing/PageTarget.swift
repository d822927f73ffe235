import CSQLite
import Columns
import Platform
import SQLitePages
import TestSupport

/// The pages of a database, of which any byte may be wrong.
enum PageTarget {
  private static let statements = """
    CREATE TABLE t (a, b, c REAL); CREATE INDEX i ON t (b);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
    INSERT INTO t SELECT i, i % 3, CASE WHEN i % 20 = 0 THEN hex(zeroblob(i * 9)) ELSE i END FROM n;
    """

  private static let seeds = [
    "", "PRAGMA auto_vacuum = 1;", "PRAGMA page_size = 1024;", "PRAGMA page_size = 4096;",
  ].flatMap { setting in
    ["", "DELETE FROM t WHERE a % 4 = 0;"].map { change in
      file("PRAGMA page_size = 512; \(setting) \(statements) \(change)")
    }
  }

  private static func file(_ sql: String) -> [UInt8] {
    let scratch = ScratchFolder()
    var handle: OpaquePointer?
    sqlite3_open(scratch / "seed.db", &handle)
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    sqlite3_close(handle)
    precondition(code == SQLITE_OK, "the seeds of pages are wrong")
    return (try? readFile(at: scratch / "seed.db", limit: 1 << 20, in: .fresh)) ?? []
  }

  /// Every page is read as the root of a table and of an index.
  static let pages = FuzzTarget("pages", seeds: seeds) { bytes in
    let file: PageFile
    do {
      file = try PageFile(BytesOfPages(bytes: bytes))
    } catch {
      return false
    }
    var isRead = false
    for root in 1...min(max(1, file.pageCount), 12) {
      for hasRowNumbers in [true, false] {
        isRead = try expectSameColumns(file, root, hasRowNumbers) || isRead
      }
      isRead = count(file, root) != nil || isRead
    }
    return isRead
  }

  private static let columns: [StoredColumn] = [
    .value(place: 1, isReal: false, missing: .null), .rowNumber,
    .value(place: 2, isReal: true, missing: .integer(1)),
  ]

  /// A column is the same whichever others are read with it.
  private static func expectSameColumns(
    _ file: PageFile, _ root: UInt32, _ hasRowNumbers: Bool
  ) throws -> Bool {
    guard let all = rows(file, root, columns, hasRowNumbers) else { return false }
    for (place, column) in columns.enumerated() {
      guard let alone = rows(file, root, [column], hasRowNumbers) else { continue }
      try FuzzTarget.expect(
        alone.map { $0[0] } == all.map { $0[place] }, "a column is the same alone",
        "\(root) \(column)")
    }
    return true
  }

  /// Nil where the pages are refused.
  private static func rows(
    _ file: PageFile, _ root: UInt32, _ columns: [StoredColumn], _ hasRowNumbers: Bool
  ) -> [[ColumnValue]]? {
    var rows: [[ColumnValue]] = []
    do {
      let scan = TableScan(file, root: root, columns: columns, hasRowNumbers: hasRowNumbers)
      try scan.pass { batch in
        for row in 0..<batch.count { rows.append(batch.values(at: row)) }
      }
      return rows
    } catch {
      return nil
    }
  }

  private static func count(_ file: PageFile, _ root: UInt32) -> ColumnCounts? {
    var counts = ColumnCounts()
    do {
      try IndexCount.count(root, in: file, where: nil, into: &counts) {}
      return counts
    } catch {
      return nil
    }
  }
}

private struct BytesOfPages: PageBytes {
  let bytes: [UInt8]

  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    guard offset >= 0, Int(offset) + buffer.count <= bytes.count else { return false }
    buffer.copyBytes(from: bytes[Int(offset)..<Int(offset) + buffer.count])
    return true
  }

  var size: Int64 { Int64(bytes.count) }
}
