/// Counts with a bar each: flags, values, or the bins of a histogram.
public struct BarChart: Hashable, Sendable {
  public struct Row: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      case ordinary
      /// What stands for a lack: no flags, no value.
      case absence
      /// What should not be there: a bit that no flag declares.
      case stranger
    }

    public let label: String
    public let count: Int64
    public let kind: Kind
    /// What stands in the chart's further columns.
    public let before: [String]
    public let after: [String]

    public init(
      _ label: String, count: Int64, kind: Kind = .ordinary, before: [String] = [],
      after: [String] = []
    ) {
      self.label = label
      self.count = count
      self.kind = kind
      self.before = before
      self.after = after
    }
  }

  public let caption: String
  /// The title of the labels.
  public let title: String
  /// Columns between the label and the count, and after the share.
  public let titlesBefore: [String]
  public let titlesAfter: [String]
  public let rows: [Row]
  /// What a share is a share of.
  public let total: Int64
  /// Whether the rows follow each other on an axis.
  public let isHistogram: Bool
  public let notes: [String]

  public init(
    caption: String, title: String, titlesBefore: [String] = [], titlesAfter: [String] = [],
    rows: [Row], total: Int64, isHistogram: Bool = false, notes: [String] = []
  ) {
    self.caption = caption
    self.title = title
    self.titlesBefore = titlesBefore
    self.titlesAfter = titlesAfter
    self.rows = rows
    self.total = total
    self.isHistogram = isHistogram
    self.notes = notes
  }
}
