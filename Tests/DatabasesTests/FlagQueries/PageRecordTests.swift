import Columns
import Engines
import FlagModel
import Predicates
import Queries
import QueryPlanning
import TestSupport
import Testing

@testable import Databases

/// Records that are read from pages and written as bytes, against the plain statements of the same queries.
@Suite struct PageRecordTests {
  init() { readPagesThroughFaults() }

  private func things(
    _ scratch: Scratch, _ dice: inout Dice, pageSize: Int = 4096, threads: Int = 3
  ) throws -> Database {
    try RandomThings.make("t.db", in: scratch, &dice, pageSize: pageSize, records: 2_500)
    let database = try scratch.open("t.db")
    database.leastSizeForPages = 0
    database.sharing = ScanSharing(threads: threads)
    database.sharing.pieceSize = 1
    database.sharing.leastShare = 0
    return database
  }

  private static let makeBytes: @Sendable () -> RecordBytes = {
    { row, bytes in
      let values = row.cells.indices.map { "\(row.value(at: $0))" }
      bytes += "\(values)\n".utf8
    }
  }

  private func query(_ columns: [String], where text: String?, in database: Database) throws
    -> Query
  {
    let request = AnswerRequest(columns: columns.map { SourceText($0) })
    let entity = try database.entity("Thing")
    var query = try request.query(of: entity, in: database.schema, now: testNow)
    let checker = PredicateChecker(entity, in: database.schema, now: testNow)
    query.predicate = try text.map { try checker.check(.parse(SourceText($0))) }
    return query
  }

  private func converted(_ query: Query, in database: Database) throws -> (
    text: String, count: Int64
  ) {
    var bytes: [UInt8] = []
    var count: Int64 = 0
    try database.convert(query, by: Self.makeBytes) { records, more in
      bytes += records
      count += more
    }
    return (String(decoding: bytes, as: UTF8.self), count)
  }

  private func plain(_ query: Query, in database: Database) throws -> (text: String, count: Int64) {
    let size = database.leastSizeForPages
    database.leastSizeForPages = .max
    defer { database.leastSizeForPages = size }
    return try converted(query, in: database)
  }

  private func isByPages(_ query: Query, in database: Database) throws -> Bool {
    if case .success? = try PagePlanner(database).recordPlan(of: query) { true } else { false }
  }

  @Test(arguments: [1, 2, 4], [512, 65_536])
  func theRecordsAreThoseOfSQL(_ threads: Int, _ pageSize: Int) throws {
    let scratch = try Scratch()
    var dice = Dice(seed: UInt64(threads))
    let database = try things(scratch, &dice, pageSize: pageSize, threads: threads)
    var byPages = 0
    for text in [nil] + RandomThings.conditions.filter({ _ in dice.isLucky(4) }) {
      let columns = dice.isLucky(2) ? [] : ["name", "marks", "score"]
      let query = try query(columns, where: text, in: database)
      try database.read {
        let quick = try converted(query, in: database)
        let plain = try plain(query, in: database)
        #expect(quick == plain, "\(text ?? "all")")
        if try isByPages(query, in: database) { byPages += 1 }
      }
    }
    #expect(byPages > 5)
  }

  @Test func onlyPlainQueriesAreReadFromPages() throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 7)
    let database = try things(scratch, &dice)
    try database.read {
      var query = try query(["name", "count"], where: nil, in: database)
      #expect(try isByPages(query, in: database))
      query.limit = 3
      #expect(try !isByPages(query, in: database))
      query.limit = nil
      query.order = [Query.Order(column: "count", isDescending: false)]
      #expect(try !isByPages(query, in: database))
      let calculated = try self.query(["name", "count * 2"], where: nil, in: database)
      #expect(try !isByPages(calculated, in: database))
      let indexed = try self.query(["name"], where: "maybe is exactly (one, two)", in: database)
      #expect(try !isByPages(indexed, in: database))
    }
  }

  /// After some pieces, a piece refuses: SQL writes the other records, each once.
  @Test(arguments: [1, 3]) func sqlContinuesWherePagesEnd(_ threads: Int) throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 9)
    let database = try things(scratch, &dice, threads: threads)
    // The condition on a real number finds a text there only in the middle of the table.
    try scratch.plain("t.db").run(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'Thing';
      PRAGMA writable_schema = RESET;
      PRAGMA ignore_check_constraints = ON;
      UPDATE Thing SET count = 'many' WHERE id = 1700
      """)
    let query = try query(["name", "count"], where: "count >= -100", in: database)
    try database.read {
      #expect(try isByPages(query, in: database))
      let quick = try converted(query, in: database)
      let plain = try plain(query, in: database)
      #expect(quick == plain)
    }
  }

  private struct ClosedPipe: Error {}

  @Test(arguments: [1, 4]) func anErrorOfTheOutputEndsAllThreads(_ threads: Int) throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 3)
    let database = try things(scratch, &dice, threads: threads)
    let query = try query([], where: nil, in: database)
    for most in [0, 1, 5] {
      var passed = 0
      #expect(throws: ClosedPipe.self) {
        try database.read {
          try database.convert(query, by: Self.makeBytes) { _, _ in
            if passed == most { throw ClosedPipe() }
            passed += 1
          }
        }
      }
      #expect(passed == most)
    }
  }

  @Test(arguments: [1, 4]) func anotherThreadInterrupts(_ threads: Int) throws {
    let scratch = try Scratch()
    var dice = Dice(seed: 4)
    let database = try things(scratch, &dice, threads: threads)
    let query = try query([], where: nil, in: database)
    #expect(throws: DatabaseError.self) {
      try database.read {
        try database.convert(query, by: Self.makeBytes) { _, _ in database.interrupter.interrupt() }
      }
    }
    // The interruption was for the earlier work.
    try database.read {
      let again = try converted(query, in: database)
      let plain = try plain(query, in: database)
      #expect(again == plain)
    }
  }
}
