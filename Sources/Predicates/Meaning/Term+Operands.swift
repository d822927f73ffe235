// The parts of terms and predicates.

extension Term {
  /// The terms that it consists of, including those for related records.
  package var operands: [Term] {
    switch kind {
    case .value, .column, .groupCount: []
    case .negative(let inner), .complement(let inner), .scaled(let inner, _),
      .bitCount(let inner, _), .ofGroup(_, let inner), .each(let inner, _):
      [inner]
    case .via(let link, let inner): link.operands + [inner]
    case .binary(_, let left, let right): [left, right]
    case .conditional(let condition, let yes, let no): condition.operands + [yes, no]
    case .condition(let predicate): predicate.operands
    case .aggregate(_, let inner, let records), .list(let inner, let records):
      records.operands + [inner]
    case .count(let records): records.operands
    case .function(_, let arguments): arguments
    }
  }

  /// The aggregates of a group that it contains.
  package var groupAggregates: [Term] {
    switch kind {
    case .groupCount, .ofGroup: [self]
    default: operands.flatMap(\.groupAggregates)
    }
  }

  /// True if it contains an aggregate of a group.
  package var isOfGroup: Bool { !groupAggregates.isEmpty }

  /// True if it contains one of several flags or values.
  package var isOfEach: Bool {
    if case .each = kind { true } else { operands.contains(where: \.isOfEach) }
  }
}

extension Predicate {
  /// The terms that it tests, including those of related records.
  package var operands: [Term] {
    switch self {
    case .constant: []
    case .all(let parts), .any(let parts): parts.flatMap(\.operands)
    case .not(let inner): inner.operands
    case .test(let term, _): [term]
    case .compare(let left, _, let right), .compareTexts(let left, _, _, let right): [left, right]
    case .exists(let records): records.operands
    }
  }
}

extension Records {
  fileprivate var operands: [Term] { links.flatMap(\.operands) + filters.flatMap(\.operands) }
}

extension Link {
  fileprivate var operands: [Term] { if case .elements(let array) = kind { [array] } else { [] } }
}
