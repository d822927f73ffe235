import Engines
package import FlagModel
import ForeignModels
import SQLText

extension Database {
  /// Reads some records of entities in a foreign database, and corrects the types of their
  /// attributes. A SQLite column can contain other values than its declared type. Nil means all
  /// entities.
  ///
  /// - Parameter all: true to read all records.
  package func lookAtValues(of names: [Name]? = nil, all: Bool = false) throws {
    guard case .foreign = kind else { return }
    schema = try read { try ValueSampler(self).sampled(schema, names.map { Set($0) }, all: all) }
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

  /// The reason why a table or view of a foreign database is not an entity; nil if it is one, or
  /// does not exist.
  package func obstacle(toAsking name: Name) throws -> Diagnostic? {
    guard kind.isForeign, schema.entity(named: name) == nil else { return nil }
    if let lost = kind.sidecar?.schema.entity(named: name) {
      if connection.file?.isEarlierState == true {
        return Diagnostic(
          "this state of '\(path)' has no table '\(lost.source.table)'",
          hint: "\(quotedCommand("flagdb", "log", path, "--wal")) shows its states")
      }
      return Diagnostic(
        "'\(path)' has lost the table '\(lost.source.table)' of '\(name)'",
        hint: .refresh(of: path))
    }
    let tables = try read { try modelSource.tables() }
    let called = tables.first { $0.name == name } ?? tables.first { $0.name.folded == name.folded }
    guard let table = called else { return nil }
    if let problem = table.problem { return Diagnostic("'\(name)' cannot be read: \(problem)") }
    for entity in schema.entities {
      for relationship in entity.relationships {
        if case .joinTable(let join) = relationship.storage, join.name.folded == name.folded {
          return Diagnostic(
            "'\(name)' only holds pairs: they are '\(relationship.name)' of \(entity.name)")
        }
      }
    }
    return nil
  }
}
