import Columns
import Engines
import FlagModel
import Platform
import SQLitePages
import Testing

@testable import Databases
@testable import SQLiteEngine

/// Scans that several threads share.
@Suite struct SharedScanTests {
  init() { readPagesThroughFaults() }

  /// A file in memory, of which a read may fail.
  private struct Pages: PageBytes {
    let all: [UInt8]
    let failing: Range<Int64>

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
      guard offset >= 0, Int(offset) + buffer.count <= all.count,
        !failing.overlaps(offset..<offset + Int64(buffer.count))
      else { return false }
      buffer.copyBytes(from: all[Int(offset)..<Int(offset) + buffer.count])
      return true
    }

    var size: Int64 { Int64(all.count) }
  }

  private static let columns: [StoredColumn] = [
    .rowNumber, .value(place: 1, isReal: false, missing: .null),
  ]

  /// A table of small pages, some of them with overflow pages.
  private func makeTable(_ scratch: Scratch) throws {
    try scratch.plain("t.db").run(
      """
      PRAGMA page_size = 512;
      CREATE TABLE t (id INTEGER PRIMARY KEY, a);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO t SELECT i, CASE WHEN i % 20 THEN i * 7 ELSE hex(zeroblob(i)) END FROM n
      """)
  }

  private func scan(_ scratch: Scratch, failing: Range<Int64> = 0..<0) throws -> TableScan {
    let root = try #require(
      UInt32(try scratch.plain("t.db").texts("SELECT rootpage FROM sqlite_schema")[0]))
    let file = try PageFile(Pages(all: scratch.bytes("t.db"), failing: failing))
    return TableScan(file, root: root, columns: Self.columns)
  }

  private func sharing(_ threads: Int, pages: Int = 1) -> ScanSharing {
    var sharing = ScanSharing(threads: threads)
    sharing.pieceSize = 512 * pages
    sharing.leastShare = 0
    return sharing
  }

  @Test(arguments: [2, 3, 8], [1, 5]) func theOrderIsThatOfTheTable(_ threads: Int, _ pages: Int)
    throws
  {
    let scratch = try Scratch()
    try makeTable(scratch)
    let scan = try scan(scratch)
    var alone: [[ColumnValue]] = []
    try scan.pass { batch in
      for row in 0..<batch.count { alone.append(batch.values(at: row)) }
    }
    #expect(alone.count == 3_000)
    let sharing = sharing(threads, pages: pages)
    for _ in 0..<20 {
      let shared = try SharedScan(scan, sharing, CollectedRows()).run(on: threads) {}
      #expect(shared.rows == alone)
    }
  }

  /// Pages are read on several threads, and one of the reads fails: all of them end, with one error.
  @Test(arguments: [false, true]) func anErrorEndsAllThreads(_ needsOrder: Bool) throws {
    let scratch = try Scratch()
    try makeTable(scratch)
    let middle = Int64(try scratch.bytes("t.db").count / 1_024 * 512)
    let scan = try scan(scratch, failing: middle..<middle + 512)
    for _ in 0..<20 {
      #expect(throws: ColumnRefusal("a page cannot be read")) {
        if needsOrder {
          _ = try SharedScan(scan, sharing(4), CollectedRows()).run(on: 4) {}
        } else {
          let bins = ColumnBins(where: nil, [])
          _ = try SharedScan(scan, sharing(4), bins).run(on: 4) {}
        }
      }
    }
  }

  /// Waits with its first batch until the flag is set.
  private struct Waiting: BatchWork {
    let flag: Monitor<Bool>

    func part() -> Waiting { self }

    mutating func add(_ batch: ColumnBatch) { flag.wait { $0 } }

    mutating func merge(_ part: Waiting) {}
  }

  /// Only the calling thread asks whether the work must end.
  @Test func theCallingThreadEndsAllThreads() throws {
    let scratch = try Scratch()
    try makeTable(scratch)
    let scan = try scan(scratch)
    let thread = currentThread()
    let flag = Monitor(false)
    let error = #expect(throws: EngineError.self) {
      _ = try SharedScan(scan, sharing(4), Waiting(flag: flag)).run(on: 4) {
        #expect(currentThread() == thread)
        flag.change { $0 = true }
        throw EngineError.interrupted
      }
    }
    #expect(error?.kind == .interrupted)
  }

  /// Interrupts the connection while it reads.
  private struct Interrupting: BatchWork {
    let interrupter: Interrupter

    func part() -> Interrupting { self }

    mutating func add(_ batch: ColumnBatch) { interrupter.interrupt() }

    mutating func merge(_ part: Interrupting) {}
  }

  @Test(arguments: [1, 3]) func anotherThreadInterruptsTheScan(_ threads: Int) throws {
    let scratch = try Scratch()
    try makeTable(scratch)
    let connection = try SQLiteConnection(
      path: scratch.path("t.db"), .reading, patience: .seconds(5))
    try connection.transaction(writing: false) {
      _ = try connection.version()
      let source = try connection.columnReader().columns(["a"], of: "t")
      var work = Interrupting(interrupter: connection.interrupter)
      let error = #expect(throws: EngineError.self) {
        try source.add(to: &work, sharing(threads))
      }
      #expect(error?.kind == .interrupted)
      // The interruption was for the earlier work.
      var rows = CollectedRows()
      try source.add(to: &rows, sharing(threads))
      #expect(rows.rows.count == 3_000)
    }
  }

  @Test func aSmallTableIsReadByOneThread() throws {
    let scratch = try Scratch()
    try makeTable(scratch)
    let scan = try scan(scratch)
    let pages = try scan.leafCount()
    #expect(pages > 50)
    #expect(try scan.threadCount(ScanSharing(threads: 8)) == 1)
    var sharing = ScanSharing(threads: 8)
    sharing.leastShare = pages * 512 / 3
    #expect(try scan.threadCount(sharing) == 3)
    sharing.leastShare = 512
    #expect(try scan.threadCount(sharing) == 8)
    sharing.threads = 1
    #expect(try scan.threadCount(sharing) == 1)
  }
}
