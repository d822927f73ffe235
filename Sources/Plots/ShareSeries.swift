import PlainText

/// Shares over periods, with a line for each item.
package struct ShareSeries: Hashable, Sendable {
  package struct Line: Hashable, Sendable {
    package let label: String
    package let kind: BarChart.Row.Kind
    /// The count in each period.
    package let counts: [Int64]
    /// The period at whose beginning the share changed most.
    package let change: Int?
    /// The texts in the additional columns.
    package let after: [String]

    package init(
      _ label: String, kind: BarChart.Row.Kind = .ordinary, counts: [Int64], change: Int? = nil,
      after: [String] = []
    ) {
      self.label = label
      self.kind = kind
      self.counts = counts
      self.change = change
      self.after = after
    }
  }

  package let caption: String
  package let title: String
  /// The headings of the columns after the total share, the most important first.
  package let titlesAfter: [String]
  package let periods: [String]
  /// The total of each period; 0 for a gap.
  package let wholes: [Int64]
  package let lines: [Line]
  package let notes: [String]

  package init(
    caption: String, title: String, titlesAfter: [String] = [], periods: [String],
    wholes: [Int64], lines: [Line], notes: [String] = []
  ) {
    self.caption = caption
    self.title = title
    self.titlesAfter = titlesAfter
    self.periods = periods
    self.wholes = wholes
    self.lines = lines
    self.notes = notes
  }

  /// The number of consecutive periods for one mark, so that the number of marks is limited.
  func periodsPerMark(most: Int) -> Int {
    max(1, (periods.count + max(1, most) - 1) / max(1, most))
  }

  /// The shares of a line, with `size` periods combined; nil for a gap.
  func shares(of counts: [Int64], together size: Int) -> [Double?] {
    zip(Self.sums(counts, size), Self.sums(wholes, size)).map { part, whole in
      whole > 0 ? Double(part) / Double(whole) : nil
    }
  }

  /// The totals, with `size` periods combined.
  func volumes(together size: Int) -> [Int64] { Self.sums(wholes, size) }

  private static func sums(_ counts: [Int64], _ size: Int) -> [Int64] {
    counts.chunks(of: size).map { $0.reduce(0, +) }
  }
}

extension ShareSeries.Line {
  /// The count of all periods.
  var total: Int64 { counts.reduce(0, +) }
}

/// A share with one decimal place: `45.2%`.
func percentText(_ share: Double) -> String {
  // With this many parts, every share of integers differs from 0% and 100%.
  shareText(Int64((share * 1e9).rounded(.up)), of: 1_000_000_000)
}
