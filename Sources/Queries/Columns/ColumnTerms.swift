import Columns
import FlagModel
import Predicates
import SQLText

/// Translates terms and predicates to columns, and collects the required columns.
struct ColumnTerms {
  private(set) var columns: [Name] = []
  /// The condition for the records; nil for all records.
  private(set) var wanted: ColumnCondition?

  /// The kinds of values that a column has.
  enum Kind {
    case integer
    case real
    case text
    case date

    var number: UInt8 {
      switch self {
      case .integer: ColumnBatch.Kind.integer
      case .real: ColumnBatch.Kind.real
      case .text, .date: ColumnBatch.Kind.text
      }
    }
  }

  mutating func request(
    _ parts: [CombinedGroups.Part], where predicate: Predicate?
  ) -> GroupRequest? {
    var keys: [GroupRequest.Key] = []
    var aggregates: [GroupRequest.Aggregate] = []
    for part in parts {
      if case .key(let term) = part {
        guard let key = key(term) else { return nil }
        keys.append(key)
      } else {
        guard let aggregate = aggregate(part) else { return nil }
        aggregates.append(aggregate)
      }
    }
    guard select(predicate) else { return nil }
    return GroupRequest(where: wanted, by: keys, aggregates)
  }

  /// Translates the condition for the records; returns false if only SQL can evaluate it.
  mutating func select(_ predicate: Predicate?) -> Bool {
    guard let predicate else { return true }
    wanted = condition(predicate)
    return wanted != nil
  }

  // MARK: Terms

  mutating func place(_ name: Name) -> Int {
    if let place = columns.firstIndex(of: name) { return place }
    columns.append(name)
    return columns.count - 1
  }

  mutating func column(_ term: Term) -> (place: Int, kind: Kind)? {
    guard case .column(let column) = term.kind, column.scope == 0, column.form == .own,
      case .value(let type) = term.type, let kind = Self.kind(type)
    else { return nil }
    return (place(column.name), kind)
  }

  private static func kind(_ type: AttributeType) -> Kind? {
    switch type {
    case .bool, .integer, .decimal, .flags: .integer
    case .double, .float: .real
    case .string, .uuid, .url: .text
    case .date: .date
    case .enumeration(let enumeration):
      switch enumeration.rawType {
      case .integer: .integer
      case .string, .character, .caseName: .text
      case .real: nil
      }
    case .data, .array, .json, .any: nil
    }
  }

  private mutating func key(_ term: Term) -> GroupRequest.Key? {
    if case .function(.ofDate(let function), let arguments) = term.kind, arguments.count == 1 {
      guard let (column, kind) = column(arguments[0]), kind == .date else { return nil }
      switch function {
      case .year: return .dateNumber(column: column, offset: 0, length: 4, divisor: 1)
      case .month: return .datePrefix(column: column, length: 7)
      case .day: return .datePrefix(column: column, length: 10)
      case .quarterOfYear: return .dateNumber(column: column, offset: 5, length: 2, divisor: 3)
      case .monthOfYear: return .dateNumber(column: column, offset: 5, length: 2, divisor: 1)
      case .dayOfMonth: return .dateNumber(column: column, offset: 8, length: 2, divisor: 1)
      case .hour: return .dateNumber(column: column, offset: 11, length: 2, divisor: 1)
      case .quarter: return .datePart(column: column, .quarter)
      case .week: return .datePart(column: column, .week)
      case .weekOfYear: return .datePart(column: column, .weekOfYear)
      case .weekday: return .datePart(column: column, .weekday)
      }
    }
    guard let (column, kind) = column(term) else { return nil }
    switch kind {
    case .integer: return .integer(column: column)
    case .text, .date: return .text(column: column)
    case .real: return nil
    }
  }

