@_exported public import FlagDB
internal import PostgreSQLEngine

// This module opens databases on PostgreSQL servers for apps. Only those who import it link libpq.

extension Database {
  /// Returns the password of a user. It is called for each new connection if the server requires a password and libpq
  /// has none; nil gives up.
  public typealias FindPassword = @Sendable (_ user: String) -> String?

  /// Opens an existing database on a PostgreSQL server. The address is a URI, `postgresql://host/database?schema=zoo`,
  /// or a list of settings, `host=/run/postgresql dbname=zoo schema=lab`, without a password.
  public convenience init(
    onServer address: String, for access: Access = .writing,
    _ configuration: Configuration = .init(), findPassword: FindPassword? = nil
  ) throws(DatabaseError) {
    try self.init(at: address, for: access, configuration, on: engine(configuration, findPassword))
  }

  /// Opens a database for structs on a PostgreSQL server, and creates its tables if the schema is empty. Otherwise it
  /// does the same as for a file.
  public convenience init(
    onServer address: String, for types: any Entity.Type..., growing: Bool = false,
    moving: Bool = false, configuration: Configuration = .init(), findPassword: FindPassword? = nil
  ) throws {
    try self.init(
      at: address, for: types, growing: growing, moving: moving, configuration: configuration,
      on: engine(configuration, findPassword))
  }

  /// Creates a database from a model in Swift, in an empty schema of a PostgreSQL server. With `makingDatabase`, it
  /// first creates the database of the server, and the schema.
  public static func create(
    onServer address: String, model: String, makingDatabase: Bool = false,
    _ configuration: Configuration = .init(), findPassword: FindPassword? = nil
  ) throws(DatabaseError) -> Database {
    try create(
      at: address, model: model, configuration, on: engine(configuration, findPassword),
      makesDatabase: makingDatabase)
  }
}

private func engine(
  _ configuration: Database.Configuration, _ findPassword: Database.FindPassword?
) -> PostgreSQLEngine {
  PostgreSQLEngine(openTimeout: configuration.timeout, findPassword: findPassword)
}
