package import Columns
package import Engines
package import FlagModel
package import Queries

extension PagePlanner {
  /// The reader of whole columns. Throws a `ColumnRefusal` if SQL is as fast.
  package func columnReader() throws -> any ColumnReader {
    let reader = try connection.columnReader()
    guard reader.size >= leastSize else { throw ColumnRefusal("the database is small") }
    return reader
  }

  /// The number of records for each combination of a column, from the pages of its index; nil if
  /// SQL must count them.
  /// - Parameter condition: a condition on this attribute alone; nil for all records.
  package func counts(
    of attribute: Attribute, in entity: Entity, _ condition: FlagCondition? = nil
  ) throws -> ColumnCounts? {
    guard attribute.field == nil, entity.source.kinds == nil else { return nil }
    do {
      let source = try columnReader().counts(of: attribute.column, in: entity.source.table)
      var counts = ColumnCounts()
      guard let condition else {
        try source.count(where: nil, into: &counts)
        return counts
      }
      let constraint = condition.constraint
      if source.isOfIntegers {
        try source.count(where: { constraint.admitsSome(from: $0, to: $1) }, into: &counts)
      } else {
        try source.count(where: nil, into: &counts)
      }
      // SQL converts other values to numbers.
      if counts.others > 0 { return nil }
      return counts.selecting(nulls: condition.admitsNull) {
        constraint.admits(UInt64(bitPattern: $0))
      }
    } catch is ColumnRefusal {
      return nil
    }
  }
}

extension FlagConstraint {
  /// False if the condition excludes every number between two neighbours in the index.
  fileprivate func admitsSome(from first: Int64?, to last: Int64?) -> Bool {
    guard let first, let last else { return true }
    let low = min(first, last)
    let high = max(first, last)
    if low < 0, high >= 0 {
      return admitsSome(UInt64(bitPattern: low), .max) || admitsSome(0, UInt64(high))
    }
    return admitsSome(UInt64(bitPattern: low), UInt64(bitPattern: high))
  }

  private func admitsSome(_ low: UInt64, _ high: UInt64) -> Bool {
    next(from: low).map { $0 <= high } ?? false
  }
}
