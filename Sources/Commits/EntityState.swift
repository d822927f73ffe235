import Databases
import Engines
import FlagModel
import Predicates
import Queries

/// The records of an entity in one state of a database.
struct EntityState {
  let entity: Entity
  private let database: Database
  /// The name of the rowid; nil for a table without one.
  let rowNumber: Name?
  private(set) var keys: [QueryColumn] = []
  private(set) var columns: [QueryColumn] = []

  init(_ entity: Entity, in database: Database) throws {
    self.entity = entity
    self.database = database
    var shape: TableShape?
    if database.kind.isForeign {
      shape = try database.foreignTables().first {
        $0.name.folded == entity.source.table.folded
      }
    }
    rowNumber = shape == nil ? entity.source.key?.column : shape?.rowNumber
    keys = keyColumns(shape)
    let chosen = Set(keys.map(\.title))
    columns = entity.defaultColumns(in: database.schema, references: .byKey).filter {
      !chosen.contains($0.title)
    }
    if keys.isEmpty {
      keys = columns
      columns = []
    }
    columns += entity.joins.compactMap { .keys(of: $0, in: database.schema) }
  }

  /// The columns of the primary key, or the rowid.
  private func keyColumns(_ shape: TableShape?) -> [QueryColumn] {
    var declared: [QueryColumn] = []
    for column in shape?.key ?? [] {
      if let attribute = entity.attribute(ofColumn: column.name) {
        declared.append(.attribute(attribute))
      } else if let relationship = entity.relationships.first(where: {
        $0.foreignKey?.column == column.name
      }), let column = QueryColumn.relationship(relationship, in: database.schema, .byKey) {
        declared.append(column)
      }
    }
    if !declared.isEmpty, declared.count == shape?.key.count { return declared }
    guard let key = entity.source.key else { return [] }
    if let attribute = entity.attribute(ofColumn: key.column) {
      return [.attribute(attribute)]
    }
    return [.key(of: entity)]
  }

  /// True if the key is the rowid.
  var isNumbered: Bool {
    guard let rowNumber, keys.count == 1 else { return false }
    return entity.isNumbered && entity.source.key?.column == keys[0].nameInAnswer
      || keys[0].nameInAnswer == rowNumber
  }

  /// The names of the join tables whose pairs are among the columns.
  var joinTables: [Name] {
    entity.joins.compactMap { relationship in
      guard case .joinTable(let join) = relationship.storage else { return nil }
      return join.name
    }
  }

  /// The columns that another state lacks.
  func columns(besides other: EntityState) -> [QueryColumn] {
    let titles = Set((other.keys + other.columns).map(\.title))
    return columns.filter { !titles.contains($0.title) }
  }

  /// Puts the columns in an order that both states have.
  /// - Parameter missing: the columns of the other state alone, which have no values here.
  mutating func arrange(_ titles: [Name], missing: [QueryColumn]) {
    let all = columns + missing.map { QueryColumn.missing($0.title, $0.type) }
    columns = titles.compactMap { title in all.first { $0.title == title } }
  }

  /// - Parameter ranges: the rowids of the records; nil for all records.
  func query(_ ranges: [ClosedRange<Int64>]?) throws -> Query {
    var parts: [Predicate] = []
    if let kinds = entity.source.kinds, let kind = kinds.ownKind {
      // Each record belongs to one entity, and not to those from which the entity inherits.
      parts.append(.compare(.init(name: kinds.column, isOptional: true), .equal, kind))
    }
    if let ranges, let rowNumber {
      let column = Predicate.Column(name: rowNumber, isOptional: false)
      parts.append(
        .any(
          ranges.map { range in
            .all([
              .compare(column, .greaterOrEqual, .integer(range.lowerBound)),
              .compare(column, .lessOrEqual, .integer(range.upperBound)),
            ])
          }))
    }
    return Query(
      entity, columns: keys + columns, predicate: .conjunction(parts), order: try keys.map(order))
  }

  private func order(by key: QueryColumn) throws -> Query.Order {
    let column = key.nameInAnswer
    let name = entity.attribute(named: key.title)?.column ?? column
    let isByBytes = try database.ordersByBytes(name, key.type, of: entity)
    return Query.Order(column: name, isDescending: false, isByBytes: !isByBytes)
  }

  func rows(_ ranges: [ClosedRange<Int64>]?) throws -> RowCursor {
    try database.rows(query(ranges))
  }
}

extension Entity {
  /// The relationships whose pairs are in a join table.
  fileprivate var joins: [Relationship] {
    relationships.filter { if case .joinTable = $0.storage { true } else { false } }
  }
}
