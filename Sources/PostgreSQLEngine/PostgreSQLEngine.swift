internal import Addresses
package import Engines

/// The engine of databases on PostgreSQL servers.
///
/// This module is the only one that calls libpq. Only the executables for servers link it.
package struct PostgreSQLEngine: ServerEngine {
  /// The connection that the last line of a session has released, for the next line.
  private let spare: SpareConnection?
  private let openTimeout: Duration?
  private let askPassword: (@Sendable (_ user: String) -> String?)?

  /// - Parameter askPassword: asks the person at the terminal; nil if there is no terminal.
  package init(askPassword: (@Sendable (_ user: String) -> String?)? = nil) {
    spare = SpareConnection()
    openTimeout = nil
    self.askPassword = askPassword
  }

  /// The engine of an app, which keeps its connections itself.
  /// - Parameters:
  ///   - openTimeout: the longest time to open a connection, if the address and the environment set no other one.
  ///   - findPassword: the password of a user, if the server requires one and libpq has none.
  package init(openTimeout: Duration, findPassword: (@Sendable (_ user: String) -> String?)?) {
    spare = nil
    self.openTimeout = openTimeout
    askPassword = findPassword
  }

  package func isAddress(_ text: String) -> Bool { DatabaseAddress.isAddress(text) }

  package func place(_ address: String, patience: Duration) throws -> any DatabasePlace {
    ServerPlace(
      try DatabaseAddress.parse(address), patience: patience, openTimeout: openTimeout,
      spare: spare, askPassword: askPassword)
  }
}
