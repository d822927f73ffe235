import PlainText

extension BarChart.Row {
  /// The tooltip.
  func title(of total: Int64) -> String {
    "\(label): \(groupedDigits(count)) (\(shareText(count, of: total)))"
  }

  var style: String {
    switch kind {
    case .ordinary: "bar"
    case .absence: "absence"
    case .stranger: "stranger"
    }
  }
}

extension SVGCanvas {
  private static let shortestBar = 60.0
  private static let rowHeight = 22.0

  /// Draws horizontal bars.
  mutating func draw(_ chart: BarChart) {
    if !chart.caption.isEmpty { prose(chart.caption, "plain") }
    let longest = Double(max(1, chart.rows.map(\.count).max() ?? 1))
    let labels = chart.rows.map { Self.fitted($0.label, to: Self.longestLabel) }
    let left = Self.margin + Self.widest(labels) + 10
    let words = chart.rows.map { self.words(for: $0, of: chart) }
    let room = max(Self.shortestBar, Self.usualWidth - Self.margin - left - Self.widest(words) - 12)
    let top = y + 6
    for (index, row) in chart.rows.enumerated() {
      let middle = top + Self.rowHeight * (Double(index) + 0.5)
      let length = Self.barLength(row.count, of: longest, in: room)
      text(labels[index], x: left - 10, y: middle + 4.5, anchor: .end)
      rectangle(
        x: left, y: middle - 7, width: length, height: 14, row.style, radius: 2,
        title: row.title(of: chart.total))
      text(words[index], x: left + length + 8, y: middle + 4.5, "dim")
    }
    y = top + Self.rowHeight * Double(chart.rows.count)
    if !chart.rows.isEmpty {
      line(x1: left, y1: top, x2: left, y2: y, "axis")
    }
    notes(chart.notes)
  }

  /// `12 (3.4%), alone 2`
  private func words(for row: BarChart.Row, of chart: BarChart) -> String {
    let more = zip(chart.titlesBefore + chart.titlesAfter, row.before + row.after)
      .filter { !$1.isEmpty }.map { ", \($0) \($1)" }
    return "\(groupedDigits(row.count)) (\(shareText(row.count, of: chart.total)))\(more.joined())"
  }

  /// Draws the bars of a histogram on an axis.
  mutating func drawHistogram(_ chart: BarChart) {
    let height = 130.0
    let widest = Self.widest(chart.rows.map(\.label), Self.smallFont)
    let count = Double(max(1, chart.rows.count))
    // A label can be wider than its bar, and the first and the last must not exceed the picture.
    let widestBar = 96.0
    let usualBar = min(widestBar, (Self.usualWidth - 2 * Self.margin) / count)
    let left = Self.margin + max(0, (widest - usualBar) / 2)
    let pitch = min(widestBar, (Self.usualWidth - 2 * left) / count)
    let right = left + pitch * Double(chart.rows.count)
    let longest = Double(max(1, chart.rows.map(\.count).max() ?? 1))
    let bottom = y + 20 + height
    let every = max(1, Int((widest + 8) / max(1, pitch)) + 1)
    for (index, row) in chart.rows.enumerated() {
      let x = left + pitch * Double(index)
      let length = Self.barLength(row.count, of: longest, in: height)
      rectangle(
        x: x + 1.5, y: bottom - length, width: pitch - 3, height: length, row.style, radius: 2,
        title: row.title(of: chart.total))
      if row.count > 0 {
        text(
          groupedDigits(row.count), x: x + pitch / 2, y: bottom - length - 5, "small dim",
          anchor: .middle)
      }
      if index % every == 0 {
        text(row.label, x: x + pitch / 2, y: bottom + 16, "small", anchor: .middle)
      }
    }
    line(x1: left, y1: bottom, x2: right, y2: bottom, "axis")
    y = bottom + 18
    if !chart.caption.isEmpty { prose(chart.caption, "dim") }
    notes(chart.notes)
  }
}
