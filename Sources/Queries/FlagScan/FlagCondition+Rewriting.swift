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
  package func predicate(with numbers: [Int64], of entity: Entity, by access: Access) -> Predicate {
    if numbers.isEmpty { return .constant(false) }
    let choice = Predicate.test(term(of: entity, by: access), .isIn(numbers.map(Value.integer)))
    return rest.map { .all([choice, $0]) } ?? choice
  }

  /// The numbers up to the highest declared bit that satisfy the constraint, and a predicate that lists them. It is
  /// equivalent to the whole predicate in any database, so nobody needs to know which numbers are stored.
  /// Nil if NULL satisfies the condition, or if there are more numbers than the maximum.
  package func candidates(
    of whole: Predicate, atMost most: Int
  ) -> (count: Int, predicate: Predicate)? {
    guard !admitsNull, case .flags(let flags) = attribute.type,
      let highest = highestNumber(of: flags),
      let numbers = constraint.numbers(upTo: highest, atMost: most)
    else { return nil }
    let column = column(of: 0)
    let isMeant = Predicate.any([
      .test(column, .isIn(numbers.map { .integer(Int64(bitPattern: $0)) })),
      .test(column, .compare(.less, .integer(0))),
      .test(column, .compare(.greater, .integer(Int64(bitPattern: highest)))),
    ])
    return (numbers.count, .all([isMeant, whole]))
  }

  /// The number with all bits up to the highest declared one; nil if there is none, or if it is negative.
  private func highestNumber(of flags: FlagSet) -> UInt64? {
    let unused = flags.declaredMask.leadingZeroBitCount
    if unused == 0 || unused == 64 { return nil }
    return UInt64.max >> UInt64(unused)
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

extension FlagConstraint {
  /// The numbers from 0 on that satisfy the constraint; nil if there are more than the maximum.
  fileprivate func numbers(upTo last: UInt64, atMost most: Int) -> [UInt64]? {
    var numbers: [UInt64] = []
    var steps = 0
    var start: UInt64 = 0
    while let number = next(from: start), number <= last {
      steps += 1
      // A step may find a number that does not satisfy the constraint.
      if admits(number) { numbers.append(number) }
      guard numbers.count <= most, steps <= 4 * most else { return nil }
      start = number + 1
    }
    return numbers
  }
}
