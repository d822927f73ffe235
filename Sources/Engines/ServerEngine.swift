/// The engine of databases on servers, which a program has or has not.
/// See Documentation/Decisions/postgresql-has-a-separate-executable.md.
package protocol ServerEngine: Sendable {
  /// The place that an address leads to, which is no file; throws if the address makes no sense.
  func place(_ address: String, patience: Duration) throws -> any DatabasePlace
}
