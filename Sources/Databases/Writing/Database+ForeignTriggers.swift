import Engines
package import FlagModel
import Migrations
internal import PlainText
import SQLText

// Triggers outside the model, which run during an import.

extension Database {
  /// True if a table has triggers that are not part of the model.
  package func hasForeignTriggers(on entity: Entity) throws -> Bool {
    try !foreignTriggers(on: entity).isEmpty
  }

  /// Explains why a record is missing although no constraint refused it: a trigger used
  /// RAISE(IGNORE), or a constraint has ON CONFLICT IGNORE.
  package func wordsOfKeepingOut(_ entity: Entity) throws -> (message: String, hint: Hint?) {
    let names = try foreignTriggers(on: entity)
    if kind.isForeign {
      let triggers =
        if names.isEmpty { "" } else { ", or its trigger \(listedInQuotes(names, "or"))" }
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

  /// The names of the triggers of a table that are not part of the model.
  package func foreignTriggers(on entity: Entity) throws -> [String] {
    var ours: [SchemaObject] = []
    if !kind.isForeign {
      ours = schemaObjects(.trigger, of: schema, in: connection.dialect)
      ours += try auditObjects(of: schema)
    }
    // Some engines do not store the statements of triggers, so names are compared.
    let names = Set(ours.map(\.name.text))
    let statements = Set(ours.map(\.sql))
    return try connection.triggers(on: entity.source.table)
      .filter { !($0.sql.map(statements.contains) ?? names.contains($0.name)) }.map(\.name)
  }
}
