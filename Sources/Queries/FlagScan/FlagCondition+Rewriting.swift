package import FlagModel
package import Predicates

// Rewrites a predicate in terms of stored numbers.

extension FlagCondition {
  /// The way to find the records with one of several numbers.
  package enum Access: Hashable, Sendable {
    /// `markers IN (…)`: the index on the column contains the whole result.
    case index
    /// `id IN (SELECT id … WHERE markers IN (…))`: the index returns the keys, and the records are
    /// read in the order of their keys, like in a scan.
    case keys
  }

  /// An equivalent predicate for a database in which only these numbers satisfy the constraint.
  package func predicate(
    with numbers: [Int64], of entity: Entity, by access: Access
  ) -> Predicate {
    if numbers.isEmpty { return .constant(false) }
    let choice = Predicate.test(
      term(of: entity, by: access), .isIn(numbers.map(Value.integer)))
    return rest.map { .all([choice, $0]) } ?? choice
  }

  private func term(of entity: Entity, by access: Access) -> Term {
    switch access {
    case .index: return column(of: 0)
    case .keys:
      // The column is compared with a number of no record. The kind is not tested, because the
      // index does not contain it.
      let scope = Scope(number: Int.max, table: entity.source.table, key: entity.keyColumn)
      let link = Link(
        kind: .key(.init(column: entity.keyColumn), isOptional: false), name: entity.keyColumn,
        from: Scope(number: 0, of: entity), to: scope)
      return Term(.via(link, column(of: scope.number)), attribute.type, isOptional: false)
    }
  }

  private func column(of scope: Int) -> Term {
    Term(
      .column(.init(name: attribute.column, isOptional: false, scope: scope)), attribute.type,
      isOptional: false)
  }
}
