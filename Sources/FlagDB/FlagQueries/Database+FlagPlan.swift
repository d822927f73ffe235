import FlagModel
import Migrations
import Predicates
package import Queries

extension Database {
  /// How the flags that a query asks for are found; nil where it asks for none, or where SQLite
  /// finds the records without. Call it within the transaction in which the query runs: it holds
  /// for no other.
  package func flagPlan(of query: Query) throws -> FlagPlan? {
    guard let predicate = query.predicate else { return nil }
    let conditions = predicate.flagConditions(of: query.entity)
    guard !conditions.isEmpty else { return nil }
    return try translated {
      guard let planner = try FlagPlanner(self, query) else { return nil }
      let plans = try conditions.map { try planner.plan($0) }
      return plans.first(where: \.usesIndex) ?? plans.first
    }
  }

  /// The same query, asked in the quickest way. Call it within the transaction in which it runs.
  package func quickest(_ query: Query) throws -> Query {
    guard let plan = try flagPlan(of: query) else { return query }
    var query = query
    query.predicate = plan.predicate
    return query
  }

  /// The same predicate, for statements that read all the records which it selects.
  func quickest(_ predicate: Predicate?, of entity: Entity) throws -> Predicate? {
    let query = Query(entity, columns: entity.defaultColumns(in: schema), predicate: predicate)
    return try quickest(query).predicate
  }
}
