import Engines
import FlagModel
import Migrations

/// The foreign keys, which rest while records change in any order within a transaction. An engine
/// that cannot ignore them drops them.
package final class RestingReferences {
  private let database: Database
  private let references: [SchemaObject]
  private var areAway = false

  /// The database that the records come from.
  private let source: Database

  package init(of source: Database, in database: Database) {
    self.source = source
    self.database = database
    references = schemaObjects(.reference, of: source.schema, in: database.dialect)
  }

  package func rest() throws {
    if areAway { return }
    areAway = true
    if references.isEmpty { try database.connection.ignoreReferences() }
    for reference in references { try database.connection.run(reference.removal) }
  }

  /// Enforces the foreign keys again. Throws if a record refers to one that does not exist.
  package func end() throws {
    for reference in references where areAway {
      do throws(EngineError) {
        try database.connection.run(reference.statement)
      } catch {
        guard error.isBrokenReference else { throw error }
        throw refusal(reference.table)
      }
    }
    guard let broken = try database.connection.brokenReferences(atMost: 1).first else { return }
    throw refusal(broken.table)
  }

  private func refusal(_ table: Name) -> DatabaseError {
    DatabaseError(
      .refused, "a record of \(table) would refer to a record that does not exist",
      hint: "see \(quotedCommand("flagdb", "check", source.path))", outcome: .unchanged)
  }
}
