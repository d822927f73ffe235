import FlagModel

extension Predicate {
  /// The condition as SQL.
  ///
  /// NULL means what it means to Swift and NSPredicate: a test is true or false. SQL has a third
  /// answer, which AND, OR and WHERE take for false; only beneath a NOT it must be made exact.
  func sql(isExact: Bool = false) -> SQLText {
    switch self {
    case .constant(let value):
      return value ? "TRUE" : "FALSE"
    case .all(let terms):
      return terms.map { $0.bracketed(isExact) }.joined(by: " AND ")
    case .any(let terms):
      return Self.disjunction(terms, isExact)
    case .not(let predicate):
      return "NOT (\(predicate.sql(isExact: true)))"
    case .flags(let column, let test, let mask):
      return Self.flags(column, test, .integer(mask), isExact)
    case .compare(let column, let comparison, let value):
      return Self.compare(column, comparison, "\(value)", isExact && column.isOptional)
    case .compareColumns(let left, let comparison, let right):
      let mayBeNull = left.isOptional || right.isOptional
      return Self.compare(
        left, comparison, "\(name: right.name)", isExact && mayBeNull, mayBeNull)
    case .isIn(let column, let values):
      let list = values.map { "\($0)" as SQLText }.joined(by: ", ")
      return Self.guarded(isExact && column.isOptional, "\(name: column.name) IN (\(list))")
    case .isBetween(let column, let lower, let upper, let includesUpper):
      return Self.between(column, lower, upper, includesUpper, isExact)
    case .isNull(let column):
      return "\(name: column.name) IS NULL"
    case .refers(let column, let reference):
      let key: SQLText = """
        \(name: column.name) IN (SELECT \(name: reference.key) FROM \(name: reference.table) \
        WHERE \(name: reference.label) = \(reference.value))
        """
      return Self.guarded(isExact && column.isOptional, key)
    }
  }

  private static func flags(
    _ column: Column, _ test: FlagTest, _ mask: Value, _ isExact: Bool
  ) -> SQLText {
    let name: SQLText = "\(name: column.name)"
    let isGuarded = isExact && column.isOptional
    switch test {
    case .has: return guarded(isGuarded, "(\(name) & \(mask)) = \(mask)")
    case .any: return guarded(isGuarded, "(\(name) & \(mask)) != 0")
    case .exactly: return guarded(isGuarded, "\(name) = \(mask)")
    // What is not there has no flags.
    case .none: return orNull(column, "(\(name) & \(mask)) = 0")
    case .notAll: return orNull(column, "(\(name) & \(mask)) != \(mask)")
    }
  }

  private static func compare(
    _ column: Column, _ comparison: Comparison, _ right: SQLText, _ isGuarded: Bool,
    _ rightMayBeNull: Bool = false
  ) -> SQLText {
    let left: SQLText = "\(name: column.name)"
    switch comparison {
    case .equal where rightMayBeNull: return "\(left) IS \(right)"
    case .equal: return guarded(isGuarded, "\(left) = \(right)")
    case .unequal where column.isOptional || rightMayBeNull: return "\(left) IS NOT \(right)"
    case .unequal: return "\(left) != \(right)"
    case .less: return guarded(isGuarded, "\(left) < \(right)")
    case .lessOrEqual: return guarded(isGuarded, "\(left) <= \(right)")
    case .greater: return guarded(isGuarded, "\(left) > \(right)")
    case .greaterOrEqual: return guarded(isGuarded, "\(left) >= \(right)")
    }
  }

  private static func between(
    _ column: Column, _ lower: Value, _ upper: Value, _ includesUpper: Bool, _ isExact: Bool
  ) -> SQLText {
    let name: SQLText = "\(name: column.name)"
    let range: SQLText =
      includesUpper
      ? "\(name) BETWEEN \(lower) AND \(upper)" : "\(name) >= \(lower) AND \(name) < \(upper)"
    return guarded(isExact && column.isOptional, range)
  }

  /// False where the test is NULL.
  private static func guarded(_ isGuarded: Bool, _ test: SQLText) -> SQLText {
    isGuarded ? "(\(test)) IS TRUE" : test
  }

  /// True where the column is NULL.
  private static func orNull(_ column: Column, _ test: SQLText) -> SQLText {
    column.isOptional ? "(\(test)) IS NOT FALSE" : test
  }

  /// A tree of ORs that is as deep as the logarithm of its terms: SQLite refuses an expression
  /// that is more than 1,000 deep, which a chain of as many terms is.
  private static func disjunction(_ terms: [Predicate], _ isExact: Bool) -> SQLText {
    guard terms.count > 16 else {
      return terms.map { $0.sql(isExact: isExact) }.joined(by: " OR ")
    }
    let half = terms.count / 2
    let first = disjunction(Array(terms[..<half]), isExact)
    let second = disjunction(Array(terms[half...]), isExact)
    return "(\(first)) OR (\(second))"
  }

  /// A term of an AND: in brackets only where the SQL would mean something else without them.
  private func bracketed(_ isExact: Bool) -> SQLText {
    if case .any(let terms) = self, terms.count > 1 { return "(\(sql(isExact: isExact)))" }
    return sql(isExact: isExact)
  }
}
