import Engines
package import FlagModel

extension Database {
  /// Throws where a policy of the server may keep some records of entities from this user, for work that is wrong
  /// without them.
  package func requireAllRecords(of entities: [Entity]) throws {
    let hidden = Set(try translated { try connection.hiddenTables() })
    if hidden.isEmpty { return }
    let tables = entities.flatMap { entity in
      [entity.source.table]
        + entity.relationships.compactMap { relationship in
          if case .joinTable(let join) = relationship.storage { join.name } else { nil }
        }
    }
    guard let table = tables.first(where: hidden.contains) else { return }
    throw DatabaseError(
      .refused, "row-level security of the server may keep records of '\(table)' from this user",
      hint: "the owner of the tables sees all records, and so does a role with BYPASSRLS",
      outcome: .unchanged)
  }
}
