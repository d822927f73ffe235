/// The distribution of a number, a date or a length. The texts are formatted for people.
package struct MeasureStatistics: Sendable {
  /// One bar of a histogram.
  package struct Bin: Hashable, Sendable {
    /// `40..<50`, `2026-11`
    package let label: String
    /// The inclusive lower limit, and the exclusive upper limit.
    package let lower: String
    package let upper: String
    package let count: Int64
  }

  /// The quantity on the axis; `value` needs no label.
  package enum Quantity: String, Hashable, Sendable {
    case value
    case elements
    case bytes
    case others
  }

  package let quantity: Quantity
  /// True if the texts are numbers, false if they are dates.
  package let isNumeric: Bool
  /// The number of measured values.
  package let count: Int64
  /// Nil if there is no value, or if the stored value is unreadable.
  package let minimum: String?
  package let maximum: String?
  package let mean: String?
  package let median: String?
  /// The 95th percentile, and the standard deviation; nil for dates.
  package let percentile95: String?
  package let deviation: String?
  /// The width of one bin: `by month`.
  package let step: String?
  package let bins: [Bin]
}
