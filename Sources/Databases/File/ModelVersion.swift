import Engines
package import FlagModel
package import Migrations
package import SQLText

/// A model in the history of a database.
package struct ModelVersion: Sendable {
  package let version: Int64
  /// The time of the change, in the form of `Timestamp.storedText`.
  package let applied: String
  /// The origin of the model: its files, or the command that changed it.
  package let origin: String
  /// The database, for errors.
  let path: String
  /// The text of the model, if the value is a text.
  let source: Value
  /// The renames of this version.
  package let renames: [Rename]
  /// The attributes that became masks in this version, and the masks that became attributes.
  let masks: [MaskParts]

  /// The model, or its mistakes. It is parsed at each access, because a database may have many
  /// versions.
  package var model: Result<Schema, Diagnostics> {
    guard case .text(let source) = source else {
      return .failure(Diagnostics([Diagnostic("model \(version) of '\(path)' is not text")]))
    }
    return Result { () throws(Diagnostics) in
      try ModelTable.schema(from: source, version: version, path: path)
    }
  }

  /// The model; nil if it has mistakes.
  package var schema: Schema? { try? model.get() }

  /// Descriptions of the changes since the version before.
  package func changes(since before: ModelVersion?) -> [String] {
    // The parser caches the model that it parsed last, so the older model is parsed first.
    let old = before?.schema
    switch model {
    case .failure(let mistakes):
      return ["the model cannot be read: \(mistakes.all.first?.message ?? "")"]
    case .success(let schema):
      guard let old, before?.source != source || !renames.isEmpty else { return [] }
      var decisions = MigrationDecisions.none
      decisions.renames = renames
      decisions.masks = masks
      return SchemaDiff(from: old, to: schema, decisions: decisions).changes.map(\.words)
    }
  }
}

extension Database {
  /// All models of the database, oldest first. Call it within `read`.
  package func history() throws -> [ModelVersion] {
    try translated { try ModelTable(connection: connection, path: path).all() }
  }

  /// An earlier version, and the renames from the current version to it, which revert all later
  /// renames. Call it within `read`.
  package func version(_ number: Int64) throws -> (schema: Schema, renames: [Rename]) {
    let history = try history()
    guard let target = history.first(where: { $0.version == number }) else {
      let numbers = if history.count > 1 { "versions 1 to \(version)" } else { "version 1 alone" }
      throw DatabaseError(
        .failed, "'\(path)' has no version \(number)",
        hint: "it has \(numbers); see \(quotedCommand("flagdb", "migrate", path, "--history"))")
    }
    let later = history.filter { $0.version > number }.reversed()
    return (try target.model.get(), later.reduce([]) { $0.followed(by: $1.renames.reversed) })
  }

  /// The names that the table of an entity has had, the current one first. A name that another entity has now is left
  /// out. Call it within `read`.
  package func tableNames(ofEver entity: Entity) throws -> [Name] {
    var names = [entity.source.table]
    guard case .own = kind else { return names }
    let renames = try translated { try ModelTable(connection: connection, path: path).renames() }
    for rename in renames where rename.old == names.last { names.append(rename.new) }
    return names.filter { $0 == entity.source.table || schema.entity(named: $0) == nil }
  }

  /// The first questions about the earlier names of a table, and about the key of a record.
  package func questionsOnNames(ofEver entity: Entity, _ record: String?) -> [SQLText] {
    let onRecord = record.map { KeyFinder(entity, connection).questions(on: $0) } ?? []
    return [ModelTable.renamesQuestion] + onRecord
  }
}
