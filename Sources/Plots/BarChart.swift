/// A bar chart of counts: flags, values, or the bins of a histogram.
package struct BarChart: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case ordinary
      /// A row for absence: no flags, no value.
      case absence
      /// A row for something unexpected, such as an undeclared bit.
      case stranger
    }

    package let label: String
    package let count: Int64
    package let kind: Kind
    /// The texts in the additional columns.
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
  /// The heading of the labels.
  package let title: String
  /// The columns between label and count, and after the share.
  package let titlesBefore: [String]
  package let titlesAfter: [String]
  package let rows: [Row]
  /// The total for the shares.
  package let total: Int64
  /// True if the rows are consecutive intervals on an axis.
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
