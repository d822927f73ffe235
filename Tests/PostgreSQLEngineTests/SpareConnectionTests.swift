import Addresses
import FlagModel
import SQLText
import TestServer
import Testing

@testable import PostgreSQLEngine

@Suite("A connection that is used again") struct SpareConnectionTests {
  let schema: TestSchema
  let spare = SpareConnection()

  init() throws {
    schema = try TestSchema()
  }

  /// Runs a body on a connection, which is let go of at its end; the process that served it.
  private func use(
    schema name: String? = nil, _ body: (LibpqConnection) throws -> Void = { _ in }
  ) throws -> Int32 {
    let address = try schema.server.address(schema: name ?? schema.name)
    let connection = try LibpqConnection(address, spare: spare)
    try body(connection)
    return connection.serverProcess
  }

  /// The same for questions with one value each.
  private func ask(_ questions: String...) throws -> (process: Int32, answers: [Value?]) {
    var answers: [Value?] = []
    let process = try use { connection in
      answers = try questions.map { try connection.value(SQLStatement(text: $0)) }
    }
    return (process, answers)
  }

  @Test func theNextOneHasItsProcess() throws {
    let process = try use()
    #expect(try use() == process)
    let third = try ask("SELECT 1")
    #expect(third == (process, [.integer(1)]))
  }

  @Test func nothingIsLeftOfTheLastUse() throws {
    let process = try use { connection in
      try connection.execute("SET TimeZone = 'Asia/Kathmandu'; SET work_mem = '1MB'")
      try connection.execute("CREATE TEMP TABLE passing (x int); SET search_path = pg_catalog")
      try connection.execute("PREPARE flagdb_1 AS SELECT 7; LISTEN news")
    }
    let next = try ask(
      "SHOW TimeZone", "SELECT (current_setting('work_mem') = '1MB')::int", "SHOW search_path",
      "SELECT count(*) FROM pg_class WHERE relname = 'passing' AND relpersistence = 't'",
      "SELECT count(*) FROM pg_prepared_statements", "SELECT count(*) FROM pg_listening_channels()")
    #expect(next.process == process)
    #expect(
      next.answers == [
        .text("UTC"), .integer(0), .text("\"\(schema.name)\", pg_temp"), .integer(0),
        .integer(0),
        .integer(0),
      ])
  }

  @Test func twoThatAreUsedAtOnceAreTwo() throws {
    var inner: Int32?
    let outer = try use { _ in inner = try use() }
    #expect(inner != outer)
    #expect(try use() == outer)
  }

  @Test func anotherAddressHasAnotherOne() throws {
    let process = try use()
    #expect(try use(schema: "public") != process)
    #expect(try use() != process)
  }

  @Test func oneThatTheServerHasEndedIsNotMissed() throws {
    let process = try use()
    let end = SQLStatement(
      text: "SELECT pg_terminate_backend($1::int, 5000)", bindings: [.integer(Int64(process))])
    #expect(try schema.connection.value(end) == .integer(1))
    let next = try ask("SHOW TimeZone")
    #expect(next.process != process)
    #expect(next.answers == [.text("UTC")])
  }

  /// A request to stop may come late, and would meet the next statement.
  @Test func oneThatWasStoppedIsNotUsedAgain() throws {
    let process = try use { $0.canceller.cancel() }
    #expect(try use() != process)
  }

  @Test func anOpenTransactionIsNotTakenOver() throws {
    try schema.run("CREATE TABLE t (x bigint)")
    let process = try use { connection in
      try connection.begin(writing: true)
      try connection.execute("INSERT INTO t VALUES (1)")
    }
    #expect(try use() != process)
    #expect(try schema.run("SELECT count(*) FROM t") == [[.integer(0)]])
  }

  @Test func rowsThatNobodyHasTakenAreNotTakenOver() throws {
    let process = try use { connection in
      let rows = connection.prepare(SQLStatement(text: "SELECT generate_series(1, 100000)"))
      _ = try rows.step()
    }
    let next = try ask("SELECT 5")
    #expect(next.process != process)
    #expect(next.answers == [.integer(5)])
  }
}
