/// The engine of databases on servers, which only some executables link.
/// See Documentation/Decisions/postgresql-has-a-separate-executable.md.
package protocol ServerEngine: Sendable {
  /// The place for an address. Throws if the address is malformed.
  func place(_ address: String, patience: Duration) throws -> any DatabasePlace
}
