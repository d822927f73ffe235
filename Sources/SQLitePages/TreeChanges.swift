package import Columns

/// The parts of the tables of a file that may differ between two states of it.
package struct TreeChanges {
  /// The part of a table that may differ.
  package enum Part: Hashable, Sendable {
    case nothing
    /// Records with these rowids, in ascending order.
    case rows([ClosedRange<Int64>])
    case everything
  }

  private let before: TreeMap
  private let after: TreeMap
  private let pages: Set<UInt32>
  /// True if a changed page belongs to a record that no other changed page leads to.
  private let hasStrayPages: Bool

  /// - Parameter pages: the pages that differ.
  package init(from before: TreeMap, to after: TreeMap, pages: Set<UInt32>) throws(ColumnRefusal) {
    self.before = before
    self.after = after
    self.pages = pages
    hasStrayPages = try !after.explains(pages)
  }

  /// - Parameter root: the root page of the table in both states.
  package func part(ofTree root: UInt32) -> Part {
    guard let old = before.trees[root], let new = after.trees[root], old.kind == new.kind,
      !hasStrayPages
    else { return .everything }
    let ranges =
      Self.ranges(of: old, without: new, pages) + Self.ranges(of: new, without: old, pages)
    if ranges.isEmpty {
      if old.interior.isDisjoint(with: pages) && new.interior.isDisjoint(with: pages)
        || old.kind == .table
      {
        return .nothing
      }
      return .everything
    }
    if old.kind == .table { return .rows(Self.merged(ranges)) }
    return .everything
  }

  /// The rowids on leaves that changed, or that the other state does not have.
  private static func ranges(
    of tree: TreePages, without other: TreePages, _ pages: Set<UInt32>
  ) -> [ClosedRange<Int64>] {
    var ranges: [ClosedRange<Int64>] = []
    for (page, rows) in tree.leaves where pages.contains(page) || other.leaves[page] == nil {
      ranges.append(rows)
    }
    return ranges
  }

  /// The ranges in ascending order, without overlaps.
  private static func merged(_ ranges: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
    var merged: [ClosedRange<Int64>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard let last = merged.last,
        range.lowerBound <= last.upperBound
          || range.lowerBound == last.upperBound + 1
      else {
        merged.append(range)
        continue
      }
      merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
    }
    return merged
  }
}

extension TreeMap {
  /// True if each page is one of a tree, is unused, or is the rest of an entry on another of the
  /// pages. The rest of a long value can change alone.
  fileprivate func explains(_ pages: Set<UInt32>) throws(ColumnRefusal) -> Bool {
    var rest = pages.filter { page in
      page <= file.pageCount && page != file.lockPage && !file.isPointerMap(page)
        && !trees.values.contains { $0.contains(page) }
    }
    if rest.isEmpty { return true }
    rest.subtract(try unusedPages())
    if rest.isEmpty { return true }
    rest.subtract(try overflowPages(of: pages))
    return rest.isEmpty
  }
}
