/// The engine of databases on servers, which only some executables link.
/// See Documentation/Decisions/postgresql-has-a-separate-executable.md.
package protocol ServerEngine: Sendable {
  /// True if a text is a valid or invalid address of the engine, and not the path of a file.
  func isAddress(_ text: String) -> Bool
  /// The place for an address. Throws if the address is malformed.
  func place(_ address: String, patience: Duration) throws -> any DatabasePlace
}
