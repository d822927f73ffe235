import Addresses
import FlagModel
import SQLText

/// An empty schema of the test server, for tests that see only what is public. It is removed with the object.
public final class AppSchema: @unchecked Sendable {
  // Only `init` and `deinit` use the schema.
  private let schema: TestSchema
  /// The address of the schema.
  public let address: String

  /// False on a machine without a server for tests.
  public static var isInstalled: Bool { TestServer.isInstalled }

  public init() throws {
    let schema = try TestSchema()
    self.schema = schema
    // The name tells the connections of this test from others.
    address = try schema.server.address(
      schema: schema.name, ["application_name": schema.name]
    ).text
  }

  /// Ends all connections to the address, as a restart of the server does.
  public func endConnections() throws {
    let killer = try TestSchema()
    try killer.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1",
      .text(schema.name))
  }

  /// The number of open connections to the address.
  public func connectionCount() throws -> Int {
    let counter = try TestSchema()
    let rows = try counter.run(
      "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1", .text(schema.name))
    guard case .integer(let count)? = rows.first?.first else { return 0 }
    return Int(count)
  }
}
