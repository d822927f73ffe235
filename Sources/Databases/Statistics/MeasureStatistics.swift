/// The distribution of a number, a date or a length. Texts are as people read them.
package struct MeasureStatistics: Sendable {
  /// One bar of a histogram.
  package struct Bin: Hashable, Sendable {
    /// `40..<50`, `2026-11`
    package let label: String
    /// The first value that may be in it, and the first that may not.
    package let lower: String
    package let upper: String
    package let count: Int64
  }

  /// The quantity on the axis; `value` needs no words.
  package enum Quantity: String, Hashable, Sendable {
    case value
    case elements
    case bytes
    case others
  }

  package let quantity: Quantity
  /// True if the texts are numbers; otherwise they are dates.
  package let isNumeric: Bool
  /// The number of measured values.
  package let count: Int64
  /// Nil where there is no value, or where what is stored cannot be read.
  package let minimum: String?
  package let maximum: String?
  package let mean: String?
  package let median: String?
  /// The value below which 95 % of the values lie, and the standard deviation; nil of dates.
  package let percentile95: String?
  package let deviation: String?
  /// The extent of one bin, in words: `by month`.
  package let step: String?
  package let bins: [Bin]
}
