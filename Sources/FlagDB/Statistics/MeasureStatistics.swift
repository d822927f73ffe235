/// Where the values of a number, a date or a length lie. Texts are as people read them.
public struct MeasureStatistics: Sendable {
  /// One bar of a histogram.
  public struct Bin: Hashable, Sendable {
    /// `40..<50`, `2026-11`
    public let label: String
    /// The first value that may be in it, and the first that may not.
    public let lower: String
    public let upper: String
    public let count: Int64
  }

  /// What lies on the axis: nothing to say where it is the value itself.
  public enum Quantity: String, Hashable, Sendable {
    case value
    case elements
    case bytes
    case others
  }

  public let quantity: Quantity
  /// Whether the texts are numbers; if not they are dates.
  public let isNumeric: Bool
  /// How many values were measured.
  public let count: Int64
  /// Nil where there is no value, or where what is stored cannot be read.
  public let minimum: String?
  public let maximum: String?
  public let mean: String?
  public let median: String?
  /// What one bin covers, in words: `by month`.
  public let step: String?
  public let bins: [Bin]
}
