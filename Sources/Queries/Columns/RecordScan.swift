package import Columns
package import FlagModel
import Predicates

/// Records that are read from whole columns without SQL, in the order of the table.
/// See Documentation/Decisions/pages-are-read-where-sql-is-slow.md.
package struct RecordScan: Sendable {
  package let table: Name
  /// The columns to read: those that are shown, then those of the condition.
  package let columns: [Name]
  /// The number of columns that are shown.
  package let shown: Int
  /// The condition for the records; nil for all records.
  package let condition: ColumnCondition?
}

extension Query {
  /// Nil if SQL must read the records.
  package var recordScan: RecordScan? {
    guard answer == .records, grouping == nil, order.isEmpty, limit == nil, offset == nil else {
      return nil
    }
    var reader = ColumnTerms()
    var shown: Set<Name.Folded> = []
    for column in columns {
      guard let name = column.storedColumn, shown.insert(name.folded).inserted else { return nil }
      _ = reader.place(name)
    }
    guard reader.columns.count == columns.count, reader.select(entity.selection(predicate)) else {
      return nil
    }
    return RecordScan(
      table: entity.source.table, columns: reader.columns, shown: columns.count,
      condition: reader.wanted)
  }
}
