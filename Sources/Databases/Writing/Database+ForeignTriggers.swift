package import Engines
package import FlagModel
import Migrations
import SQLText

// Triggers outside the model, which run during an import.

extension Database {
  /// True if a statement that fails or inserts nothing may leave the changes that it has already
  /// made. SQLite leaves them if a trigger or a constraint of any table says FAIL or IGNORE; every
  /// other failure undoes the statement. Servers always undo it.
  package func leavesPartsOfRefused() throws(EngineError) -> Bool {
    guard connection.keepsStatements else { return false }
    return try connection.objects().contains { object in
      guard let sql = object.sql else { return false }
      return Self.hasWord(["FAIL", "IGNORE"], in: sql)
    }
  }

  /// True if one of the words, in upper case, is in SQL outside of its texts and quoted names.
  private static func hasWord(_ words: [String], in sql: String) -> Bool {
    let upper = sql.uppercased()
    guard words.contains(where: { upper.contains($0) }) else { return false }
    let source = SourceText(sql)
    guard let tokens = try? SQLLexer.lex(source, .sqlite) else { return true }
    return tokens.contains { token in
      token.kind == .word && words.contains(source.text(token.range).uppercased())
    }
  }

  /// Explains why a record is missing although no constraint refused it: a trigger used
  /// RAISE(IGNORE), or a constraint has ON CONFLICT IGNORE.
  package func wordsOfKeepingOut(_ entity: Entity) throws -> (message: String, hint: Hint?) {
    // Only RAISE(IGNORE) keeps a record out without an error. A server does not store statements.
    let names = try foreignTriggers(on: [entity.source.table])
      .filter { $0.sql?.uppercased().contains("IGNORE") ?? true }.map(\.name)
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
    try foreignTriggers(on: [entity.source.table]).map(\.name)
  }

  private func foreignTriggers(on tables: [Name]) throws -> [CatalogObject] {
    var ours: [SchemaObject] = []
    if kind.hasTablesOfModel {
      ours = schemaObjects(.trigger, of: schema, in: connection.dialect)
      ours += try auditObjects(of: schema)
    }
    // Some engines do not store the statements of triggers, so names are compared.
    let names = Set(ours.map(\.name.text))
    let statements = Set(ours.map(\.sql))
    return try tables.flatMap { try connection.triggers(on: $0) }
      .filter { !($0.sql.map(statements.contains) ?? names.contains($0.name)) }
  }

  /// Runs the body while the triggers of other programs rest.
  /// - Parameter body: its parameter names these triggers.
  package func withoutForeignTriggers<Result>(
    _ body: (_ triggers: [String]) throws -> Result
  ) throws -> Result {
    let entities = schema.tables.entities
    let pairs = entities.flatMap(LoggedPairs.all).map(\.name)
    let triggers = try foreignTriggers(on: entities.map(\.source.table) + pairs)
    let renewals = try connection.rest(triggers)
    let result = try body(triggers.map(\.name))
    for renewal in renewals {
      try connection.execute(renewal.script(in: dialect))
    }
    return result
  }
}
