import FlagModel

extension Predicate {
  /// The condition as SQL.
  ///
  /// NULL means what it means to Swift and NSPredicate: a test is true or false. SQL has a third
  /// answer, which AND, OR and WHERE take for false and only NOT would keep. So no NOT is written:
  /// a negation is carried down to the tests, and each knows what it says of NULL.
  func sql(isNegated: Bool = false) -> SQLText {
    condition(isNegated: isNegated).sql
  }

  private func condition(isNegated: Bool) -> Condition {
    switch self {
    case .constant(let value):
      return .test(value != isNegated ? "TRUE" : "FALSE")
    case .all(let terms):
      return Condition(terms.map { $0.condition(isNegated: isNegated) }, isAnd: !isNegated)
    case .any(let terms):
      return Condition(terms.map { $0.condition(isNegated: isNegated) }, isAnd: isNegated)
    case .not(let predicate):
      return predicate.condition(isNegated: !isNegated)
    case .flags(let column, let test, let mask):
      return .test(Self.flags(column, test, .integer(mask), isNegated))
    case .compare(let column, let comparison, let value):
      return .test(
        Self.compare(
          column, isNegated ? comparison.opposite : comparison, "\(value)",
          isTrueOfNull: isNegated != (comparison == .unequal)))
    case .compareColumns(let left, let comparison, let right):
      return .test(Self.compareColumns(left, comparison, right, isNegated))
    case .isIn(let column, let values):
      return .test(Self.membership(column, values, isNegated))
    case .isBetween(let column, let lower, let upper, let includesUpper):
      return Self.between(column, lower, upper, includesUpper, isNegated)
    case .isNull(let column):
      return .test("\(name: column.name) IS \(keyword: isNegated ? "NOT NULL" : "NULL")")
    case .refers(let column, let reference):
      return .test(Self.refers(column, reference, isNegated))
    }
  }

  private static func flags(
    _ column: Column, _ test: FlagTest, _ mask: Value, _ isNegated: Bool
  ) -> SQLText {
    let name: SQLText = "\(name: column.name)"
    // What is not there has no flags, and so is not even equal to none.
    switch (test, isNegated) {
    case (.has, false), (.notAll, true): return "(\(name) & \(mask)) = \(mask)"
    case (.notAll, false), (.has, true): return column.orNull("(\(name) & \(mask)) != \(mask)")
    case (.any, false), (.none, true): return "(\(name) & \(mask)) != 0"
    case (.none, false), (.any, true): return column.orNull("(\(name) & \(mask)) = 0")
    case (.exactly, false): return "\(name) = \(mask)"
    case (.exactly, true): return compare(column, .unequal, "\(mask)", isTrueOfNull: true)
    }
  }

  private static func compare(
    _ column: Column, _ comparison: Comparison, _ right: SQLText, isTrueOfNull: Bool
  ) -> SQLText {
    let left: SQLText = "\(name: column.name)"
    if comparison == .unequal, column.isOptional { return "\(left) IS NOT \(right)" }
    let test: SQLText = "\(left) \(keyword: comparison.keyword) \(right)"
    return isTrueOfNull ? column.orNull(test) : test
  }

  /// Nil equals nil, as in Swift.
  private static func compareColumns(
    _ left: Column, _ comparison: Comparison, _ right: Column, _ isNegated: Bool
  ) -> SQLText {
    let mayBeNull = left.isOptional || right.isOptional
    let either = Column(name: left.name, isOptional: mayBeNull)
    let other: SQLText = "\(name: right.name)"
    let comparison = isNegated ? comparison.opposite : comparison
    if comparison == .equal, mayBeNull { return "\(name: left.name) IS \(other)" }
    return compare(either, comparison, other, isTrueOfNull: isNegated)
  }

  private static func membership(
    _ column: Column, _ values: [Value], _ isNegated: Bool
  ) -> SQLText {
    if values.isEmpty { return isNegated ? "TRUE" : "FALSE" }
    if isNegated { return column.orNull("\(name: column.name) NOT IN \(list: values)") }
    return "\(name: column.name) IN \(list: values)"
  }

  private static func between(
    _ column: Column, _ lower: Value, _ upper: Value, _ includesUpper: Bool, _ isNegated: Bool
  ) -> Condition {
    let name: SQLText = "\(name: column.name)"
    switch (includesUpper, isNegated) {
    case (true, false): return .test("\(name) BETWEEN \(lower) AND \(upper)")
    case (true, true): return .test(column.orNull("\(name) NOT BETWEEN \(lower) AND \(upper)"))
    case (false, false): return .and("\(name) >= \(lower) AND \(name) < \(upper)")
    case (false, true):
      let outside: SQLText = "\(name) < \(lower) OR \(name) >= \(upper)"
      return column.isOptional ? .test(column.orNull(outside)) : .or(outside)
    }
  }

  private static func refers(
    _ column: Column, _ reference: Reference, _ isNegated: Bool
  ) -> SQLText {
    let keys: SQLText = """
      (SELECT \(name: reference.key) FROM \(name: reference.table) \
      WHERE \(name: reference.label) = \(reference.value))
      """
    if isNegated { return column.orNull("\(name: column.name) NOT IN \(keys)") }
    return "\(name: column.name) IN \(keys)"
  }
}

extension Predicate.Column {
  /// The test, and true where there is no value.
  fileprivate func orNull(_ test: SQLText) -> SQLText {
    isOptional ? "(\(test)) IS NOT FALSE" : test
  }
}

/// SQL that is true or not, and what it must be put in brackets for.
private enum Condition {
  case test(SQLText)
  case and(SQLText)
  case or(SQLText)

  /// As many terms as stand in one row. SQLite refuses an expression that is more than 1,000 deep,
  /// which a row of as many is, so longer ones become rows of rows.
  private static let longestRow = 50

  init(_ terms: [Condition], isAnd: Bool) {
    if terms.count == 1 {
      self = terms[0]
    } else if terms.count <= Self.longestRow {
      let pieces = terms.map { $0.bracketed(inAnd: isAnd) }
      self = isAnd ? .and(pieces.joined(by: " AND ")) : .or(pieces.joined(by: " OR "))
    } else {
      let size = max(Self.longestRow, (terms.count + Self.longestRow - 1) / Self.longestRow)
      let rows = stride(from: 0, to: terms.count, by: size).map { start in
        let row = Condition(
          Array(terms[start..<min(start + size, terms.count)]), isAnd: isAnd)
        return Condition.test("(\(row.sql))")
      }
      self.init(rows, isAnd: isAnd)
    }
  }

  var sql: SQLText {
    switch self {
    case .test(let sql), .and(let sql), .or(let sql): sql
    }
  }

  /// In brackets only where the SQL would mean something else without them.
  private func bracketed(inAnd: Bool) -> SQLText {
    if case .or(let sql) = self, inAnd { "(\(sql))" } else { sql }
  }
}