  private mutating func aggregate(_ part: CombinedGroups.Part) -> GroupRequest.Aggregate? {
    switch part {
    case .key: return nil
    case .values(let inner): return column(inner).map { .values(column: $0.place) }
    case .total(let inner):
      guard let (column, kind) = column(inner), kind == .integer || kind == .real else {
        return nil
      }
      return .total(column: column, isReal: kind == .real)
    case .aggregate(let term):
      if case .groupCount = term.kind { return .records }
      guard case .ofGroup(let aggregate, let inner) = term.kind,
        let (column, kind) = column(inner)
      else { return nil }
      switch aggregate {
      case .count: return .values(column: column)
      case .min, .first: return .least(column: column, kind: kind.number)
      case .max, .last: return .greatest(column: column, kind: kind.number)
      case .sum where kind == .integer || kind == .real:
        return .sum(column: column, isReal: kind == .real)
      case .sum, .average, .distinctCount, .percentile, .deviation: return nil
      }
    }
  }

  // MARK: Conditions

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
      return isAll != isNegated ? .all(conditions) : .any(conditions)
    case .test(let term, let test): return self.test(term, test, isNegated)
    case .compare(let left, let comparison, let right):
      return self.comparison(left, isNegated ? comparison.opposite : comparison, right, isNegated)
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
        first, comparison.order, second, kind: kind.number,
        ofOneNull: isOfNull || comparison == .unequal && isOptional,
        ofTwoNulls: isOfNull || comparison == .equal && isOptional))
  }

  private mutating func test(
    _ term: Term, _ test: Predicate.Test, _ isNegated: Bool
  ) -> ColumnCondition? {
    if case .isIn(let values) = test, values.isEmpty { return .constant(isNegated) }
    if case .function(.ofDate(let function), _) = term.kind {
      guard let key = key(term), let made = Self.made(test, function.kind, isNegated) else {
        return nil
      }
      return .testOfKey(key, made, isTrueOfNull: Self.isTrueOfNull(term, test, isNegated))
    }
    if term.isCalculation {
      guard let calculation = calculation(term),
        let made = Self.made(test, calculation.isReal ? .real : .integer, isNegated)
      else { return nil }
      let isTrueOfNull = Self.isTrueOfNull(term, test, isNegated)
      return .testOfCalculation(calculation, made, isTrueOfNull: isTrueOfNull)
    }
    guard let (column, kind) = column(term), let made = Self.made(test, kind, isNegated) else {
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
      return made.isReal == isReal ? made : nil
    default: return nil
    }
  }

  /// A NULL in a required attribute never matches.
  private static func isTrueOfNull(
    _ term: Term, _ test: Predicate.Test, _ isNegated: Bool
  ) -> Bool {
    test == .isNull ? !isNegated : term.isOptional && isNegated != test.isTrueOfNull
  }

  private static func made(
    _ test: Predicate.Test, _ kind: Kind, _ isNegated: Bool
  ) -> ColumnTest? {
    if test == .isNull { return isNegated ? .isPresent : .isNull }
    return switch kind {
    case .integer: ofIntegers(test, !isNegated)
    case .real: ofReals(test, !isNegated)
    case .text, .date: ofTexts(test, !isNegated)
    }
  }

  private static func ofIntegers(_ test: Predicate.Test, _ isInside: Bool) -> ColumnTest? {
    switch test {
    case .flags(let test, let mask):
      switch test {
      case .has: return .bits(mask: mask, number: mask, isEqual: isInside)
      case .notAll: return .bits(mask: mask, number: mask, isEqual: !isInside)
      case .any: return .bits(mask: mask, number: 0, isEqual: !isInside)
      case .none: return .bits(mask: mask, number: 0, isEqual: isInside)
      case .exactly: return .integers(mask...mask, isInside: isInside)
      }
    case .compare(let comparison, .integer(let number)):
      switch comparison {
      case .equal: return .integers(number...number, isInside: isInside)
      case .unequal: return .integers(number...number, isInside: !isInside)
      case .less: return .integers(number ... .max, isInside: !isInside)
      case .greaterOrEqual: return .integers(number ... .max, isInside: isInside)
      case .greater: return .integers(.min...number, isInside: !isInside)
      case .lessOrEqual: return .integers(.min...number, isInside: isInside)
      }
    case .isIn(let values):
      var numbers: Set<Int64> = []
      for value in values {
        guard case .integer(let number) = value else { return nil }
        numbers.insert(number)
      }
      return .integersAmong(numbers, isInside: isInside)
    case .isBetween(.integer(let lower), .integer(let upper), let includesUpper):
      guard lower <= upper, includesUpper || upper > .min, lower <= upper - (includesUpper ? 0 : 1)
      else { return nil }
      return .integers(lower...upper - (includesUpper ? 0 : 1), isInside: isInside)
    case .compare, .isBetween, .isNull, .text: return nil
    }
  }

  private static func ofReals(_ test: Predicate.Test, _ isInside: Bool) -> ColumnTest? {
    switch test {
    case .compare(let comparison, let value):
      guard let number = value.real else { return nil }
      return ofRange(comparison, number, isInside) { .reals($0, isInside: $1) }
    case .isBetween(let lower, let upper, let includesUpper):
      guard let lower = lower.real, let upper = upper.real else { return nil }
      return .reals(
        ColumnRange(from: lower, to: upper, upperIsIncluded: includesUpper), isInside: isInside)
    case .flags, .isIn, .isNull, .text: return nil
    }
  }

  private static func ofTexts(_ test: Predicate.Test, _ isInside: Bool) -> ColumnTest? {
    switch test {
    case .compare(let comparison, .text(let text)):
      return ofRange(comparison, Array(text.utf8), isInside) { .texts($0, isInside: $1) }
    case .isIn(let values):
      var texts: Set<[UInt8]> = []
      for value in values {
        guard case .text(let text) = value else { return nil }
        texts.insert(Array(text.utf8))
      }
      return .textsAmong(texts, isInside: isInside)
    case .isBetween(.text(let lower), .text(let upper), let includesUpper):
      return .texts(
        ColumnRange(
          from: Array(lower.utf8), to: Array(upper.utf8), upperIsIncluded: includesUpper),
        isInside: isInside)
    case .text(.beginsWith, let other, .exact):
      let bytes = Array(other.utf8)
      let next = bytes.nextPrefix
      if !bytes.isEmpty, next == nil { return nil }
      return .texts(ColumnRange(from: bytes, to: next, upperIsIncluded: false), isInside: isInside)
    case .text(.contains, let other, .exact):
      return .textContains(Array(other.utf8), isInside: isInside)
    case .text(.endsWith, let other, .exact):
      return .textEndsWith(Array(other.utf8), isInside: isInside)
    case .compare, .isBetween, .flags, .isNull, .text: return nil
    }
  }

  /// The values for which a comparison is true, or false.
  private static func ofRange<Bound>(
    _ comparison: Comparison, _ bound: Bound, _ isInside: Bool,
    _ test: (ColumnRange<Bound>, Bool) -> ColumnTest
  ) -> ColumnTest {
    switch comparison {
    case .equal: test(ColumnRange(from: bound, to: bound), isInside)
    case .unequal: test(ColumnRange(from: bound, to: bound), !isInside)
    case .less: test(ColumnRange(from: bound, to: nil), !isInside)
    case .greaterOrEqual: test(ColumnRange(from: bound, to: nil), isInside)
    case .greater: test(ColumnRange(from: bound, isIncluded: false, to: nil), isInside)
    case .lessOrEqual: test(ColumnRange(from: bound, isIncluded: false, to: nil), !isInside)
    }
  }
}

extension [UInt8] {
  /// The smallest text after all those that begin with this one; nil if its last character is not as
  /// long as the next character.
  fileprivate var nextPrefix: [UInt8]? {
    guard let last, last != 0x7F, last != 0xBF else { return nil }
    return dropLast() + [last + 1]
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

extension Value {
  /// The number, if a real number represents it exactly.
  var real: Double? {
    switch self {
    case .real(let number): number.isNaN ? nil : number
    case .integer(let number): number.magnitude <= 1 << 53 ? Double(number) : nil
    case .null, .text, .blob: nil
    }
  }
}
