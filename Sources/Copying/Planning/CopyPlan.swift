package import FlagModel
import ModelText
import Predicates
package import SQLText

/// The plan for a copy of any file into a new flagdb database: the new model, and a query for each
/// kind of records.
/// See Documentation/Decisions/copies-convert-what-models-cannot-express.md.
package struct CopyPlan: Sendable {
  /// The model of the copy.
  package private(set) var schema = Schema.empty
  /// The differences from the source, for the user.
  package var notes: [String] = []
  package private(set) var records: [CopiedRecords] = []
  package private(set) var pairs: [CopiedPairs] = []
  /// The entities whose keys are not integers. Their records get integer keys first.
  package private(set) var numbered: [NumberedKeys] = []

  /// Plans the copy of the records of some entities. Throws if the model of the copy is invalid,
  /// for example because it has too many names.
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
  /// The values in the order of the query, after the key of the record in the source.
  package let columns: [CopiedColumn]
  package let query: SQLText
  /// The origin of the key in the copy.
  package let key: CopiedKey
}

package enum CopiedKey: Sendable {
  /// The integer key that the record already has.
  case kept
  /// The integer that was assigned to the old key.
  case numbered(as: Name)
  /// A new key for a record that nothing refers to.
  case new
}

/// A value of a record, and its target field.
package struct CopiedColumn: Sendable {
  package enum Content: Sendable {
    case attribute(Attribute, to: Attribute)
    /// The key of another record. A text is the key of a record that does not exist.
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
  /// The side that has the join table.
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

/// The keys of an entity, each of which is replaced by an integer.
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
