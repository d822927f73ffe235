package import FlagModel
package import Predicates
import SQLText

/// The constraint of a predicate on one column of flags, and the rest of the predicate.
package struct FlagCondition: Hashable, Sendable {
  package let attribute: Attribute
  /// A constraint that the column satisfies in every matching record, unless it is NULL.
  package let constraint: FlagConstraint
  /// True if a record with NULL may match.
  package let admitsNull: Bool
  /// The part of the predicate that the constraint does not cover.
  package let rest: Predicate?

  /// The maximum size of a constraint. With more, its evaluation takes longer than reading the
  /// records.
  private static let mostDemands = 40

  /// Nil if the predicate does not restrict the column.
  init?(_ predicate: Predicate, on attribute: Attribute) {
    let reading = FlagReading(column: attribute.column)
    let terms = reading.conjuncts(of: predicate).map { ($0, reading.demand(of: $0)) }
    let demand = FlagDemand.all(terms.map(\.1))
    guard demand.constraint != .anything, demand.constraint.size <= Self.mostDemands else {
      return nil
    }
    self.attribute = attribute
    constraint = demand.constraint
    admitsNull = demand.admitsNull && attribute.isOptional
    rest = .conjunction(terms.filter { !$0.1.isWhole }.map(\.0))
  }
}

extension Predicate {
  /// The constraints on the flag columns of an entity, for each restricted column.
  package func flagConditions(of entity: Entity) -> [FlagCondition] {
    entity.attributes.compactMap { attribute in
      guard case .flags = attribute.type else { return nil }
      return FlagCondition(self, on: attribute)
    }
  }
}

/// The constraint of a predicate on the number in a column.
private struct FlagDemand {
  var constraint: FlagConstraint
  var admitsNull: Bool
  /// True if the constraint is equivalent to the predicate.
  var isWhole: Bool

  static let nothing = FlagDemand(constraint: .anything, admitsNull: true, isWhole: false)

  static func all(_ demands: [FlagDemand]) -> FlagDemand {
    FlagDemand(
      constraint: .conjunction(demands.map(\.constraint)),
      admitsNull: demands.allSatisfy(\.admitsNull), isWhole: demands.allSatisfy(\.isWhole))
  }

  static func any(_ demands: [FlagDemand]) -> FlagDemand {
    FlagDemand(
      constraint: .disjunction(demands.map(\.constraint)),
      admitsNull: demands.contains(where: \.admitsNull), isWhole: demands.allSatisfy(\.isWhole))
  }
}

/// Derives the constraint of a predicate on one column.
private struct FlagReading {
  let column: Name

  /// The parts of a conjunction, recursively.
  func conjuncts(of predicate: Predicate) -> [Predicate] {
    if case .all(let terms) = predicate { terms.flatMap(conjuncts) } else { [predicate] }
  }

  func demand(of predicate: Predicate, isNegated: Bool = false) -> FlagDemand {
    switch predicate {
    case .constant(let value):
      let holds = value != isNegated
      return FlagDemand(constraint: holds ? .anything : .nothing, admitsNull: holds, isWhole: true)
    case .not(let inner): return demand(of: inner, isNegated: !isNegated)
    case .all(let terms), .any(let terms):
      let demands = terms.map { demand(of: $0, isNegated: isNegated) }
      let isAll = if case .all = predicate { true } else { false }
      if isAll == isNegated { return .any(demands) }
      return .all(demands)
    case .test(let term, let test):
      guard let demand = demand(of: term, test) else { return .nothing }
      guard isNegated else { return demand }
      return FlagDemand(
        constraint: demand.constraint.opposite, admitsNull: !demand.admitsNull, isWhole: true)
    case .compare, .compareTexts, .exists: return .nothing
    }
  }

  private func demand(of term: Term, _ test: Predicate.Test) -> FlagDemand? {
    let constraint: FlagConstraint?
    switch term.kind {
    case .column(let column) where isOurs(column):
      constraint = self.constraint(test, of: column, term.type)
    case .binary(.bitAnd, let left, let right):
      guard case .column(let column) = left.kind, isOurs(column), column.form == .own,
        case .integer(let mask)? = right.constant
      else { return nil }
      constraint = self.constraint(test, within: UInt64(bitPattern: mask))
    case .function(.field(let field), let arguments):
      guard case .column(let column) = arguments[0].kind, isOurs(column) else { return nil }
      constraint = FieldDemand(field: field).constraint(test)
    default: return nil
    }
    return constraint.map {
      FlagDemand(constraint: $0, admitsNull: test.isTrueOfNull, isWhole: true)
    }
  }

  /// The constraint on the stored numbers.
  private func constraint(
    _ test: Predicate.Test, of column: Predicate.Column, _ type: TermType
  ) -> FlagConstraint? {
    guard column.form != .own else { return constraint(test) }
    guard case .value(let type) = type, let stored = column.form.stored(test, of: type) else {
      return nil
    }
    let condition = constraint(stored.test)
    if stored.isOpposite { return condition?.opposite }
    return condition
  }

  private func isOurs(_ column: Predicate.Column) -> Bool {
    column.scope == 0 && column.name == self.column
  }

  private func constraint(_ test: Predicate.Test) -> FlagConstraint? {
    switch test {
    case .flags(let test, let mask):
      let mask = UInt64(bitPattern: mask)
      switch test {
      case .has: return .bits(set: mask, clear: 0)
      case .any: return .clause(set: mask, clear: 0)
      case .none: return .bits(set: 0, clear: mask)
      case .notAll: return .clause(set: 0, clear: mask)
      case .exactly: return .among([mask])
      }
    case .compare(.equal, .integer(let number)): return .among([UInt64(bitPattern: number)])
    case .compare(.unequal, .integer(let number)): return .notAmong([UInt64(bitPattern: number)])
    case .isIn(let values):
      let numbers = values.compactMap { value -> UInt64? in
        if case .integer(let number) = value { UInt64(bitPattern: number) } else { nil }
      }
      if numbers.count == values.count { return .among(numbers.sorted()) }
      return nil
    case .isNull: return .nothing
    case .compare, .isBetween, .text: return nil
    }
  }

  /// `(markers & mask) = flags`, where `flags` is a subset of the mask.
  private func constraint(_ test: Predicate.Test, within mask: UInt64) -> FlagConstraint? {
    guard case .flags(.exactly, let flags) = test else { return nil }
    let set = UInt64(bitPattern: flags)
    if set & ~mask == 0 { return .bits(set: set, clear: mask & ~set) }
    return .nothing
  }
}
