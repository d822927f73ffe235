package import Databases
package import Engines

extension Database {
  /// Opens a database for structs, and creates it if it does not exist. Throws an `EntityError` if
  /// a struct differs from the model of the file, or if a flag or case has another value. With
  /// `growing`, it first adds missing properties, entities, flags and cases, and renames properties by their
  /// `originalName`, if nothing is lost.
  /// With `moving`, it also gives flags and cases the values of the app, and changes all stored
  /// values accordingly.
  public convenience init(
    at path: String, for types: any Entity.Type..., growing: Bool = false, moving: Bool = false,
    configuration: Configuration = .init()
  ) throws {
    try self.init(
      at: path, for: types, growing: growing, moving: moving, configuration: configuration, on: nil)
  }

  /// Opens a database for structs in a file, or on a server if there is an engine for it.
  package convenience init(
    at path: String, for types: [any Entity.Type], growing: Bool, moving: Bool,
    configuration: Configuration, on servers: (any ServerEngine)?,
    reading stores: (any StoreReader)? = nil
  ) throws {
    if !configuration.isReadOnly {
      if servers == nil {
        try Self.makeUnlessThere(path, for: types)
      } else {
        try Self.makeUnlessThere(path, for: types, configuration, on: servers)
      }
    }
    try self.init(at: path, for: .writing, configuration, on: servers, reading: stores)
    if growing || moving {
      let declared = try Self.schema(DeclaredTypes(types).model)
      let present = try telling { try read { $0.lane.engine.schema } }
      let grown = try telling { try present.growing(by: declared, moving: moving) }
      // The types are checked first, so that a type that does not fit changes nothing.
      for type in types { try grown.check(type) }
      if grown != present { try telling { try migrate(allowingLoss: false) { _ in grown } } }
    }
    try read { snapshot in
      for type in types { try snapshot.lane.engine.schema.check(type) }
    }
  }

  /// Creates a database in memory for structs. It ends with the object. One connection does all work, so that calls
  /// of different threads wait for each other.
  public static func inMemory(
    for types: any Entity.Type..., configuration: Configuration = .init()
  ) throws -> Database {
    let database = try inMemory(model: DeclaredTypes(types).model, configuration)
    try database.read { snapshot in
      for type in types { try snapshot.lane.engine.schema.check(type) }
    }
    return database
  }

  private static func makeUnlessThere(_ path: String, for types: [any Entity.Type]) throws {
    func isThere() throws(DatabaseError) -> Bool {
      do throws(Engines.DatabaseError) {
        try Databases.Database.requireFree(path)
        return false
      } catch {
        if error.kind == .exists { return true }
        throw DatabaseError(of: error)
      }
    }
    if try isThere() { return }
    let model = try DeclaredTypes(types).model
    do throws(DatabaseError) {
      _ = try create(at: path, model: model)
    } catch {
      // Another program may have created the file meanwhile.
      if try !isThere() { throw error }
    }
  }

  /// Creates a database on a server if the schema has no tables.
  private static func makeUnlessThere(
    _ address: String, for types: [any Entity.Type], _ configuration: Configuration,
    on servers: (any ServerEngine)?
  ) throws {
    do throws(DatabaseError) {
      return try Database(at: address, for: .reading, configuration, on: servers).close()
    } catch {
      if error.code != .notADatabase { throw error }
    }
    let model = try DeclaredTypes(types).model
    do throws(DatabaseError) {
      try create(at: address, model: model, configuration, on: servers).close()
    } catch {
      // Another program may have created the tables meanwhile.
      if error.code != .exists { throw error }
    }
  }
}
