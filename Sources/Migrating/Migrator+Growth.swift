import Databases
package import FlagModel
import Migrations
import SQLText

extension Migrator {
  /// Migrates to a model that only adds to the current one, and so loses nothing.
  /// See Documentation/Decisions/define-may-copy-tables.md.
  package func grow(to schema: Schema, origin: String, now: Timestamp) throws {
    try database.translated { try TablePlacement(database).placeTables(of: schema) }
    let faults = spreadFaults(database.dialect.spreads, of: schema, in: database.dialect)
    if !faults.isEmpty { throw MigrationRefusal(reasons: faults) }
    do {
      _ = try migrate(MigrationRequest(to: schema, origin: origin, now: now))
    } catch let refusal as MigrationRefusal {
      // The hints name options of `migrate`, which `define` does not have.
      let hint: Hint =
        "make it optional or give it a default; use 'flagdb migrate' for other changes"
      throw MigrationRefusal(
        reasons: refusal.reasons.map { Diagnostic($0.message, notes: $0.notes, hint: hint) })
    }
  }
}
