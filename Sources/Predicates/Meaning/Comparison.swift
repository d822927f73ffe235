package enum Comparison: String, Hashable, Sendable, CaseIterable {
  case equal = "="
  case unequal = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// The equivalent comparison with exchanged sides.
  package var mirrored: Comparison {
    switch self {
    case .equal, .unequal: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// The negation of the comparison.
  package var opposite: Comparison {
    switch self {
    case .equal: .unequal
    case .unequal: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  /// The negation if `isNegated`, otherwise the comparison itself.
  package func opposite(if isNegated: Bool) -> Comparison {
    if isNegated { return opposite }
    return self
  }

  package var keyword: StaticString {
    switch self {
    case .equal: "="
    case .unequal: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }

  /// True for comparisons that need an order.
  var isOrdering: Bool { self != .equal && self != .unequal }
}

/// A test of a flags column.
package enum FlagTest: String, Hashable, Sendable, CaseIterable {
  /// It has all of them.
  case has
  /// It has at least one of them.
  case any
  /// It has none of them.
  case none
  /// It has exactly these.
  case exactly
  /// It lacks at least one of them.
  case notAll
}

/// `ANY`, `ALL`, `NONE`: the number of values of a to-many relationship for which a test must be
/// true.
package enum Quantifier: String, Hashable, Sendable, CaseIterable {
  case any = "ANY"
  case all = "ALL"
  case none = "NONE"
}
