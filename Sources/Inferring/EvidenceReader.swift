import Databases
import FlagModel
import Predicates
import Queries

/// The records of an entity with the values that may explain the bits of one attribute.
struct Evidence {
  /// The mask of each record.
  var masks: [UInt64] = []
  var columns: [EvidenceColumn] = []
  /// The keys of the related records, for each relationship to one record.
  var relatedKeys: [[Value]] = []
}

/// Reads the attributes of an entity and of its related records.
struct EvidenceReader {
  private let database: Database
  private let entity: Entity
  private let target: Attribute
  private let now: Timestamp

  /// Use it within `read`.
  init(_ database: Database, _ entity: Entity, _ target: Attribute, now: Timestamp) {
    self.database = database
    self.entity = entity
    self.target = target
    self.now = now
  }

  /// The maximum number of columns, which is the limit of SQLite with some room.
  private static let mostColumns = 500

  /// A column of the query, and its place in the evidence.
  private struct Source {
    let path: String
    let name: String
    var type: AttributeType?
    var isReference = false
    /// The number of the relationship to one record.
    var relation: Int?
  }

  func evidence(_ counts: BitCounts) throws -> Evidence {
    let sources = Array((ownSources + relatedSources).prefix(Self.mostColumns))
    let target = spelled(self.target.name)
    let request = AnswerRequest(
      columns: ([target] + sources.map(\.path)).map { SourceText($0) }, references: .byKey)
    var query = try request.query(of: entity, in: database.schema, now: now)
    if entity.source.key != nil { query.columns.append(.key(of: entity)) }
    let sample = RecordSample(of: entity, records: counts.records)
    query.predicate = sample.condition
    let rows = try database.rows(query)
    var evidence = Evidence()
    var values: [[Value]] = sources.map { _ in [] }
    var keys: [Value] = []
    var record = -1
    while evidence.masks.count < RecordSample.most, try rows.next() {
      record += 1
      guard sample.contains(record), let stored = rows.integer(at: 0) else { continue }
      evidence.masks.append(counts.mask(stored: stored))
      for index in sources.indices { values[index].append(rows.value(at: index + 1)) }
      keys.append(entity.source.key == nil ? .null : rows.value(at: sources.count + 1))
    }
    evidence.columns = zip(sources, values).map { source, values in
      EvidenceColumn(
        path: source.path, name: source.name, type: source.type, values: values,
        isReference: source.isReference, relation: source.relation)
    }
    evidence.relatedKeys = evidence.columns.filter(\.isReference).map(\.values)
    evidence.columns += try columnsOfTwins(keys)
    evidence.columns.append(
      EvidenceColumn(
        path: target, name: self.target.name.text, type: self.target.type,
        values: evidence.masks.map { .integer(Int64(bitPattern: $0)) }, isTarget: true))
    return evidence
  }

  // MARK: Sources

  private var ownSources: [Source] {
    entity.attributes.filter { $0.name != target.name && $0.field == nil }.map {
      Source(path: spelled($0.name), name: $0.name.text, type: $0.type)
    }
  }

  private var relatedSources: [Source] {
    var sources: [Source] = []
    var relations = 0
    for relationship in entity.relationships {
      let path = spelled(relationship.name)
      if relationship.isToMany {
        sources.append(
          Source(path: "\(path).count", name: relationship.name.text, type: .integer(.int64)))
      } else if let other = database.schema.entity(named: relationship.target) {
        sources.append(
          Source(
            path: path, name: relationship.name.text, isReference: true, relation: relations))
        sources += sourcesOfRelated(other, by: relationship, relations)
        relations += 1
      }
    }
    return sources
  }

  private func sourcesOfRelated(
    _ other: Entity, by relationship: Relationship, _ relation: Int
  ) -> [Source] {
    other.attributes.filter { $0.field == nil }.map {
      Source(
        path: "\(spelled(relationship.name)).\(spelled($0.name))",
        name: "\(relationship.name) \($0.name)", type: $0.type, relation: relation)
    }
  }

  /// The columns of other entities that have records with the same keys. Some databases divide an entity between several
  /// tables, without a foreign key.
  private func columnsOfTwins(_ keys: [Value]) throws -> [EvidenceColumn] {
    guard entity.isNumbered, !keys.isEmpty else { return [] }
    let places = Dictionary(zip(keys, keys.indices)) { first, _ in first }
    let count = try database.number(Query(entity, answer: .count))
    var columns: [EvidenceColumn] = []
    for other in database.schema.entities where other.isTwin(of: entity) {
      let others = try database.number(Query(other, answer: .count))
      guard abs(others - count) * 10 <= count else { continue }
      let attributes = other.attributes.filter { $0.field == nil && $0.column != other.keyColumn }
      let query = Query(other, columns: [.key(of: other)] + attributes.map(QueryColumn.attribute))
      let rows = try database.rows(query)
      var values = attributes.map { _ in [Value](repeating: .null, count: keys.count) }
      var matches = 0
      while try rows.next() {
        guard let place = places[rows.value(at: 0)] else { continue }
        matches += 1
        for index in attributes.indices { values[index][place] = rows.value(at: index + 1) }
      }
      guard matches * 10 >= keys.count * 9 else { continue }
      columns += zip(attributes, values).map { attribute, values in
        EvidenceColumn(
          path: "\(spelled(other.name)).\(spelled(attribute.name))", name: attribute.name.text,
          type: attribute.type, values: values)
      }
    }
    return columns
  }

  private func spelled(_ name: Name) -> String { name.inPredicates }
}

extension Name {
  /// The name in the language of predicates.
  var inPredicates: String { text.isIdentifier ? text : "`\(text)`" }
}

extension Entity {
  /// True if both have integer keys of one name, and no relationship leads from one to the other.
  fileprivate func isTwin(of other: Entity) -> Bool {
    guard name != other.name, isNumbered, source.table.folded != other.source.table.folded,
      keyColumn.folded == other.keyColumn.folded
    else { return false }
    return !other.relationships.contains { $0.target == name }
  }
}
