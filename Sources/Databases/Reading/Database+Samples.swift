import Engines
package import FlagModel
import ForeignModels

extension Database {
  /// Reads some records of entities in a foreign database, and corrects the types of their
  /// attributes. A SQLite column can contain other values than its declared type. Nil means all
  /// entities.
  ///
  /// - Parameter all: true to read all records.
  package func lookAtValues(of names: [Name]? = nil, all: Bool = false) throws {
    guard case .foreign = kind, !connection.keepsDeclaredTypes else { return }
    schema = try read {
      try ValueSampler(connection, warn: warn).sampled(schema, names.map { Set($0) }, all: all)
    }
  }

  /// Replaces the entities of a foreign database by entities with other types of their values.
  package func useTypes(of entities: [Entity]) {
    schema = Schema(types: schema.types, entities: entities)
  }

  /// Returns the result of a body that reads records of an entity. If it reads a damaged page,
  /// returns nil with a warning, because other tables may be readable.
  package func despiteDamage<Result>(of entity: Entity, _ body: () throws -> Result) throws
    -> Result?
  {
    do {
      return try body()
    } catch let error as EngineError where error.isCorruption {
      warn("'\(entity.name)' is damaged: \(error.message)")
    } catch let error as DatabaseError where error.cause?.isCorruption == true {
      warn("'\(entity.name)' is damaged: \(error.cause?.message ?? error.message)")
    }
    return nil
  }
}
