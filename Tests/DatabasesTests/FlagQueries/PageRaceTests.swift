import Columns
import Engines
import FlagModel
import Foundation
import Predicates
import Queries
import SQLText
import TestSupport
import Testing

@testable import Databases

/// Pages that are read while another connection writes: in one transaction they say what SQL says.
@Suite struct PageRaceTests {
  init() { readPagesThroughFaults() }

  private static let source = """
    \(optionSet("Marks", ["one": "1", "two": "2", "four": "4"]))
    @Model final class Thing {
      var marks: Marks
      var number: Int
      var pad: String
    }
    """

  private static let records = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
    INSERT INTO Thing (marks, number, pad) SELECT i % 8, 0, hex(randomblob(30)) FROM n
    """

  /// Writes until it is told to end.
  private final class Writer: @unchecked Sendable {
    private let lock = NSLock()
    private var isEnding = false
    private let ended = DispatchSemaphore(value: 0)

    private var mayGoOn: Bool { lock.withLock { !isEnding } }

    func start(_ path: String, keepsLog: Bool) {
      Thread.detachNewThread { [self] in
        try? write(path, keepsLog)
        ended.signal()
      }
    }

    func end() {
      lock.withLock { isEnding = true }
      ended.wait()
    }

    private func write(_ path: String, _ keepsLog: Bool) throws {
      let plain = try PlainDatabase(path)
      try plain.run(
        "PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = 20")
      var dice = Dice(seed: 3)
      while mayGoOn {
        // A transaction that finds the database locked for long is left out.
        _ = try? change(plain, &dice)
        _ = try? plain.run("ROLLBACK")
        if keepsLog, !dice.isLucky(4) {
          _ = try? plain.run("PRAGMA wal_checkpoint(\(dice.isLucky(2) ? "truncate" : "passive"))")
        }
        usleep(UInt32(dice.next() % 4_000))
      }
    }

    private func change(_ plain: PlainDatabase, _ dice: inout Dice) throws {
      try plain.run("BEGIN IMMEDIATE")
      for _ in 0..<60 {
        let (one, other) = (dice.next() % 6_000 + 1, dice.next() % 6_000 + 1)
        try plain.run(
          """
          UPDATE Thing SET number = number + 1, marks = (marks | 1) - (marks & 1) WHERE id = \(one);
          UPDATE Thing SET number = number - 1, pad = hex(randomblob(\(dice.next() % 60)))
            WHERE id = \(other)
          """)
      }
      if dice.isLucky(4) {
        try plain.run(
          "INSERT INTO Thing (marks, number, pad) SELECT marks, -number, pad FROM Thing WHERE id % 97 = 0; DELETE FROM Thing WHERE id > 6000"
        )
      }
      try plain.run("COMMIT")
    }
  }

  private func text(_ rows: RowCursor) throws -> String {
    var all: [[Value]] = []
    try rows.pass { row in all.append(row.cells.indices.map(row.value(at:))) }
    return "\(all)"
  }

  @Test(arguments: [false, true]) func oneTransactionIsOfOneMoment(_ keepsLog: Bool) throws {
    let scratch = try Scratch()
    _ = try scratch.makeDatabase("t.db", Self.source, usesWAL: keepsLog)
    try scratch.plain("t.db").run(Self.records)
    if keepsLog { try scratch.plain("t.db").run("PRAGMA wal_checkpoint(truncate)") }
    let database = try Database(path: scratch.path("t.db"), for: .reading)
    database.leastSizeForPages = 0
    database.sharing = ScanSharing(threads: 2)
    database.sharing.pieceSize = 1 << 14
    database.sharing.leastShare = 0
    let entity = try database.entity("Thing")
    let request = AnswerRequest(
      columns: [SourceText("marks, count(), sum(number)")], groups: [SourceText("marks")])
    let groups = try request.query(of: entity, in: database.schema, now: testNow)
    let checker = PredicateChecker(entity, in: database.schema, now: testNow)
    let count = Query(
      entity, predicate: try checker.check(.parse(SourceText("marks has one"))), answer: .count)
    let writer = Writer()
    writer.start(scratch.path("t.db"), keepsLog: keepsLog)
    defer { writer.end() }
    // Enough transactions that read pages; with a log many find it not empty.
    var byPages = 0
    for round in 0..<5_000 where byPages < Campaign.size(40, many: 100, all: 1_000) {
      try database.read {
        if case .success? = try database.pagePlan(of: groups) { byPages += 1 }
        let quick = try text(database.rows(groups))
        let plain = try text(database.rows(groups.sql))
        #expect(quick == plain, "round \(round)")
        let counted = try database.number(count)
        let one = try database.integer(count.sql)
        #expect(counted == one, "round \(round)")
      }
      usleep(UInt32(round % 7) * 300)
    }
    #expect(byPages > 5)
  }
}
