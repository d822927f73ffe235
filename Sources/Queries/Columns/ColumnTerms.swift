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

    var stored: ColumnBatch.Kind {
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

  mutating func key(_ term: Term) -> GroupRequest.Key? {
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
    case .highSum(let inner):
      guard let (column, kind) = column(inner), kind == .integer else { return nil }
      return .highSum(column: column)
    case .lowSum(let inner):
      guard let (column, kind) = column(inner), kind == .integer else { return nil }
      return .lowSum(column: column)
    case .total(let inner):
      guard let (column, kind) = column(inner), kind == .real else { return nil }
      return .total(column: column)
    case .aggregate(let term):
      if case .groupCount = term.kind { return .records }
      guard case .ofGroup(let aggregate, let inner) = term.kind,
        let (column, kind) = column(inner)
      else { return nil }
      switch aggregate {
      case .count: return .values(column: column)
      case .min, .first: return .least(column: column, kind: kind.stored)
      case .max, .last: return .greatest(column: column, kind: kind.stored)
      case .sum where kind == .integer || kind == .real:
        return .sum(column: column, isReal: kind == .real)
      case .union where kind == .integer: return .union(column: column)
      case .intersection where kind == .integer: return .intersection(column: column)
      case .sum, .average, .distinctCount, .percentile, .deviation, .union, .intersection:
        return nil
      }
    }
  }
}
