public import FlagModel

extension Database {
  /// Takes a model into force that has more than the present one, and may lose nothing.
  public func grow(to schema: Schema, origin: String, now: Timestamp) throws {
    _ = try migrate(MigrationRequest(to: schema, origin: origin, now: now))
  }
}
