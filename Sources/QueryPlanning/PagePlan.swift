import Columns
package import FlagModel
import Queries

/// The way to answer a query from the pages of its table.
package struct PagePlan {
  enum Answer {
    case records(RecordScan)
    case groups(GroupScan)
    /// Groups by an integer that an index contains, with counts only.
    case integers(GroupScan, any CountSource)
    case count(GroupRequest)
  }

  package let table: Name
  /// The columns to read.
  package let columns: [Name]
  let answer: Answer
  let source: any ColumnSource
  let sharing: ScanSharing

  /// True if the pages of an index are read and not those of the table.
  package var readsIndex: Bool { if case .integers = answer { true } else { false } }

  /// The number of the table's pages, and of the threads that read them.
  package func extent() throws -> (pages: Int, threads: Int) {
    (try source.pageCount(), try source.threadCount(sharing))
  }
}
