/// Where the values of a number, a date or a length lie. Texts are as people read them.
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

  /// What lies on the axis: nothing to say where it is the value itself.
  package enum Quantity: String, Hashable, Sendable {
    case value
    case elements
    case bytes
    case others
  }

  package let quantity: Quantity
  /// Whether the texts are numbers; if not they are dates.
  package let isNumeric: Bool
  /// How many values were measured.
  package let count: Int64
  /// Nil where there is no value, or where what is stored cannot be read.
  package let minimum: String?
  package let maximum: String?
  package let mean: String?
  package let median: String?
  /// What one bin covers, in words: `by month`.
  package let step: String?
  package let bins: [Bin]
}
