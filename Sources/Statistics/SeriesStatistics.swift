package import FlagModel

/// The frequencies of the flags or cases of an attribute over a sequence of groups, such as months.
/// See Documentation/Decisions/stats-names-the-most-significant-change.md.
package struct SeriesStatistics: Sendable {
  package struct Period: Hashable, Sendable {
    /// The text for people.
    package let text: String
    /// The number of records; 0 in a gap of the calendar.
    package let records: Int64
  }

  /// The number of records with one flag or case, for each period.
  package struct Line: Hashable, Sendable {
    package let name: String
    /// The bit of a flag; nil for a case.
    package let bit: Int?
    package let isDeclared: Bool
    package let counts: [Int64]

    package var count: Int64 { counts.reduce(0, +) }
    /// The first and the last period with such a record.
    package var first: Int? { counts.firstIndex { $0 > 0 } }
    package var last: Int? { counts.lastIndex { $0 > 0 } }
  }

  /// The change from one period with records to the next.
  package struct Change: Hashable, Sendable {
    /// The index of the second period.
    package let period: Int
    package let from: Double
    package let to: Double
  }

  package let attribute: Attribute
  package let periods: [Period]
  package let lines: [Line]
  /// The number of records without any flag, for each period; nil for cases.
  package let empty: Line?
  /// The number of records without a value that determines their period.
  package let unplaced: Int64

  package var records: Int64 { periods.reduce(0) { $0 + $1.records } }

  /// The most significant change: the largest difference of shares in relation to its standard
  /// error. Nil if the share never changes.
  package func change(of line: Line) -> Change? {
    let placed = periods.indices.filter { periods[$0].records > 0 }
    var greatest = (weight: 0.0, change: Change?.none)
    for (before, after) in zip(placed, placed.dropFirst()) {
      let n = Double(periods[before].records)
      let m = Double(periods[after].records)
      let a = Double(line.counts[before])
      let b = Double(line.counts[after])
      let both = (a + b) / (n + m)
      let variance = both * (1 - both) * (1 / n + 1 / m)
      var weight = 0.0
      if variance > 0 { weight = abs(b / m - a / n) / variance.squareRoot() }
      if weight > greatest.weight {
        greatest = (weight, Change(period: after, from: a / n, to: b / m))
      }
    }
    return greatest.change
  }
}
