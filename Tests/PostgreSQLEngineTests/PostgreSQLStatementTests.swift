import Engines
import FlagModel
import SQLText
import TestServer
import Testing

@testable import PostgreSQLEngine

@Suite("Statements on a server") struct PostgreSQLStatementTests {
  private let schema: TestSchema
  private var connection: LibpqConnection { schema.connection }

  init() throws {
    schema = try TestSchema()
  }

  private func statement(
    _ text: String, _ values: Value..., isCopied: Bool = false
  ) -> PostgreSQLStatement {
    let sql = SQLStatement(text: text, bindings: values)
    return isCopied ? connection.prepareToRead(sql) : connection.prepare(sql)
  }

  @Test(arguments: [false, true])
  func rowsOneByOne(_ isCopied: Bool) throws {
    let numbers = statement(
      "SELECT n, 'x' || n AS word FROM generate_series(1, $1::bigint) AS n", .integer(3),
      isCopied: isCopied)
    var rows: [Value] = []
    while try numbers.step() { rows.append(numbers.value(at: 1)) }
    #expect(rows == [.text("x1"), .text("x2"), .text("x3")])
    #expect((0..<numbers.columnCount).map(numbers.name) == ["n", "word"])
    #expect(try !numbers.step())
    #expect(connection.changes == 3 && connection.totalWritten == 0)
  }

  @Test(arguments: [false, true])
  func columnsWithoutRows(_ isCopied: Bool) throws {
    let none = statement("SELECT 1 AS a, 2 AS b WHERE false", isCopied: isCopied)
    #expect(try !none.step())
    #expect((0..<none.columnCount).map(none.name) == ["a", "b"])
  }

  @Test func countsChanges() throws {
    try schema.run("CREATE TABLE t (n int)")
    try schema.run("INSERT INTO t SELECT generate_series(1, 10)")
    #expect(connection.changes == 10)
    try schema.run("UPDATE t SET n = n + 1 WHERE n > $1", .integer(7))
    #expect(connection.changes == 3)
  }

  /// The second run is prepared at the server; other types of values prepare it anew.
  @Test func runAgainWithOtherValues() throws {
    let typeOf = statement("SELECT pg_typeof($1)::text")
    var answers: [Value] = []
    for value in [Value.integer(1), .integer(2), .null, .real(0.5), .blob([1]), .integer(3)] {
      typeOf.bind(value, at: 1)
      #expect(try typeOf.step())
      answers.append(typeOf.value(at: 0))
      typeOf.reset()
    }
    let (integer, real) = (Value.text("bigint"), Value.text("double precision"))
    #expect(answers == [integer, integer, integer, real, .text("bytea"), integer])
    #expect(try schema.run("SELECT count(*) FROM pg_prepared_statements") == [[.integer(1)]])
  }

  @Test func preparedStatementsGo() throws {
    for _ in 0..<3 {
      let one = statement("SELECT $1", .integer(1))
      try one.runAgain()
      try one.runAgain()
    }
    #expect(try schema.run("SELECT count(*) FROM pg_prepared_statements") == [[.integer(1)]])
  }

  /// As on SQLite, a statement may run while the rows of another come.
  @Test(arguments: [false, true])
  func statementsWithinEachOther(_ isCopied: Bool) throws {
    let outer = statement("SELECT n FROM generate_series(1, 1000) AS n", isCopied: isCopied)
    let inner = statement("SELECT $1 * 2")
    var sum: Int64 = 0
    while try outer.step() {
      inner.bind(outer.value(at: 0), at: 1)
      guard case .integer(let double)? = try inner.runForValue() else { continue }
      sum += double
    }
    #expect(sum == 1_001_000)
  }

  @Test(arguments: [false, true])
  func rowsThatNobodyWants(_ isCopied: Bool) throws {
    for _ in 0..<3 {
      let many = statement("SELECT generate_series(1, 10000)", isCopied: isCopied)
      #expect(try many.step())
    }
    let other = statement("SELECT generate_series(1, 10)", isCopied: isCopied)
    #expect(try other.step())
    other.reset()
    #expect(try other.step())
    #expect(other.value(at: 0) == .integer(1))
    #expect(try schema.run("SELECT 5") == [[.integer(5)]])
  }

  /// The rows before an error have come by then.
  @Test(arguments: [false, true])
  func anErrorBetweenRows(_ isCopied: Bool) throws {
    let divided = statement(
      "SELECT 10 / (3 - n) FROM generate_series(1, 5) AS n", isCopied: isCopied)
    #expect(try divided.step())
    #expect(try divided.step())
    let error = #expect(throws: EngineError.self) { try divided.step() }
    #expect(error?.meaning == .unfitValue)
    #expect(error?.message == "division by zero")
    #expect(try !divided.step())
    #expect(try schema.run("SELECT 5") == [[.integer(5)]])
  }

  @Test func copiesThatAreRefused() throws {
    for (sql, kind) in [
      ("SELECT * FROM nowhere", StateMeaning.unknownName),
      ("SELECT 1; SELECT 2", .wrongSyntax),
    ] {
      let error = #expect(throws: EngineError.self) {
        try statement(sql, isCopied: true).runAgain()
      }
      #expect(error?.meaning == kind && error?.sql == sql)
    }
    #expect(try schema.run("SELECT 5") == [[.integer(5)]])
  }

  /// The server is stopped, so that nobody waits for rows without end.
  @Test func aCopyWhoseTransactionIsUndone() throws {
    try connection.begin(writing: false)
    let many = statement("SELECT generate_series(1, 100000000000)", isCopied: true)
    #expect(try many.step())
    connection.rollBack()
    #expect(try schema.run("SELECT 5") == [[.integer(5)]])
  }

  @Test func oneStatementAtATime() throws {
    let error = #expect(throws: EngineError.self) { try schema.run("SELECT 1; SELECT 2") }
    #expect(error?.meaning == .wrongSyntax)
    try connection.execute("CREATE TABLE a (n int); CREATE TABLE b (n int)")
    #expect(throws: EngineError.self) {
      try connection.execute("DROP TABLE a; DROP TABLE c; DROP TABLE b")
    }
    #expect(try schema.run("SELECT to_regclass('a') IS NULL") == [[.integer(0)]])
  }

  @Test(arguments: ["COPY (SELECT 1) TO STDOUT", "CREATE TABLE c (n int); COPY c FROM STDIN"])
  func copyWhereItIsNotExpected(_ sql: String) throws {
    let error = #expect(throws: EngineError.self) { try connection.execute(sql) }
    #expect(error?.meaning == .unsupported)
    #expect(try schema.run("SELECT 5") == [[.integer(5)]])
  }

  /// A million rows, which would be some 200 MB in one result.
  @Test(arguments: [false, true])
  func constantMemory(_ isCopied: Bool) throws {
    let many = statement(
      "SELECT n, repeat('x', 100) FROM generate_series(1, 1000000) AS n", isCopied: isCopied)
    var row = StoredRow()
    var count = 0
    #expect(try many.step())
    let before = MemoryUse.now
    var most = 0
    repeat {
      many.copy(into: &row)
      count += 1
      if count % 100_000 == 0 { most = max(most, MemoryUse.now - before) }
    } while try many.step()
    #expect(count == 1_000_000)
    // Other tests of the process take some as well.
    #expect(most < 128 << 20)
  }
}
