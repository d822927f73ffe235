package import FlagModel
package import Predicates
package import SQLText

/// The deletions that the delete rules add to the deletion of an entity's records, directly or
/// through other entities.
package struct Cascade: Hashable, Sendable {
  private enum Route: Hashable {
    /// Through a foreign key of the other record, which refers to a column.
    case referring(Name, to: Name)
    /// Through a foreign key of the deleted record.
    case referred(Name)
    case pairs(Relationship.JoinTable)
  }

  private struct Edge: Hashable {
    let from: Int
    let to: Int
    let route: Route
  }

  /// The entity whose records are deleted, and then the entities that the rules reach.
  package private(set) var entities: [Entity]
  private var edges: [Edge] = []
  /// The requested entity, which may share its table with others.
  private let asked: Entity

  /// SQLite allows 500 parts in a compound query. With more, the deletions are not counted.
  private static let mostEdges = 499

  /// Nil if the deletion has no effect on other records.
  package init?(of entity: Entity, in schema: Schema) {
    let schema = schema.tables
    asked = entity
    entities = [schema.entities.first { $0.source.table == entity.source.table } ?? entity]
    let referring = Dictionary(grouping: Self.referring(in: schema), by: \.target)
    var next = 0
    while next < entities.count, edges.count < Self.mostEdges {
      let entity = entities[next]
      for (other, key, _) in referring[entity.name] ?? [] {
        connect(next, to: other, .referring(key.column, to: key.otherColumn ?? entity.keyColumn))
      }
      for relationship in entity.relationships where relationship.deleteRule == .cascade {
        guard let other = schema.entity(named: relationship.target) else { continue }
        switch relationship.storage {
        case .inverse: break
        case .column(let key): connect(next, to: other, .referred(key.column))
        case .joinTable(let join): connect(next, to: other, .pairs(join))
        }
      }
      next += 1
    }
    if edges.isEmpty { return nil }
  }

  /// The foreign keys with a delete rule that deletes the referring record.
  private static func referring(
    in schema: Schema
  ) -> [(entity: Entity, key: Relationship.ForeignKey, target: Name)] {
    var referring: [(entity: Entity, key: Relationship.ForeignKey, target: Name)] = []
    for entity in schema.entities {
      for relationship in entity.relationships {
        guard let key = relationship.foreignKey,
          schema.ruleOfOtherSide(of: relationship) == .cascade
        else { continue }
        referring.append((entity, key, relationship.target))
      }
    }
    return referring
  }

  private mutating func connect(_ from: Int, to entity: Entity, _ route: Route) {
    let index = entities.firstIndex { $0.name == entity.name }
    edges.append(Edge(from: from, to: index ?? entities.count, route: route))
    if index == nil { entities.append(entity) }
  }

  /// True if further records of the entity itself may be deleted.
  package var reachesItself: Bool { edges.contains { $0.to == 0 } }

  // MARK: Counting

  /// Queries that return an index in `entities` and the number of its deleted records. The
  /// requested records themselves count only if the rules lead back to their entity.
  package func counts(where predicate: Predicate?) -> [SQLText] {
    if edges.count > Self.mostEdges { return [] }
    if !reachesItself, edges.count < entities.count {
      let plain = entities.indices.dropFirst().map { place in
        """
        SELECT \(literal: Int64(place)), count(*) FROM \(name: entities[place].source.table)\
        \(condition(place, predicate))
        """ as SQLText
      }
      if plain.allSatisfy(\.isFeasible) { return plain }
    }
    return [recursive(predicate)]
  }

  /// The condition for the deleted records of an entity, if only a single path leads to it. SQLite
  /// answers it from the indexes on foreign keys, without additional memory.
  private func condition(_ place: Int, _ predicate: Predicate?) -> SQLText {
    guard place > 0, let edge = edges.first(where: { $0.to == place }) else {
      return asked.whereClause(predicate)
    }
    let (from, to) = (entities[edge.from], entities[place])
    let rest = condition(edge.from, predicate)
    func keys(_ column: Name) -> SQLText {
      "SELECT \(name: column) FROM \(name: from.source.table)\(rest)"
    }
    switch edge.route {
    case .referring(let column, let other):
      if rest == "" { return " WHERE \(name: column) IS NOT NULL" }
      if other == from.keyColumn, from.isNumbered {
        return " WHERE \(name: column) IN (\(keys(other)))"
      }
      // The referenced column is on the left, because SQLite compares with the collation of the
      // left operand.
      return """
         WHERE \(name: to.keyColumn) IN (SELECT flagdb_with.\(name: to.keyColumn) \
        FROM (\(keys(other))) AS \(name: Self.table) JOIN \(name: to.source.table) AS flagdb_with \
        ON \(name: Self.table).\(name: other) = flagdb_with.\(name: column))
        """
    case .referred(let column):
      return " WHERE \(name: to.keyColumn) IN (\(keys(column)))"
    case .pairs(let join):
      let condition: SQLText =
        if rest == "" { "" } else { " WHERE \(name: join.ownColumn) IN (\(keys(from.keyColumn)))" }
      return """
         WHERE \(name: to.keyColumn) IN (SELECT \(name: join.otherColumn) FROM \(name: join.name)\
        \(condition))
        """
    }
  }

  /// Counts the deleted records with a recursive query, if several paths lead to a record. Each
  /// record is counted once, and cycles end.
  private func recursive(_ predicate: Predicate?) -> SQLText {
    let gone: SQLText = "\(name: Self.table)"
    let others: SQLText = reachesItself ? "" : "WHERE place > 0 "
    return """
      WITH RECURSIVE \(gone)(place, record) AS (\
      SELECT 0, \(name: entities[0].keyColumn)\
      \(asked.rows(where: predicate)) UNION \(.recursion, of: [gone] + edges.flatMap(step(along:)))) \
      SELECT place, count(*) FROM \(gone) \(others)\
      GROUP BY place
      """
  }

  /// The three parts of a recursive step: the columns, the table and the condition.
  private func step(along edge: Edge) -> [SQLText] {
    let gone: SQLText = "\(name: Self.table)"
    let (from, to) = (entities[edge.from], entities[edge.to])
    let (fromTable, toTable) = (from.source.table, to.source.table)
    let table: Name
    let key: SQLText
    let reference: SQLText
    var record: SQLText = "\(gone).record"
    switch edge.route {
    case .referring(let column, let other):
      table = toTable
      if other != from.keyColumn {
        record = """
          (SELECT \(name: other) FROM \(name: fromTable) WHERE \(name: from.keyColumn) = \(record))
          """
      }
      key = "\(name: toTable).\(name: to.keyColumn)"
      reference = "\(name: toTable).\(name: column)"
    case .referred(let column):
      table = fromTable
      key = "\(name: fromTable).\(name: column)"
      reference = "\(name: fromTable).\(name: from.keyColumn)"
    case .pairs(let join):
      table = join.name
      key = "\(name: join.name).\(name: join.otherColumn)"
      reference = "\(name: join.name).\(name: join.ownColumn)"
    }
    // The known records are the left operand. Otherwise SQLite would scan every table.
    let link = SQLText.link(reference, to: record, isNumber: entities.allSatisfy(\.isNumbered))
    return [
      "\(literal: Int64(edge.to)), \(key)", "\(name: table)",
      "\(gone).place = \(literal: Int64(edge.from)) AND \(link) AND \(key) IS NOT NULL",
    ]
  }

  /// No entity can have such a name.
  private static let table: Name = "flagdb_gone"
}

extension SQLText {
  fileprivate var isFeasible: Bool { (try? requireFeasible()) != nil }
}
