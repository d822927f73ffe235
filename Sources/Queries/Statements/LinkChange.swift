package import FlagModel
package import Predicates
package import SQLText

/// Pairs of a many-to-many relationship that are made or taken away.
package struct LinkChange: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case add
    case remove
    /// Every pair that the chosen records have.
    case removeAll
  }

  package let entity: Entity
  package let join: Relationship.JoinTable
  package let action: Action
  /// The record on the other side.
  package let other: Value
  /// The chosen records on this side.
  package let predicate: Predicate?

  package init(
    _ entity: Entity, _ join: Relationship.JoinTable, _ action: Action, other: Value = .null,
    predicate: Predicate?
  ) {
    (self.entity, self.join, self.action) = (entity, join, action)
    (self.other, self.predicate) = (other, predicate)
  }

  package var sql: SQLText {
    let chosen: SQLText =
      "SELECT \(name: entity.keyColumn)\(entity.rows(where: predicate))"
    let pairs: SQLText =
      "DELETE FROM \(name: join.name) WHERE \(name: join.ownColumn) IN (\(chosen))"
    switch action {
    case .add:
      // Without a WHERE, an engine may read ON as the beginning of a join's condition.
      return """
        INSERT INTO \(name: join.name) (\(name: join.ownColumn), \(name: join.otherColumn)) \
        SELECT \(name: entity.keyColumn), \(other)\
        \(entity.rows(where: predicate ?? .constant(true))) ON CONFLICT DO NOTHING
        """
    case .remove:
      return "\(pairs) AND \(name: join.otherColumn) = \(other)"
    case .removeAll:
      return pairs
    }
  }
}
