import Databases
import FlagModel
import PlainText
import Predicates
import Queries
import SQLText

/// The records of an entity with the values that may explain the bits of one attribute.
struct Evidence {
  /// The mask of each record.
  var masks: [UInt64] = []
  var columns: [EvidenceColumn] = []
  /// True if there are more records.
  var isPart = false
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

  /// The maximum number of records. More of them would hardly change a claim.
  private static let mostRecords = 50_000
  /// The maximum number of columns, which is the limit of SQLite with some room.
  private static let mostColumns = 500

  /// A column of the query, and its place in the evidence.
  private struct Source {
    let path: String
    let name: String
    var type: AttributeType?
    var isReference = false
  }

  /// The values of some records, each source with its own array.
  private struct Values {
    /// The stored mask of each record.
    var stored: [Int64] = []
    /// The key of each record; NULL in a table without one.
    var keys: [Value] = []
    var columns: [[Value]]
    /// True if there are more records.
    var isPart = false
  }

  func evidence() throws -> Evidence {
    let sources = Array((ownSources + relatedSources).prefix(Self.mostColumns))
    let values = try read(sources)
    var evidence = Evidence(masks: masks(of: values.stored), isPart: values.isPart)
    for (source, column) in zip(sources, values.columns) {
      evidence.columns.append(
        EvidenceColumn(
          path: source.path, name: source.name, type: source.type, values: column,
          isReference: source.isReference))
    }
    evidence.columns += try columnsOfTwins(values.keys)
    evidence.columns.append(
      EvidenceColumn(
        path: spelled(target.name), name: target.name.text, type: target.type,
        values: evidence.masks.map { .integer(Int64(bitPattern: $0)) }, isTarget: true))
    return evidence
  }

  private func read(_ sources: [Source]) throws -> Values {
    let paths = [spelled(target.name)] + sources.map(\.path)
    let request = AnswerRequest(columns: paths.map { SourceText($0) }, references: .byKey)
    var query = try request.query(of: entity, in: database.schema, now: now)
    let hasKey = entity.source.key != nil
    if hasKey { query.columns.append(.key(of: entity)) }
    query.limit = Int64(Self.mostRecords) + 1
    let rows = try database.rows(query)
    var values = Values(columns: sources.map { _ in [] })
    while try rows.next() {
      if values.stored.count == Self.mostRecords {
        values.isPart = true
        break
      }
      guard let mask = rows.integer(at: 0) else { continue }
      values.stored.append(mask)
      for index in sources.indices { values.columns[index].append(rows.value(at: index + 1)) }
      values.keys.append(hasKey ? rows.value(at: sources.count + 1) : .null)
    }
    return values
  }

  /// The masks without the sign bits of numbers with 32 bits.
  private func masks(of stored: [Int64]) -> [UInt64] {
    if case .flags(let set) = target.type { return stored.map { set.mask(stored: $0) } }
    let isNarrow = stored.allSatisfy { Int32(exactly: $0) != nil }
    return stored.map { isNarrow ? UInt64(UInt32(truncatingIfNeeded: $0)) : UInt64(bitPattern: $0) }
  }

  // MARK: Sources

  private var ownSources: [Source] {
    entity.attributes.filter { $0.name != target.name && $0.field == nil }.map {
      Source(path: spelled($0.name), name: $0.name.text, type: $0.type)
    }
  }

  private var relatedSources: [Source] {
    entity.relationships.flatMap { relationship -> [Source] in
      let path = spelled(relationship.name)
      if relationship.isToMany {
        return [
          Source(path: "\(path).count", name: relationship.name.text, type: .integer(.int64))
        ]
      }
      guard let other = database.schema.entity(named: relationship.target) else { return [] }
      let own = Source(path: path, name: relationship.name.text, isReference: true)
      return [own]
        + other.attributes.filter { $0.field == nil }.map {
          Source(
            path: "\(path).\(spelled($0.name))", name: "\(relationship.name) \($0.name)",
            type: $0.type)
        }
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
      columns += try self.columns(of: other, at: places, count: keys.count)
    }
    return columns
  }

  /// The columns of an entity for the records with the given keys; none if it lacks more than a tenth of them.
  private func columns(
    of other: Entity, at places: [Value: Int], count: Int
  ) throws -> [EvidenceColumn] {
    let attributes = other.attributes.filter { $0.field == nil && $0.column != other.keyColumn }
    let query = Query(other, columns: [.key(of: other)] + attributes.map(QueryColumn.attribute))
    let rows = try database.rows(query)
    var values = attributes.map { _ in [Value](repeating: .null, count: count) }
    var matches = 0
    while try rows.next() {
      guard let place = places[rows.value(at: 0)] else { continue }
      matches += 1
      for index in attributes.indices { values[index][place] = rows.value(at: index + 1) }
    }
    guard matches * 10 >= count * 9 else { return [] }
    return zip(attributes, values).map { attribute, values in
      EvidenceColumn(
        path: "\(spelled(other.name)).\(spelled(attribute.name))", name: attribute.name.text,
        type: attribute.type, values: values)
    }
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
