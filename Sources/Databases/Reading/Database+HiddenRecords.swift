import Engines
package import FlagModel

extension Database {
  /// The words for a command that shows what the user may see, where a policy of the server may keep some records of
  /// an entity from this user; nil if it keeps none.
  package func noteOfHiddenRecords(of entities: [Entity]) throws -> String? {
    let hidden = Set(try translated { try connection.hiddenTables() })
    guard let table = entities.map(\.source.table).first(where: hidden.contains) else { return nil }
    return "row-level security of the server may keep records of '\(table)' from this user"
  }

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
