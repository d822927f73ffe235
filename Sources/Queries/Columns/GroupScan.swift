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

  /// The column whose integers are the groups, if nothing but the number of their records is asked.
  package var countedColumn: Name? {
    guard request.condition == nil, request.keys == [.integer(column: 0)], columns.count == 1,
      request.aggregates.allSatisfy({ $0 == .records || $0 == .values(column: 0) })
    else { return nil }
    return columns[0]
  }

  /// The groups that an index tells, for a column that is counted.
  package func groups(of counts: ColumnCounts) -> [[Value]] {
    let integers = counts.integers.map { group(.integer($0.value), $0.count) }
    return counts.nulls > 0 ? integers + [group(.null, counts.nulls)] : integers
  }

  private func group(_ key: Value, _ count: Int64) -> [Value] {
    [key] + request.aggregates.map { .integer($0 == .records || key != .null ? count : 0) }
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
