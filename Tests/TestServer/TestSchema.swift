package import FlagModel
package import PostgreSQLEngine
package import SQLText

/// A schema of its own for one test, removed with all that is in it, and a connection to it.
package final class TestSchema {
  package let name: String
  package let server: TestServer
  package let connection: LibpqConnection

  /// The connection that makes and removes schemas. Each new one would cost the server a process.
  private static let manager = SpareConnection()

  /// - Parameter name: a name that no other test has; by default nobody has it.
  package init(named name: String? = nil) throws {
    server = try TestServer.require()
    self.name = name ?? "Test \(UInt64.random(in: .min ... .max))"
    let connection = try LibpqConnection(server.address(), spare: Self.manager)
    try connection.execute("CREATE SCHEMA \"\(self.name)\"")
    self.connection = try LibpqConnection(server.address(schema: self.name))
  }

  deinit {
    let connection = try? LibpqConnection(server.address(), spare: Self.manager)
    try? connection?.execute("SET client_min_messages = error; DROP SCHEMA \"\(name)\" CASCADE")
  }

  /// Another connection to it, with other settings.
  package func connect(
    _ more: KeyValuePairs<String, String> = [:]
  ) throws -> LibpqConnection {
    try LibpqConnection(server.address(schema: name, more))
  }

  /// All rows of a statement.
  @discardableResult
  package func run(_ text: String, _ values: Value...) throws -> [[Value]] {
    try connection.rows(SQLStatement(text: text, bindings: values))
  }
}

extension LibpqConnection {
  /// Runs the body between the steps of a transaction.
  package func transaction<Result>(
    writing: Bool, _ body: () throws -> Result
  ) throws -> Result {
    try begin(writing: writing)
    do {
      let result = try body()
      if writing { try commit() } else { rollBack() }
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// All rows of a statement.
  @discardableResult
  package func rows(_ sql: SQLStatement) throws -> [[Value]] {
    let statement = prepare(sql)
    var rows: [[Value]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.value(at: $0) })
    }
    return rows
  }
}
