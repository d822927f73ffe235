/// A request for groups of records, in terms of the columns of a batch.
package struct GroupRequest: Hashable, Sendable {
  /// A value that all records of a group share.
  package enum Key: Hashable, Sendable {
    case integer(column: Int)
    case text(column: Int)
    /// The first bytes of a date: 7 for its month, 10 for its day.
    case datePrefix(column: Int, length: Int)
    /// The digits of a date from an offset on, divided by a number and rounded up.
    case dateNumber(column: Int, offset: Int, length: Int, divisor: Int64)
    case datePart(column: Int, DatePart)
  }

  /// A value that is calculated from all records of a group.
  package enum Aggregate: Hashable, Sendable {
    case records
    /// The number of records with a value.
    case values(column: Int)
    /// The sum of the values; NULL without values.
    case sum(column: Int, isReal: Bool)
    /// The sum of real numbers, added in the order of the records; 0 without values.
    case total(column: Int)
    case least(column: Int, kind: ColumnBatch.Kind)
    case greatest(column: Int, kind: ColumnBatch.Kind)
    /// The bits that at least one integer has, and the bits that all integers have.
    case union(column: Int)
    case intersection(column: Int)
    /// The number of records with this value.
    case matching(column: Int, ColumnValue)
    /// The sums of the upper and of the lower 32 bits of the integers.
    case highSum(column: Int)
    case lowSum(column: Int)
    /// The standard deviation of numbers.
    case deviation(column: Int, isReal: Bool)
    /// The sum of dates as days since 1970, as a real number.
    case days(column: Int)

    /// True if the result depends on the order of the records, as that of adding real numbers.
    package var needsOrder: Bool {
      switch self {
      case .sum(_, let isReal): isReal
      case .total, .deviation, .days: true
      case .records, .values, .least, .greatest, .union, .intersection, .matching, .highSum,
        .lowSum:
        false
      }
    }
  }

  /// Nil for all records.
  package let condition: ColumnCondition?
  package let keys: [Key]
  package let aggregates: [Aggregate]

  package init(where condition: ColumnCondition?, by keys: [Key], _ aggregates: [Aggregate]) {
    self.condition = condition
    self.keys = keys
    self.aggregates = aggregates
  }

  /// True for a sum from which a mean is calculated. Versions of SQLite differ in its last digits.
  package var needsTotal: Bool {
    aggregates.contains { aggregate in
      switch aggregate {
      case .total, .days: true
      default: false
      }
    }
  }

  /// True if a result depends on the order of the records.
  package var needsOrder: Bool { aggregates.contains(where: \.needsOrder) }
}
