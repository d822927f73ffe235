import Databases
import Engines
import FlagModel
import Predicates
import SQLText

/// Finds the references of a copy that lead to missing records.
struct CopiedLinks {
  private let plan: CopyPlan
  private let database: Database
  private let keys: [Name: OldKeys]
  private let onRefusal: (CopyRefusal) throws -> Void
  /// The number of references that are read together.
  private static let chunk = 256

  init(
    _ plan: CopyPlan, in database: Database, keys: [Name: OldKeys],
    onRefusal: @escaping (CopyRefusal) throws -> Void
  ) {
    self.plan = plan
    self.database = database
    self.keys = keys
    self.onRefusal = onRefusal
  }

  /// Reports and removes each dangling reference. An optional reference becomes nil. The record of
  /// a required reference is deleted, which may leave further dangling references. Returns the
  /// numbers of deleted records.
  func resolve() throws -> [Name: Int64] {
    var removed: [Name: Int64] = [:]
    for link in links {
      let keys: SQLText = "SELECT \(name: link.target.keyColumn)\(link.target.rows())"
      let column: SQLText = "\(name: link.column)"
      let stray: SQLText = "\(column) IS NOT NULL AND \(column) NOT IN (\(keys))"
      let key: SQLText = "\(name: link.owner.keyColumn)"
      try eachChunk(of: [key]) { isNext in
        "SELECT \(key), \(column)\(link.owner.rows(where: "\(isNext) AND \(stray)"))"
      } body: { key, other in
        try take(link, of: key, to: other, &removed)
      }
    }
    return removed
  }

  /// A to-one relationship of the copy.
  private struct Link {
    let relationship: Relationship
    let column: Name
    let owner: Entity
    let target: Entity

    var isRequired: Bool { relationship.cardinality == .toOne(isOptional: false) }
  }

  private var links: [Link] {
    var links: [Link] = []
    for entity in plan.schema.entities {
      for relationship in plan.schema.ownRelationships(of: entity) {
        guard let column = relationship.foreignKey?.column,
          let target = plan.schema.entity(named: relationship.target)
        else { continue }
        links.append(
          Link(relationship: relationship, column: column, owner: entity, target: target))
      }
    }
    return links
  }

  /// Removes a dangling reference, and then all references to records that are deleted with it. It
  /// follows the chain with a stack and not with recursion, because the chain can be as long as a
  /// table.
  private func take(
    _ link: Link, of key: Value, to other: Value, _ removed: inout [Name: Int64]
  ) throws {
    guard try take(link, of: key, to: other) else { return }
    removed[link.owner.name, default: 0] += 1
    var gone = [(owner: link.owner, key: key)]
    while let last = gone.last {
      guard let (next, key) = try linkTo(last.key, of: last.owner) else {
        gone.removeLast()
        continue
      }
      if try take(next, of: key, to: last.key) {
        removed[next.owner.name, default: 0] += 1
        gone.append((next.owner, key))
      }
    }
  }

  /// A reference to a deleted record, and the key of the record that contains it.
  private func linkTo(_ key: Value, of entity: Entity) throws -> (Link, Value)? {
    for link in links where link.target.source.table == entity.source.table {
      let rows = try database.rows(
        """
        SELECT \(name: link.owner.keyColumn)\
        \(link.owner.rows(where: "\(name: link.column) = \(key)")) LIMIT 1
        """)
      if try rows.next() { return (link, rows.value(at: 0)) }
    }
    return nil
  }

  /// Removes a reference and reports it, if it still exists. Returns true if the record is deleted
  /// with it.
  private func take(_ link: Link, of key: Value, to other: Value) throws -> Bool {
    let table: SQLText = "\(name: link.owner.source.table)"
    let record: SQLText =
      "WHERE \(name: link.owner.keyColumn) = \(key) AND \(name: link.column) = \(other)"
    let change: SQLText =
      if link.isRequired {
        "DELETE FROM \(table)"
      } else {
        "UPDATE \(table) SET \(name: link.column) = NULL"
      }
    try run("\(change) \(record)")
    if database.connection.changes == 0 { return false }
    let from = try old(key, of: link.owner)
    let to = try old(other, of: link.target)
    try onRefusal(
      CopyRefusal(
        link.owner.name, from,
        "\(link.relationship.name) refers to \(to.told), but no such \(link.target.name) exists"))
    return link.isRequired
  }

  /// The key of the record in the source, before it got a number.
  private func old(_ key: Value, of entity: Entity) throws -> Value {
    let keys = keys[plan.schema.root(of: entity).name]
    return try database.translated { try keys?.key(of: key) } ?? key
  }

  /// Deletes the pairs in join tables that refer to missing records.
  func resolvePairs() throws {
    for pairs in plan.pairs {
      let table = pairs.table
      guard let owner = plan.schema.entity(named: pairs.owner.entity),
        let other = plan.schema.entity(named: pairs.other.entity)
      else { continue }
      let conditions = [(table.ownColumn, owner), (table.otherColumn, other)].map {
        column, entity in
        "\(name: column) NOT IN (SELECT \(name: entity.keyColumn)\(entity.rows()))" as SQLText
      }
      let columns = [table.ownColumn, table.otherColumn].map { "\(name: $0)" as SQLText }
      try eachChunk(of: columns) { isNext in
        """
        SELECT \(columns.joined(by: ", ")) FROM \(name: table.name) \
        WHERE \(isNext) AND (\(conditions.joined(by: " OR ")))
        """
      } body: { ownKey, otherKey in
        try onRefusal(pairs.refusal(try old(ownKey, of: owner), try old(otherKey, of: other)))
        try run(
          """
          DELETE FROM \(name: table.name) \
          WHERE \(name: table.ownColumn) = \(ownKey) AND \(name: table.otherColumn) = \(otherKey)
          """)
      }
    }
  }

  private func run(_ sql: SQLText) throws {
    try database.translated { try database.connection.run(sql) }
  }

  /// Passes the first two values of all rows of a query to the body, in the order of the keys. The
  /// body changes the table, so no statement may be open while it runs.
  /// - Parameter query: receives the condition for the remaining rows.
  private func eachChunk(
    of keys: [SQLText], _ query: (SQLText) -> SQLText, body: (Value, Value) throws -> Void
  ) throws {
    let key = keys.joined(by: ", ")
    var isNext: SQLText = "1 = 1"
    while true {
      let rows = try database.rows(
        "\(query(isNext)) ORDER BY \(key) LIMIT \(literal: Int64(Self.chunk))")
      let pairs = try rows.all { (rows.value(at: 0), rows.value(at: 1)) }
      guard let last = pairs.last else { return }
      for (ownKey, otherKey) in pairs { try body(ownKey, otherKey) }
      let values = [last.0, last.1].prefix(keys.count).map { "\($0)" as SQLText }
      isNext = "(\(key)) > (\(values.joined(by: ", ")))"
    }
  }
}
