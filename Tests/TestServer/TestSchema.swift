import Addresses
package import FlagModel
package import PostgreSQL
package import SQLText

/// A schema of its own for one test, removed with all that is in it, and a connection to it.
package final class TestSchema {
  package let name: String
  package let server: TestServer
  package let connection: PostgreSQLConnection

  package init() throws {
    server = try TestServer.require()
    name = "Test \(UInt64.random(in: .min ... .max))"
    let connection = try PostgreSQLConnection(server.address())
    try connection.execute("CREATE SCHEMA \"\(name)\"")
    self.connection = try PostgreSQLConnection(Self.address(of: name, on: server))
  }

  deinit {
    let connection = try? PostgreSQLConnection(server.address())
    try? connection?.execute("SET client_min_messages = error; DROP SCHEMA \"\(name)\" CASCADE")
  }

  private static func address(
    of name: String, on server: TestServer, _ more: String = ""
  ) throws -> DatabaseAddress {
    try server.address(schema: "'\(name)'", more)
  }

  /// Another connection to it, with other settings.
  package func connect(
    _ more: String = "", askPassword: ((String) -> String?)? = nil
  ) throws -> PostgreSQLConnection {
    try PostgreSQLConnection(
      Self.address(of: name, on: server, more), askPassword: askPassword)
  }

  /// All rows of a statement.
  @discardableResult
  package func run(_ text: String, _ values: Value...) throws -> [[Value]] {
    try connection.rows(SQLStatement(text: text, bindings: values))
  }
}

extension PostgreSQLConnection {
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
