import Engines
import FlagModel
import Foundation
import SQLText
import TestServer
import Testing

@testable import PostgreSQLEngine

@Suite("Transactions on a server") struct PostgreSQLTransactionTests {
  private let schema: TestSchema
  private var connection: LibpqConnection { schema.connection }

  /// The same connection with the transactions of engines, which have parts and stay open.
  private let engine: PostgreSQLConnection

  private struct Stop: Error {}

  init() throws {
    schema = try TestSchema()
    engine = PostgreSQLConnection(schema.connection, patience: .zero)
    try schema.run("CREATE TABLE t (n bigint UNIQUE DEFERRABLE INITIALLY DEFERRED)")
  }

  private func insert(_ number: Int64) throws {
    try schema.run("INSERT INTO t VALUES ($1)", .integer(number))
  }

  /// As another connection sees it.
  private func numbers() throws -> [Int64] {
    try schema.connect().rows(SQLStatement(text: "SELECT n FROM t ORDER BY n")).compactMap {
      if case .integer(let number) = $0[0] { number } else { nil }
    }
  }

  @Test func wholeOrUndone() throws {
    try connection.transaction(writing: true) { try insert(1) }
    #expect(throws: Stop.self) {
      try connection.transaction(writing: true) {
        try insert(2)
        throw Stop()
      }
    }
    #expect(throws: EngineError.self) {
      try connection.transaction(writing: true) {
        try insert(3)
        try schema.run("SELECT nothing")
      }
    }
    #expect(try numbers() == [1])
    #expect(!connection.isAlive)
  }

  @Test func partsAreUndoneAlone() throws {
    try engine.transaction(writing: true) {
      try insert(1)
      #expect(throws: EngineError.self) {
        try engine.transaction(writing: true) {
          try insert(2)
          try engine.transaction(writing: true) { try insert(3) }
          try schema.run("SELECT nothing")
        }
      }
      try engine.transaction(writing: true) { try insert(4) }
    }
    #expect(try numbers() == [1, 4])
  }

  /// Nothing can be added to a transaction that has failed, and nothing of it be kept.
  @Test func anErrorThatIsPassedOver() throws {
    let error = #expect(throws: EngineError.self) {
      try connection.transaction(writing: true) {
        try insert(1)
        _ = try? schema.run("SELECT nothing")
        try insert(2)
      }
    }
    #expect(error?.meaning == .failedTransaction)
    let atCommit = #expect(throws: EngineError.self) {
      try connection.transaction(writing: true) {
        try insert(1)
        _ = try? schema.run("SELECT nothing")
      }
    }
    #expect(atCommit?.meaning == .failedTransaction)
    #expect(try numbers() == [])
  }

  @Test func readersSeeOneMoment() throws {
    try insert(1)
    let other = try schema.connect()
    try engine.transaction(writing: false) {
      #expect(try schema.run("SELECT count(*) FROM t") == [[.integer(1)]])
      try other.execute("INSERT INTO t VALUES (2)")
      #expect(try schema.run("SELECT count(*) FROM t") == [[.integer(1)]])
      let error = #expect(throws: EngineError.self) {
        try engine.transaction(writing: true) { try insert(3) }
      }
      #expect(error?.meaning == .readOnly)
    }
    #expect(try numbers() == [1, 2])
  }

  @Test func heldOpen() throws {
    try engine.hold()
    try engine.transaction(writing: true) { try insert(1) }
    #expect(try numbers() == [])
    try engine.release(keeping: true)
    try engine.hold()
    try insert(2)
    try engine.release(keeping: false)
    #expect(try numbers() == [1])
  }

  /// A constraint that is looked at in the end makes COMMIT itself fail.
  @Test func anErrorOfCommit() throws {
    let error = #expect(throws: EngineError.self) {
      try connection.transaction(writing: true) {
        try insert(1)
        try insert(1)
      }
    }
    #expect(error?.meaning == .uniqueViolation)
    #expect(error?.outcome == .unchanged)
    #expect(try numbers() == [])
  }

  // MARK: Lost connections

  private func endBackend(of connection: LibpqConnection) throws {
    let other = try schema.connect()
    let process = Value.integer(Int64(connection.serverProcess))
    try other.rows(
      SQLStatement(text: "SELECT pg_terminate_backend($1::int, 5000)", bindings: [process]))
  }

  @Test func aBackendThatIsEnded() throws {
    let error = #expect(throws: EngineError.self) {
      try connection.transaction(writing: true) {
        try insert(1)
        try endBackend(of: connection)
        try insert(2)
      }
    }
    #expect(error?.meaning == .shutdown)
    #expect(error?.kind == .unreachable)
    #expect(connection.isLost)
    #expect(#expect(throws: EngineError.self) { try insert(3) }?.meaning == .lostConnection)
    #expect(try numbers() == [])
  }

  @Test func aBackendThatIsEndedWithinAStatement() throws {
    let (waiting, process) = (WaitingThread(connection), connection.serverProcess)
    waiting.start { try $0.execute("SELECT pg_sleep(60)") }
    try schema.wait(for: "PgSleep", of: process)
    let value = Value.integer(Int64(process))
    try schema.connect().rows(
      SQLStatement(text: "SELECT pg_terminate_backend($1::int)", bindings: [value]))
    #expect(waiting.failure()?.meaning == .shutdown)
  }

  /// Whether a COMMIT that nobody has answered was kept, nobody knows.
  @Test func aBackendThatIsEndedWithinCommit() throws {
    try connection.execute(
      """
      CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(60); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION wait()
      """)
    let (waiting, process) = (WaitingThread(connection), connection.serverProcess)
    waiting.start { connection in
      try connection.transaction(writing: true) {
        try connection.execute("INSERT INTO t VALUES (1)")
      }
    }
    try schema.wait(for: "PgSleep", of: process)
    let value = Value.integer(Int64(process))
    try schema.connect().rows(
      SQLStatement(text: "SELECT pg_terminate_backend($1::int)", bindings: [value]))
    let error = waiting.failure()
    #expect(error?.outcome == .unknown)
    #expect(error?.kind == .unreachable)
    #expect(try numbers() == [])
  }

  // MARK: Cancelling

  @Test func cancelledFromAnotherThread() throws {
    let (waiting, canceller) = (WaitingThread(connection), connection.canceller)
    waiting.start { try $0.execute("SELECT pg_sleep(60)") }
    try schema.wait(for: "PgSleep", of: connection.serverProcess)
    canceller.cancel()
    #expect(waiting.failure()?.meaning == .cancelled)
    #expect(try schema.run("SELECT 1") == [[.integer(1)]])
  }

  /// Rows of a reader that nobody takes any more are not fetched to the end.
  @Test func undoingStopsTheServer() throws {
    let clock = ContinuousClock()
    let start = clock.now
    #expect(throws: Stop.self) {
      try connection.transaction(writing: false) {
        let many = connection.prepare(
          SQLStatement(text: "SELECT generate_series(1, 1000000000), repeat('x', 100)")
        )
        _ = try many.step()
        throw Stop()
      }
    }
    // All rows would take an hour.
    #expect(clock.now - start < .seconds(300))
    #expect(try schema.run("SELECT 1") == [[.integer(1)]])
  }
}
