import Engines
package import FlagModel
package import Predicates
package import Queries
package import SQLText

/// Finds the fastest statement for a query.
///
/// This module decides how a query is run: by the index on flags, from the pages of a large table,
/// or by SQL alone.
package struct QueryPlanner {
  private let connection: any Connection
  private let pages: PagePlanner

  package init(_ pages: PagePlanner) {
    connection = pages.connection
    self.pages = pages
  }

  /// The fastest statement for a query, and the way in which it finds flags. The way is nil if the
  /// query has no condition on flags, or if the engine needs no help. Call it within the transaction of
  /// the statement, because the plan is valid there only.
  /// - Parameter isShown: false if nobody sees why a small table is scanned.
  package func planned(_ query: Query, isShown: Bool) throws -> (sql: SQLText, flags: FlagPlan?) {
    let sql = query.sql
    guard let plan = try flagPlan(of: query, sql, isShown) else { return (sql, nil) }
    if !plan.usesIndex { return (sql, plan) }
    var query = query
    query.predicate = plan.predicate
    return (query.sql, plan)
  }

  /// The predicate in its fastest form, for statements that read all matching records.
  package func quickest(
    _ predicate: Predicate?, of entity: Entity, in schema: Schema
  ) throws -> Predicate? {
    let query = Query(entity, columns: entity.defaultColumns(in: schema), predicate: predicate)
    guard let plan = try flagPlan(of: query, query.sql, false) else { return predicate }
    return plan.predicate
  }

  private func flagPlan(
    of query: Query, _ sql: @autoclosure () -> SQLText, _ isShown: Bool
  ) throws -> FlagPlan? {
    guard let predicate = query.predicate else { return nil }
    let conditions = predicate.flagConditions(of: query.entity)
    guard !conditions.isEmpty else { return nil }
    if let walk = connection.numberWalk {
      let walk = FlagWalk(walk, query)
      let plans = try conditions.map { try walk.plan($0) }
      return plans.first(where: \.usesIndex) ?? plans.first
    }
    guard let planner = try FlagPlanner(pages, query, sql(), isShown: isShown) else { return nil }
    let plans = try conditions.map { try planner.plan($0) }
    return plans.first(where: \.usesIndex) ?? plans.first
  }
}
