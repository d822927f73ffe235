import Databases
import Engines
import FlagModel
import Migrations
import PlainText
import SQLText

/// The foreign keys of an engine that enforces them immediately. They are dropped while records
/// change in any order, within the transaction of a migration.
final class RestingReferences {
  private let database: Database
  private let references: [SchemaObject]
  private var areAway = false

  /// The database whose records are copied.
  private let source: Database

  init(of source: Database, in database: Database) {
    self.source = source
    self.database = database
    references = schemaObjects(.reference, of: source.schema, in: database.dialect)
  }

  func rest() throws {
    if areAway { return }
    areAway = true
    for reference in references { try database.connection.run(reference.removal) }
  }

  /// Creates the foreign keys again. Throws if a record refers to one that does not exist.
  func end() throws {
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
