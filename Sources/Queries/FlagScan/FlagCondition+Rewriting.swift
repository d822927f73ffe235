package import FlagModel
package import Predicates

// The same predicate, asked in terms of the numbers that are stored.

extension FlagCondition {
  /// The way to find the records that have one of some numbers.
  package enum Access: Hashable, Sendable {
    /// `markers IN (…)`: the index on the column answers, and no record is read.
    case index
    /// `id IN (SELECT id … WHERE markers IN (…))`: the index gives the keys, and the records are
    /// read in the order of their keys, as a scan reads them.
    case keys
  }

  /// The predicate for a database in which these are all the numbers that the constraint admits.
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
      // A number that no record in question has. Its kind is not asked: the index does not tell it.
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
