import FlagModel
import Migrations
import Predicates
import SQLText

/// Looks for the links of a copy that lead to records which are not there.
struct CopiedLinks {
  private let plan: CopyPlan
  private let database: Database
  private let onRefusal: (CopyRefusal) throws -> Void
  /// So many are looked at together.
  private static let chunk = 256

  init(
    _ plan: CopyPlan, in database: Database, onRefusal: @escaping (CopyRefusal) throws -> Void
  ) {
    (self.plan, self.database, self.onRefusal) = (plan, database, onRefusal)
  }

  /// Tells of each, and takes it away: an optional link becomes nil, and the record of another one
  /// goes, with which further links lead nowhere. Answers with the number of records that go.
  func resolve() throws -> [Name: Int64] {
    var removed: [Name: Int64] = [:]
    while true {
      var isDone = true
      for entity in plan.schema.entities {
        for relationship in plan.schema.ownRelationships(of: entity) {
          let count = try resolve(relationship, of: entity)
          removed[entity.name, default: 0] += count
          if count > 0 { isDone = false }
        }
      }
      if isDone { return removed }
    }
  }

  private func resolve(_ relationship: Relationship, of entity: Entity) throws -> Int64 {
    guard let column = relationship.foreignKey?.column,
      let target = plan.schema.entity(named: relationship.target)
    else { return 0 }
    let keys: SQLText = "SELECT \(name: target.keyColumn)\(target.rows())"
    let stray: SQLText = "\(name: column) IS NOT NULL AND \(name: column) NOT IN (\(keys))"
    let isRequired = relationship.cardinality == .toOne(isOptional: false)
    var removed: Int64 = 0
    try eachChunk(
      "SELECT \(name: entity.keyColumn), \(name: column)\(entity.rows(where: stray))"
    ) { key, other in
      try onRefusal(
        CopyRefusal(
          entity.name, key,
          "\(relationship.name) refers to \(other.text), and there is no such \(target.name)"))
      let record: SQLText = "WHERE \(name: entity.keyColumn) = \(key)"
      if isRequired {
        removed += 1
        try run("DELETE FROM \(name: entity.source.table) \(record)")
      } else {
        try run("UPDATE \(name: entity.source.table) SET \(name: column) = NULL \(record)")
      }
    }
    return removed
  }

  /// The same of pairs, which go.
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
      try eachChunk(
        """
        SELECT \(name: table.ownColumn), \(name: table.otherColumn) FROM \(name: table.name) \
        WHERE \(conditions.joined(by: " OR "))
        """
      ) { one, two in
        try onRefusal(pairs.refusal(one, two))
        try run(
          """
          DELETE FROM \(name: table.name) \
          WHERE \(name: table.ownColumn) = \(one) AND \(name: table.otherColumn) = \(two)
          """)
      }
    }
  }

  private func run(_ sql: SQLText) throws {
    try database.translated { try database.connection.run(sql) }
  }

  /// Passes on what a query finds until it finds nothing more. The body changes it, so that no
  /// statement may be open meanwhile.
  private func eachChunk(_ query: SQLText, _ body: (Value, Value) throws -> Void) throws {
    while true {
      let rows = try database.rows("\(query) LIMIT \(literal: Int64(Self.chunk))")
      let found = try rows.all { (rows.value(at: 0), rows.value(at: 1)) }
      if found.isEmpty { return }
      for (one, two) in found { try body(one, two) }
    }
  }
}
