/// Columns of all records of a table, which can be read from a file without SQL.
package protocol ColumnSource: AnyObject {
  /// Passes the records in batches, all in the same memory, in the order in which SQL would read the table.
  /// Throws a `ColumnRefusal` where SQL has to answer after all.
  func pass(to body: (ColumnBatch) throws -> Void) throws
}

/// The values of a column in an index, with the number of records of each.
package protocol CountSource: AnyObject {
  /// True if the column has nothing but integers and NULL.
  var isOfIntegers: Bool { get }
  /// Adds up the records of each value. An integer may come in several parts.
  /// - Parameter wants: false where integers between two bounds need not be counted; nil is no bound, and
  ///   NULL is beyond it.
  func count(
    where wants: ((_ from: Int64?, _ to: Int64?) -> Bool)?, into counts: inout ColumnCounts
  ) throws
}

/// The number of records for each integer of a column, and for all other values together.
package struct ColumnCounts: Sendable {
  package private(set) var integers: [(value: Int64, count: Int64)] = []
  package private(set) var nulls: Int64 = 0
  /// The number of records with a real number, a text or a blob.
  package private(set) var others: Int64 = 0

  package init() {}

  /// The number of all records.
  package var total: Int64 { integers.reduce(nulls + others) { $0 + $1.count } }

  /// The counts of some of the integers, and of NULL.
  package func selecting(nulls: Bool, _ isWanted: (Int64) -> Bool) -> ColumnCounts {
    var some = ColumnCounts()
    some.integers = integers.filter { isWanted($0.value) }
    if nulls { some.nulls = self.nulls }
    return some
  }

  package mutating func add(_ word: Int64, kind: UInt8, _ count: Int64) {
    switch kind {
    case ColumnBatch.Kind.null: nulls += count
    case ColumnBatch.Kind.integer:
      if let last = integers.indices.last, integers[last].value == word {
        integers[last].count += count
      } else {
        integers.append((word, count))
      }
    default: others += count
    }
  }
}
