/// Shares over a row of periods, a line for each thing: which part of each period's whole it is.
package struct ShareSeries: Hashable, Sendable {
  package struct Line: Hashable, Sendable {
    package let label: String
    package let kind: BarChart.Row.Kind
    /// The part of each period.
    package let counts: [Int64]
    /// The period at whose beginning it changed most.
    package let change: Int?
    /// The texts in the further columns.
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
  /// The columns after the share of all periods, the most important first.
  package let titlesAfter: [String]
  package let periods: [String]
  /// The whole of each period; nothing is a gap.
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

  /// The number of neighbouring periods that share a mark, so that no more than some marks are needed.
  func periodsPerMark(most: Int) -> Int {
    max(1, (periods.count + max(1, most) - 1) / max(1, most))
  }

  /// The shares of a line, so many periods together; nil for a gap.
  func shares(of counts: [Int64], together size: Int) -> [Double?] {
    zip(Self.sums(counts, size), Self.sums(wholes, size)).map { part, whole in
      whole > 0 ? Double(part) / Double(whole) : nil
    }
  }

  /// The wholes, so many periods together.
  func volumes(together size: Int) -> [Int64] { Self.sums(wholes, size) }

  private static func sums(_ counts: [Int64], _ size: Int) -> [Int64] {
    stride(from: 0, to: counts.count, by: size).map { start in
      counts[start..<min(start + size, counts.count)].reduce(0, +)
    }
  }
}

extension ShareSeries.Line {
  /// The part of all periods together.
  var total: Int64 { counts.reduce(0, +) }
}

/// A share with a digit after the point: `45.2%`.
func percentText(_ share: Double) -> String {
  // As many parts as make every share of whole numbers different from none and from all.
  shareText(Int64((share * 1e9).rounded(.up)), of: 1_000_000_000)
}
