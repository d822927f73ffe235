package import Columns
package import FlagModel
import Predicates
package import SQLText

/// Groups of records that are calculated from whole columns without SQL. A statement then reads
/// these groups instead of the records.
/// See Documentation/Decisions/pages-are-read-where-sql-is-slow.md.
package struct GroupScan {
  package let table: Name
  /// The columns to read.
  package let columns: [Name]
  package let request: GroupRequest
  private let query: Query
  private let combined: CombinedGroups

  /// True if real numbers are added, whose sum depends on their order.
  package var needsOrder: Bool { request.needsOrder }

  /// True if all records of a group have the same values in these columns. An index on them then has
  /// the records of a group in the order of the table.
  package func areKeys(_ columns: [Name?]) -> Bool {
    let keys = request.keys.compactMap { key -> Name.Folded? in
      switch key {
      case .integer(let column), .text(let column): self.columns[column].folded
      case .datePrefix, .dateNumber, .datePart: nil
      }
    }
    return !columns.isEmpty
      && columns.allSatisfy { column in column.map { keys.contains($0.folded) } ?? false }
  }

  /// True for a mean of real numbers, which versions of SQLite calculate differently.
  package var needsTotal: Bool { request.needsTotal }

  /// Nil if SQL must calculate the groups.
  fileprivate init?(_ query: Query, _ combined: CombinedGroups) {
    var reader = ColumnTerms()
    guard
      let request = reader.request(combined.parts, where: query.entity.selection(query.predicate))
    else { return nil }
    // Several combinations in one group would be added in another order.
    if combined.hasMoreKeys, request.needsOrder { return nil }
    table = query.entity.source.table
    columns = reader.columns
    self.request = request
    self.query = query
    self.combined = combined
  }

  /// The column whose integers are the groups, if only the number of their records is requested.
  package var countedColumn: Name? {
    guard request.condition == nil, request.keys == [.integer(column: 0)], columns.count == 1,
      request.aggregates.allSatisfy({ $0 == .records || $0 == .values(column: 0) })
    else { return nil }
    return columns[0]
  }

  /// The groups of a counted column, from an index.
  package func groups(of counts: ColumnCounts) -> [[Value]] {
    let integers = counts.integers.map { group(.integer($0.value), $0.count) }
    if counts.nulls > 0 { return integers + [group(.null, counts.nulls)] }
    return integers
  }

  private func group(_ key: Value, _ count: Int64) -> [Value] {
    [key]
      + request.aggregates.map { aggregate in
        let isCounted = aggregate == .records || key != .null
        return .integer(isCounted ? count : 0)
      }
  }

  /// The statement that calculates the query's result from the groups. Each group has its keys and
  /// then its aggregates. Nil if there are too many values that must be bound.
  package func sql(of groups: [[Value]]) -> SQLText? {
    let isBrief = groups.allSatisfy { $0.allSatisfy(\.isPreservedByJSON) }
    guard isBrief || groups.reduce(0, { $0 + $1.count }) <= Self.mostValues else { return nil }
    return query.sql(combined, combined.definition(groups.sorted(by: Self.comesFirst)))
  }

  /// SQLite allows 32,766 bindings, and needs 500 bytes for each value.
  private static let mostValues = 30_000

  /// Compares in the order in which SQL returns groups.
  private static func comesFirst(_ left: [Value], _ right: [Value]) -> Bool {
    for (a, b) in zip(left, right) {
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

extension Query {
  /// Nil if SQL must calculate the groups, or if the query has none.
  package var groupScan: GroupScan? {
    guard answer != .exists, let grouping else { return nil }
    guard columns.allSatisfy({ grouping.isMade($0) }),
      let combined = grouping.scanned(of: entity, for: shownTerms, titles: columns.map(\.title))
    else { return nil }
    return GroupScan(self, combined)
  }

  /// The records to count; nil if SQL must count them.
  package var countScan: (table: Name, columns: [Name], request: GroupRequest)? {
    guard answer == .count, grouping == nil, limit == nil, offset == nil,
      let predicate = entity.selection(predicate)
    else { return nil }
    var reader = ColumnTerms()
    guard let condition = reader.condition(predicate), !reader.columns.isEmpty else { return nil }
    return (entity.source.table, reader.columns, GroupRequest(where: condition, by: [], [.records]))
  }
}
