import Engines
package import FlagModel

extension Database {
  /// A note for the user if a row-level security policy of the server may hide records of an
  /// entity; nil if none does.
  package func noteOfHiddenRecords(of entities: [Entity]) throws -> String? {
    let hidden = Set(try translated { try connection.hiddenTables() })
    guard let table = entities.map(\.source.table).first(where: hidden.contains) else { return nil }
    return "row-level security of the server may keep records of '\(table)' from this user"
  }

  /// Throws if a row-level security policy may hide records of the entities, for commands that need
  /// all records.
  package func requireAllRecords(of entities: [Entity]) throws {
    let hidden = Set(try translated { try connection.hiddenTables() })
    if hidden.isEmpty { return }
    var tables: [Name] = []
    for entity in entities {
      tables.append(entity.source.table)
      tables += entity.relationships.compactMap(\.joinTable?.name)
    }
    guard let table = tables.first(where: hidden.contains) else { return }
    throw DatabaseError(
      .refused, "row-level security of the server may keep records of '\(table)' from this user",
      hint: "the owner of the tables sees all records, and so does a role with BYPASSRLS",
      outcome: .unchanged)
  }
}
