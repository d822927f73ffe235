package import Comparing
package import FlagModel
import Queries
import SQLiteEngine
import SQLitePages

/// The records of one entity before and after a commit, as far as they may differ.
package struct ComparedEntity {
  package let name: Name
  /// The compared columns; those of the key come first.
  package let columns: [ComparedColumn]
  package let keys: Int
  private let before: EntityState?
  private let after: EntityState?
  private let part: TreeChanges.Part

  /// Nil if no record can differ.
  init?(named name: Name, before: EntityState?, after: EntityState?, _ tables: ChangedTables) {
    guard let present = before ?? after else { return nil }
    self.name = name
    var (before, after) = (before, after)
    part = Self.part(before, after, tables)
    if part == .nothing { return nil }
    var unlike: Set<Name> = []
    if let old = before, let new = after {
      let removed = old.columns(besides: new)
      let added = new.columns(besides: old)
      let kept = old.columns.map(\.title).filter { title in
        new.columns.contains { $0.title == title }
      }
      let titles = kept + (removed + added).map(\.title)
      before?.arrange(titles, missing: added)
      after?.arrange(titles, missing: removed)
      // As many columns as before may have new names. Their values are not lost.
      unlike = Set((removed.count > added.count ? added : removed + added).map(\.title))
    }
    self.before = before
    self.after = after
    let shown = before ?? present
    keys = shown.keys.count
    let other = after ?? present
    columns = (shown.keys + shown.columns).map { column in
      let counterpart = (other.keys + other.columns).first { $0.title == column.title }
      return ComparedColumn(
        column.title, column.type, counterpart?.type ?? column.type,
        isCompared: !unlike.contains(column.title))
    }
  }

  private static func part(
    _ before: EntityState?, _ after: EntityState?, _ tables: ChangedTables
  ) -> TreeChanges.Part {
    guard let before, let after, before.keys.map(\.title) == after.keys.map(\.title) else {
      return .everything
    }
    let isJoined = (before.joinTables + after.joinTables).contains {
      tables.part(of: $0) != .nothing
    }
    if isJoined { return .everything }
    return tables.part(of: before.entity.source.table)
  }

  /// Passes each difference to the body.
  func compare(_ body: (RecordDifference) throws -> Void) throws {
    for ranges in rangesToCompare {
      var comparison = RecordComparison(columns, keys: keys)
      try comparison.run(before?.rows(ranges), after?.rows(ranges), body)
    }
  }

  /// The ranges of rowids for each comparison. A record with another key than its rowid can move from one
  /// range to another, so that all ranges are compared at once.
  private var rangesToCompare: [[ClosedRange<Int64>]?] {
    guard case .rows(let ranges) = part, let before, before.rowNumber != nil else { return [nil] }
    if before.isNumbered { return ranges.chunks(of: Self.mostRanges).map { Array($0) } }
    if ranges.count > Self.mostRanges { return [nil] }
    return [ranges]
  }

  /// The maximum number of ranges in one statement.
  private static let mostRanges = 100
}
