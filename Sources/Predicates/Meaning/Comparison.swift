package enum Comparison: String, Hashable, Sendable, CaseIterable {
  case equal = "="
  case unequal = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// The comparison that says the same with its sides exchanged.
  package var mirrored: Comparison {
    switch self {
    case .equal, .unequal: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// The comparison that is true where this one is false.
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

  /// True if it asks which of two comes first.
  var isOrdering: Bool { self != .equal && self != .unequal }
}

/// A test of a column of flags.
package enum FlagTest: String, Hashable, Sendable, CaseIterable {
  /// All of them.
  case has
  /// At least one of them.
  case any
  /// None of them.
  case none
  /// These and no others.
  case exactly
  /// Not all of them.
  case notAll
}

/// `ANY`, `ALL`, `NONE`: how many of the values of a to-many relationship a test must hold for.
package enum Quantifier: String, Hashable, Sendable, CaseIterable {
  case any = "ANY"
  case all = "ALL"
  case none = "NONE"
}
