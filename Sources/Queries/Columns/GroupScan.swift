package import Columns
package import FlagModel
import Predicates
package import SQLText

/// Groups of records that are made of whole columns, without SQL. The statement for the answer then has the
/// groups in place of the records.
/// See Documentation/Decisions/pages-are-read-where-sql-is-slow.md.
package struct GroupScan {
  package let table: Name
  /// The columns that are read.
  package let columns: [Name]
  package let request: GroupRequest
  private let query: Query
  private let combined: CombinedGroups

  /// True if real numbers are added up, which have other last digits in another order.
  package var needsOrder: Bool {
    request.aggregates.contains { aggregate in
      switch aggregate {
      case .sum(_, let isReal): isReal
      case .total: true
      default: false
      }
    }
  }

  /// True if SQL's own mean is made of the sum, for which versions of SQLite have different ways.
  package var needsTotal: Bool {
    request.aggregates.contains { if case .total = $0 { true } else { false } }
  }

  /// Nil if SQL has to make the groups.
  fileprivate init?(_ query: Query, _ combined: CombinedGroups) {
    var reader = ColumnTerms()
    guard
      let request = reader.request(combined.parts, where: query.entity.selection(query.predicate))
    else { return nil }
    // Groups of several values each would be added up in another order.
    if combined.hasMoreKeys, Self.isReal(request) { return nil }
    table = query.entity.source.table
    columns = reader.columns
    self.request = request
    self.query = query
    self.combined = combined
  }

  private static func isReal(_ request: GroupRequest) -> Bool {
    request.aggregates.contains { aggregate in
      switch aggregate {
      case .sum(_, let isReal): isReal
      case .total: true
      default: false
      }
    }
  }

  /// The statement whose answer is that of the query, made of the groups. Each has its keys and then its
  /// aggregates. Nil if they have too many values to be bound.
  package func sql(of groups: [[Value]]) -> SQLText? {
    let bound = groups.reduce(0) { $0 + $1.count { !$0.isWrittenOut } }
    guard bound <= Self.mostBound else { return nil }
    return query.sql(combined, combined.definition(groups.sorted(by: Self.comesFirst)))
  }

  /// SQLite takes 32,766 bindings, of which the rest of the statement needs some.
  private static let mostBound = 30_000

  /// The order in which SQL makes groups.
  private static func comesFirst(_ one: [Value], _ other: [Value]) -> Bool {
    for (a, b) in zip(one, other) {
      switch (a, b) {
      case (.null, .null): continue
      case (.null, _): return true
      case (_, .null): return false
      case (.integer(let a), .integer(let b)) where a != b: return a < b
      case (.text(let a), .text(let b)) where a != b:
        return a.utf8.lexicographicallyPrecedes(b.utf8)
      default: continue
      }
    }
    return false
  }
}

extension Value {
  /// True if it is written into a statement: a number of the program's own, which nobody has typed.
  fileprivate var isWrittenOut: Bool {
    switch self {
    case .null, .integer: true
    case .real, .text, .blob: false
    }
  }
}

extension Query {
  /// Nil if SQL has to make the groups, or if there are none.
  package var groupScan: GroupScan? {
    guard answer != .exists, let grouping else { return nil }
    let shown = answer == .records ? columns.compactMap(\.term) + order.compactMap(\.term) : []
    guard columns.allSatisfy({ grouping.isMade($0) }),
      let combined = grouping.scanned(of: entity, for: shown, titles: columns.map(\.title))
    else { return nil }
    return GroupScan(self, combined)
  }

  /// The records of which nothing but the number is asked; nil if SQL has to count them.
  package var countScan: (table: Name, columns: [Name], request: GroupRequest)? {
    guard answer == .count, grouping == nil, limit == nil, offset == nil,
      let predicate = entity.selection(predicate)
    else { return nil }
    var reader = ColumnTerms()
    guard let condition = reader.condition(predicate), !reader.columns.isEmpty else { return nil }
    return (
      entity.source.table, reader.columns, GroupRequest(where: condition, by: [], [.records])
    )
  }
}

/// Reads terms as columns, and notes which columns are needed.
private struct ColumnTerms {
  private(set) var columns: [Name] = []

  /// The kinds of values that a column has.
  private enum Kind {
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
    var wanted: ColumnCondition?
    if let predicate {
      guard let condition = condition(predicate) else { return nil }
      wanted = condition
    }
    return GroupRequest(where: wanted, by: keys, aggregates)
  }

  // MARK: Terms

  private mutating func place(_ name: Name) -> Int {
    if let place = columns.firstIndex(of: name) { return place }
    columns.append(name)
    return columns.count - 1
  }

  private mutating func column(_ term: Term) -> (place: Int, kind: Kind)? {
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
      case .quarter, .week, .weekOfYear, .weekday: return nil
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
    case .compare, .compareTexts, .exists: return nil
    }
  }

  private mutating func test(
    _ term: Term, _ test: Predicate.Test, _ isNegated: Bool
  ) -> ColumnCondition? {
    if case .isIn(let values) = test, values.isEmpty { return .constant(isNegated) }
    guard let (column, kind) = column(term) else { return nil }
    if test == .isNull {
      return .test(column: column, isNegated ? .isPresent : .isNull, isTrueOfNull: !isNegated)
    }
    let made =
      switch kind {
      case .integer: Self.ofIntegers(test, !isNegated)
      case .real: Self.ofReals(test, !isNegated)
      case .text, .date: Self.ofTexts(test, !isNegated)
      }
    guard let made else { return nil }
    // What is not optional and NULL all the same is never found.
    let isTrueOfNull = term.isOptional && isNegated != test.isTrueOfNull
    return .test(column: column, made, isTrueOfNull: isTrueOfNull)
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
    case .compare, .isBetween, .flags, .isNull, .text: return nil
    }
  }

  /// The values for which a comparison holds, or those for which it does not.
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

extension Value {
  /// The number, if a real one is exactly the same.
  fileprivate var real: Double? {
    switch self {
    case .real(let number): number.isNaN ? nil : number
    case .integer(let number): number.magnitude <= 1 << 53 ? Double(number) : nil
    case .null, .text, .blob: nil
    }
  }
}
