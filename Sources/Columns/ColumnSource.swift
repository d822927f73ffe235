/// Columns of all records of a table that can be read from a file without SQL.
package protocol ColumnSource: AnyObject {
  /// The number of pages with records.
  func pageCount() throws -> Int
  /// The number of threads that will share the work.
  func threadCount(_ sharing: ScanSharing) throws -> Int
  /// Adds all records to the work. Throws a `ColumnRefusal` if SQL must be used after all; the work is
  /// then unusable.
  func add(to work: inout some BatchWork, _ sharing: ScanSharing) throws
  /// Passes all records as bytes to the body, in the order of the table and on the calling thread.
  /// Throws a `ColumnRefusal` if SQL must be used for the records that were not passed.
  /// - Parameter makeConversion: called once on each thread.
  func convert(
    _ sharing: ScanSharing,
    by makeConversion: @escaping @Sendable () -> some BatchConversion,
    to body: (ConvertedRecords) throws -> Void
  ) throws
}

/// The values of a column in an index, with their numbers of records.
package protocol CountSource: AnyObject {
  /// True if the column contains only integers and NULL.
  var isOfIntegers: Bool { get }
  /// Adds the numbers of records of each value. An integer may occur several times.
  /// - Parameter wants: false if integers between two bounds need not be counted; nil means no
  ///   bound, and NULL is outside of all bounds.
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

  package mutating func add(_ word: Int64, kind: ColumnBatch.Kind, _ count: Int64) {
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
