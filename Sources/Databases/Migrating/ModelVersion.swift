import Engines
package import FlagModel
package import Migrations
import PlainText

/// One of the models that a database has had.
package struct ModelVersion: Sendable {
  package let version: Int64
  /// The moment of the change, as `Timestamp.storedText` writes it.
  package let applied: String
  /// The origin of the model: its files, or the words that made it.
  package let origin: String
  /// The database, for errors.
  let path: String
  /// The text of the model, if it is one.
  let source: Value
  /// The new names that came with this version.
  package let renames: [Rename]

  /// The model, or all that is wrong with one that cannot be read. It is read each time, since a database may
  /// have had many.
  package var model: Result<Schema, Diagnostics> {
    guard case .text(let source) = source else {
      return .failure(Diagnostics([Diagnostic("model \(version) of '\(path)' is not text")]))
    }
    return Result { () throws(Diagnostics) in
      try ModelTable.schema(from: source, version: version, path: path)
    }
  }

  /// The model; nil if it cannot be read.
  package var schema: Schema? { try? model.get() }

  /// The changes since the version before, in words.
  package func changes(since before: ModelVersion?) -> [String] {
    // The model before comes first: the reader remembers one model, and that is the last that it read.
    let old = before?.schema
    switch model {
    case .failure(let mistakes):
      return ["the model cannot be read: \(mistakes.all.first?.message ?? "")"]
    case .success(let schema):
      guard let old, before?.source != source else { return [] }
      var decisions = MigrationDecisions.none
      decisions.renames = renames
      return SchemaDiff(from: old, to: schema, decisions: decisions).changes.map(\.words)
    }
  }
}

extension Database {
  /// Every model that the database has had, the first one first. Call it within `read`.
  package func history() throws -> [ModelVersion] {
    try translated { try ModelTable(connection: connection, path: path).all() }
  }

  /// A version as it was, and all that has got another name on the way there from the present
  /// one: going back takes back each rename that came after it. Call it within `read`.
  package func version(_ number: Int64) throws -> (schema: Schema, renames: [Rename]) {
    let history = try history()
    guard let target = history.first(where: { $0.version == number }) else {
      let numbers = history.count > 1 ? "versions 1 to \(version)" : "version 1 alone"
      throw DatabaseError(
        .failed, "'\(path)' has no version \(number)",
        hint: "it has \(numbers); see \(quotedCommand("flagdb", "migrate", path, "--history"))")
    }
    let later = history.filter { $0.version > number }.reversed()
    return (try target.model.get(), later.reduce([]) { $0.followed(by: $1.renames.reversed) })
  }
}
