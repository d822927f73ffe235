import Columns
import Engines
import FlagModel
import Foundation
import Predicates
import Queries
import QueryPlanning
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
        if case .success? = try PagePlanner(database).pagePlan(of: groups) { byPages += 1 }
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

  // MARK: Another program

  /// The `sqlite3` of the system, which writes and makes checkpoints until a file is gone. It knows nothing of
  /// flagdb.
  private struct OtherProgram {
    private let scratch: Scratch
    private let child: Child

    init(in scratch: Scratch, keepsLog: Bool) throws {
      self.scratch = scratch
      try scratch.write(Array("go".utf8), to: "go")
      try scratch.write(Array(Self.script(keepsLog: keepsLog).utf8), to: "script.sql")
      child = try Child(
        """
        cd "$1" && while [ -e go ]; do
        sqlite3 -batch -init /dev/null t.db <script.sql >/dev/null 2>&1; done
        """, scratch.folder.path)
    }

    func end() throws {
      try FileManager.default.removeItem(atPath: scratch.path("go"))
      _ = try child.end()
    }

    /// Transactions with other values each time. A pause lets readers begin.
    private static func script(keepsLog: Bool) -> String {
      let change = """
        UPDATE Thing SET marks = random() & 7, count = random() % 1000, score = random() % 1000 / 7.0,
          height = CASE WHEN id % 3 THEN abs(random()) % 100 / 3.0 END,
          status = CASE abs(random()) % 3 WHEN 0 THEN 0 WHEN 1 THEN 7 ELSE -3 END,
          name = CASE WHEN id % 5 THEN hex(randomblob(abs(random()) % 60)) END
        WHERE id BETWEEN (SELECT abs(random()) % 2500) AND (SELECT abs(random()) % 2500);
        UPDATE commits SET number = number + 1;
        """
      let more = """
        INSERT INTO Thing SELECT NULL, marks, maybe, status, colour, taken, seen, score, height, price, count,
          name, isNew FROM Thing WHERE id % 97 = 0;
        DELETE FROM Thing WHERE id > 2500;
        """
      let pause = ".shell sleep 0.004\n"
      let checkpoint = { (mode: String) in
        keepsLog ? "PRAGMA wal_checkpoint(\(mode));\n" : ""
      }
      return """
        .timeout 60000
        PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = 20;
        BEGIN IMMEDIATE; \(change) COMMIT;
        \(checkpoint("truncate"))\(pause)BEGIN IMMEDIATE; \(change) ROLLBACK;
        BEGIN IMMEDIATE; \(more) \(change) COMMIT;
        \(checkpoint("passive"))\(pause)BEGIN IMMEDIATE; \(change) COMMIT; \(change)
        \(checkpoint("truncate"))\(pause)
        """
    }
  }

  /// Random queries of a file that another process changes: each answer is that of SQL in the same
  /// transaction.
  @Test(.enabled(if: Child.hasSQLite, "there is no sqlite3"), arguments: [false, true])
  func answersBesideAnotherProgramAreThoseOfSQL(_ keepsLog: Bool) throws {
    let scratch = try Scratch()
    var dice = Dice(seed: keepsLog ? 1 : 2)
    try RandomThings.make("t.db", in: scratch, &dice, usesWAL: keepsLog)
    try scratch.plain("t.db").run(
      "CREATE TABLE commits (number); INSERT INTO commits VALUES (0)")
    let database = try Database(path: scratch.path("t.db"), for: .reading, patience: .seconds(60))
    database.leastSizeForPages = 0
    database.sharing = ScanSharing(threads: 2)
    database.sharing.pieceSize = 1 << 13
    database.sharing.leastShare = 0
    let other = try OtherProgram(in: scratch, keepsLog: keepsLog)
    var (byPages, commits) = (0, Set<Int64>())
    let wanted = Campaign.size(60, many: 300, all: 5_000)
    for _ in 0..<wanted * 500 where byPages < wanted || commits.count < wanted / 20 {
      let query = try RandomThings.query(database, &dice)
      try database.read {
        let isByPages =
          if case .success? = try PagePlanner(database).pagePlan(of: query) { true } else { false }
        if isByPages { byPages += 1 }
        let quick = try RandomThings.outcome { try database.rows(query) }
        let plain = try RandomThings.outcome { try database.rows(query.sql) }
        #expect(quick == plain, "\(isByPages) \(query.sql.script(in: SQLiteDialect()))")
        if let number = try database.integer("SELECT number FROM commits") {
          commits.insert(number)
        }
      }
    }
    try other.end()
    #expect(byPages >= wanted)
    #expect(commits.count >= wanted / 20)
  }
}
