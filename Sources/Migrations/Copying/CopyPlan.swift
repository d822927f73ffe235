package import FlagModel
import ModelText
import Predicates
package import SQLText

/// The way of the records of any file into a new database of ours: the model of that, and for each kind
/// of records the query that reads them.
/// See Documentation/Decisions/copies-convert-what-models-cannot-express.md.
package struct CopyPlan: Sendable {
  /// The model of the copy.
  package private(set) var schema = Schema.empty
  /// The differences from the source, in words.
  package var notes: [String] = []
  package private(set) var records: [CopiedRecords] = []
  package private(set) var pairs: [CopiedPairs] = []
  /// The entities whose keys are not numbers, so that their records get numbers first.
  package private(set) var numbered: [NumberedKeys] = []

  /// The plan for the records of some entities. Throws if the model of the copy cannot be read, as
  /// one with more names than a model may have.
  package init(of source: Schema, records chosen: Set<Name>, now: Timestamp) throws(Diagnostics) {
    let model = CopiedModel(of: source, records: chosen)
    notes = model.notes
    schema = try Self.read(model.draft)
    do {
      try schema.checkExpressions(now: now)
    } catch {
      schema = try Self.read(model.draft.withoutExpressions)
      notes.append("the named expressions are left out, since they use parts that are not copied")
    }
    var maker = CopyQueries(source: source, chosen: chosen, model: model, copy: schema)
    for entity in source.entities where chosen.contains(entity.name) {
      if let records = maker.records(of: entity) { self.records.append(records) }
    }
    for entity in source.entities { pairs += maker.pairs(of: entity) }
    numbered = maker.numberedKeys
    notes += maker.notes
  }

  private static func read(_ draft: Schema) throws(Diagnostics) -> Schema {
    let source = SourceText(name: "the model of the copy", draft.swiftSource)
    let reading = readModel([source], isStored: true)
    if let schema = reading.schema { return schema }
    throw Diagnostics(
      reading.diagnostics.filter { $0.severity == .error }.map {
        Diagnostic(
          "the copy would have an invalid model: \($0.message)",
          hint: "name the entities to be copied")
      })
  }
}

/// The records of one kind.
package struct CopiedRecords: Sendable {
  package let source: Entity
  package let target: Entity
  /// The values in the order of the query, after the key that the record has in the source.
  package let columns: [CopiedColumn]
  package let query: SQLText
  /// The way to the key in the copy.
  package let key: CopiedKey
}

package enum CopiedKey: Sendable {
  /// The number that the record has already.
  case kept
  /// The number that was given for its old key.
  case numbered(as: Name)
  /// One that nobody knows yet, and that nothing refers to.
  case new
}

/// A value of a record, and the field that it goes into.
package struct CopiedColumn: Sendable {
  package enum Content: Sendable {
    case attribute(Attribute, to: Attribute)
    /// The key of a record of an entity; a text stands for one that does not exist.
    case link(Relationship, numberedAs: Name?)
  }

  package let content: Content
  package let sql: SQLText

  /// The type of its values; nil for keys.
  package var type: AttributeType? {
    if case .attribute(let old, _) = content { old.type } else { nil }
  }
}

/// The pairs of a many-to-many relationship.
package struct CopiedPairs: Sendable {
  /// The side that makes the table.
  package struct Side: Sendable {
    package let entity: Name
    package let numberedAs: Name?
  }

  package let owner: Side
  package let other: Side
  package let relationship: Relationship
  package let table: Relationship.JoinTable
  package let query: SQLText
}

/// The keys of an entity, each of which becomes a number.
package struct NumberedKeys: Sendable {
  package let name: Name
  package let query: SQLText
}

extension Schema {
  fileprivate var withoutExpressions: Schema {
    Schema(
      types: types,
      entities: entities.map { entity in
        Entity(
          name: entity.name, kind: entity.kind, properties: entity.properties,
          uniques: entity.uniques, indexes: entity.indexes, originalName: entity.originalName,
          summary: entity.summary, parent: entity.parent, source: entity.source)
      })
  }
}
