import Databases
import Engines
import FlagModel
import SQLiteEngine

/// The entities of the states before and after a commit.
struct EntityStates {
  private let before: Database
  private let after: Database
  private let tables: ChangedTables
  private let views: Set<Name.Folded>

  /// Use it within `read` of both databases.
  init(_ before: Database, _ after: Database, _ tables: ChangedTables) throws {
    self.before = before
    self.after = after
    self.tables = tables
    views = Set(try (before.connection.viewNames() + after.connection.viewNames()).map(\.folded))
  }

  /// Passes the entities with records that may differ to the body.
  func pass(to body: (ComparedEntity) throws -> Void) throws {
    let old = before.schema.entities
    let added = after.schema.entities.filter { before.schema.entity(named: $0.name) == nil }
    for name in (old + added).map(\.name) {
      let compared = ComparedEntity(
        named: name, before: try state(of: name, in: before), after: try state(of: name, in: after),
        tables)
      if let compared { try body(compared) }
    }
  }

  /// Nil for a view, whose records are those of tables, and for an entity without records.
  private func state(of name: Name, in database: Database) throws -> EntityState? {
    guard let entity = database.schema.entity(named: name),
      !views.contains(entity.source.table.folded)
    else { return nil }
    if let kinds = entity.source.kinds, kinds.ownKind == nil { return nil }
    return try EntityState(entity, in: database)
  }
}
