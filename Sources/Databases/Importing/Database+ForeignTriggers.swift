import Engines
import FlagModel
import Migrations
internal import PlainText
import SQLText

// Triggers that the model does not demand, which an import runs.

extension Database {
  /// True if a table has triggers that the model does not demand.
  func hasForeignTriggers(on entity: Entity) throws -> Bool {
    try !foreignTriggers(on: entity).isEmpty
  }

  /// Why a record is not in that no constraint refused: a trigger said RAISE(IGNORE), or the
  /// constraint ON CONFLICT IGNORE.
  func wordsOfKeepingOut(_ entity: Entity) throws -> (message: String, hint: Hint?) {
    let names = try foreignTriggers(on: entity)
    if kind.isForeign {
      let triggers = names.isEmpty ? "" : ", or its trigger \(listedInQuotes(names, "or"))"
      return (
        "a constraint of '\(entity.name)' that ignores conflicts\(triggers) rejects the record",
        nil
      )
    }
    return (
      "a trigger on \(entity.name) rejects the record",
      names.isEmpty ? nil : "flagdb did not make \(listedInQuotes(names))"
    )
  }

  private func foreignTriggers(on entity: Entity) throws -> [String] {
    let ours =
      try kind.isForeign
      ? [] : schemaObjects(.trigger, of: schema, in: connection.dialect) + auditObjects(of: schema)
    // Not every engine keeps the statements of its triggers.
    let names = Set(ours.map(\.name.text))
    let statements = Set(ours.map(\.sql))
    return try connection.triggers(on: entity.source.table)
      .filter { !($0.sql.map(statements.contains) ?? names.contains($0.name)) }.map(\.name)
  }
}
