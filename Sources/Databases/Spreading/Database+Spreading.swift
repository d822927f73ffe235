package import Engines
package import FlagModel
package import SQLText

/// Partitions, and tables on several worker nodes.
extension Database {
  /// The distribution of an entity's records; nil if they are in one table on one server.
  package func spread(of entity: Entity) -> TableSpread? {
    dialect.spreads[schema.root(of: entity).name]
  }

  package static func spreadsNothing(_ name: String) -> DatabaseError {
    DatabaseError(
      .refused, "'\(name)' is a file, which stores each entity in one table",
      hint: "only a database on a server has partitions and worker nodes", outcome: .unchanged)
  }

  package static func refused<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as ValueError {
      throw DatabaseError(.refused, error.message, hint: error.hint, outcome: .unchanged)
    }
  }
}
