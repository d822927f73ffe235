import Columns
import FlagModel
import Predicates
import SQLText

// Predicates as conditions on columns.

extension ColumnTerms {
  mutating func condition(_ predicate: Predicate, isNegated: Bool = false) -> ColumnCondition? {
    switch predicate {
    case .constant(let value): return .constant(value != isNegated)
    case .not(let inner): return condition(inner, isNegated: !isNegated)
    case .all(let parts), .any(let parts):
      var conditions: [ColumnCondition] = []
      for part in parts {
        guard let condition = condition(part, isNegated: isNegated) else { return nil }
        conditions.append(condition)
      }
      let isAll = if case .all = predicate { true } else { false }
      if isAll != isNegated { return .all(conditions) }
      return .any(conditions)
    case .test(let term, let test): return self.test(term, test, isNegated)
    case .compare(let left, let comparison, let right):
      var meant = comparison
      if isNegated { meant = comparison.opposite }
      return self.comparison(left, meant, right, isNegated)
    case .compareTexts, .exists: return nil
    }
  }

  /// Nil equals nil, as in Swift.
  private mutating func comparison(
    _ left: Term, _ comparison: Comparison, _ right: Term, _ isNegated: Bool
  ) -> ColumnCondition? {
    guard left.type == right.type, let (first, kind) = column(left), let (second, _) = column(right)
    else { return nil }
    let isOptional = left.isOptional || right.isOptional
    let isOrdering = comparison != .equal && comparison != .unequal
    let isOfNull = isNegated && isOptional && isOrdering
    return .comparison(
      ColumnComparison(
        first, comparison.order, second, kind: kind.stored,
        ofOneNull: isOfNull || comparison == .unequal && isOptional,
        ofTwoNulls: isOfNull || comparison == .equal && isOptional))
  }

  private mutating func test(
    _ term: Term, _ test: Predicate.Test, _ isNegated: Bool
  ) -> ColumnCondition? {
    if case .isIn(let values) = test, values.isEmpty { return .constant(isNegated) }
    if case .function(.ofDate(let function), _) = term.kind {
      guard let key = key(term), let made = ColumnTest(test, function.kind, isNegated: isNegated)
      else {
        return nil
      }
      return .testOfKey(key, made, isTrueOfNull: Self.isTrueOfNull(term, test, isNegated))
    }
    if term.isCalculation {
      guard let calculation = calculation(term) else { return nil }
      let kind: Kind = calculation.isReal ? .real : .integer
      guard let made = ColumnTest(test, kind, isNegated: isNegated) else { return nil }
      let isTrueOfNull = Self.isTrueOfNull(term, test, isNegated)
      return .testOfCalculation(calculation, made, isTrueOfNull: isTrueOfNull)
    }
    guard let (column, kind) = column(term), let made = ColumnTest(test, kind, isNegated: isNegated)
    else {
      return nil
    }
    return .test(column: column, made, isTrueOfNull: Self.isTrueOfNull(term, test, isNegated))
  }

  /// A calculation with integers and real numbers.
  private mutating func calculation(_ term: Term) -> ColumnCalculation? {
    guard let isReal = term.type.isRealNumber else { return nil }
    switch term.kind {
    case .column:
      guard let (column, _) = column(term) else { return nil }
      return .column(column, isReal: isReal)
    case .value(.integer(let number)): return .integer(number)
    case .value(.real(let number)): return .real(number)
    case .negative(let inner): return calculation(inner).map { .negative($0) }
    case .binary(let binary, let left, let right):
      guard let operation = binary.operation, let left = calculation(left),
        let right = calculation(right)
      else { return nil }
      let made = ColumnCalculation.operation(operation, left, right)
      if made.isReal, operation == .remainder { return nil }
      if made.isReal == isReal { return made }
      return nil
    default: return nil
    }
  }

  /// A NULL in a required attribute never matches.
  private static func isTrueOfNull(
    _ term: Term, _ test: Predicate.Test, _ isNegated: Bool
  ) -> Bool {
    if test == .isNull { return !isNegated }
    return term.isOptional && isNegated != test.isTrueOfNull
  }
}

extension Term {
  fileprivate var isCalculation: Bool {
    switch kind {
    case .binary, .negative: true
    default: false
    }
  }
}

extension TermType {
  /// True for a real number, false for an integer, nil for other types.
  fileprivate var isRealNumber: Bool? {
    switch self {
    case .value(.integer): false
    case .value(.double), .value(.float): true
    default: nil
    }
  }
}

extension Operator {
  fileprivate var operation: ColumnCalculation.Operation? {
    switch self {
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .remainder: .remainder
    default: nil
    }
  }
}

extension Comparison {
  fileprivate var order: ColumnComparison.Order {
    switch self {
    case .equal: .equal
    case .unequal: .unequal
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    }
  }
}

extension DateFunction {
  /// The kind of its results.
  fileprivate var kind: ColumnTerms.Kind {
    switch self {
    case .year, .quarterOfYear, .monthOfYear, .weekOfYear, .dayOfMonth, .weekday, .hour: .integer
    case .quarter, .month, .week, .day: .text
    }
  }
}
