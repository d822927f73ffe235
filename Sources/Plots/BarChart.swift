/// Counts with a bar each: flags, values, or the bins of a histogram.
package struct BarChart: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case ordinary
      /// A row for a lack: no flags, no value.
      case absence
      /// A row for something that should not be there: a bit that no flag declares.
      case stranger
    }

    package let label: String
    package let count: Int64
    package let kind: Kind
    /// The texts in the chart's further columns.
    package let before: [String]
    package let after: [String]

    package init(
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

  package let caption: String
  /// The title of the labels.
  package let title: String
  /// Columns between the label and the count, and after the share.
  package let titlesBefore: [String]
  package let titlesAfter: [String]
  package let rows: [Row]
  /// The total that shares are taken of.
  package let total: Int64
  /// True if the rows follow each other on an axis.
  package let isHistogram: Bool
  package let notes: [String]

  package init(
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
