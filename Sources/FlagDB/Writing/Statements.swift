public import FlagModel
public import FlagSQL

extension Database {
  /// The statements that `update` runs, in their order.
  public func statements(
    toUpdate entity: Entity, _ change: ResolvedChange, where predicate: Predicate?
  ) -> [SQLText] {
    // The pairs first: after the update other records may match.
    let pairs = change.links.map { $0.sql(of: entity, where: predicate) }
    guard !change.assignments.isEmpty else { return pairs }
    return pairs + [Update(entity, change.assignments, predicate: predicate).sql]
  }
}
