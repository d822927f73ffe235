import PlainText

extension TextLines {
  /// Adds a line for each row: label, additional columns, count, share, bar.
  mutating func add(_ chart: BarChart) {
    if !chart.caption.isEmpty { addProse(visible(chart.caption)) }
    if !chart.rows.isEmpty {
      let layout = BarLayout(chart, style)
      if !layout.isPlain { addHeader(of: chart, layout) }
      for row in chart.rows { add(row, of: chart, layout) }
    }
    addNotes(chart.notes)
  }

  private mutating func addHeader(of chart: BarChart, _ layout: BarLayout) {
    let titles = chart.titlesBefore + ["count", "share"] + chart.titlesAfter
    add(
      [TextPiece(text: layout.label(chart.title), width: layout.label, style: .dim)]
        + zip(titles, layout.numbers).map { .right($0, $1, .dim) })
  }

  private mutating func add(_ row: BarChart.Row, of chart: BarChart, _ layout: BarLayout) {
    let style: TextStyle? =
      switch row.kind {
      case .ordinary: nil
      case .absence: .dim
      case .stranger: .yellow
      }
    let numbers =
      row.before + [groupedDigits(row.count), shareText(row.count, of: chart.total)] + row.after
    let bar = self.style.bar(row.count, of: layout.longest, width: layout.bar)
    let alignment: TextAlignment = chart.isHistogram ? .right : .left
    add(
      [
        TextPiece(
          text: layout.label(row.label), width: layout.label, alignment: alignment, style: style)
      ]
        + zip(numbers, layout.numbers).map { .right($0, $1) }
        + [TextPiece(text: bar, style: row.kind == .ordinary ? .cyan : style)])
  }
}

/// The column widths of a chart.
private struct BarLayout {
  let label: Int
  let numbers: [Int]
  let bar: Int
  /// The count of the longest bar.
  let longest: Int64
  /// True if there is no header, because the only columns are count and share.
  let isPlain: Bool
  private let ellipsis: String
  /// The smallest useful length of a bar.
  private static let shortestBar = 4
  private static let longestBar = 50
  private static let shortestLabel = 6

  init(_ chart: BarChart, _ style: TextPlotStyle) {
    isPlain = chart.title.isEmpty
    ellipsis = style.ellipsis
    longest = chart.rows.map(\.count).max() ?? 0
    let titles = chart.titlesBefore + ["count", "share"] + chart.titlesAfter
    var numbers = titles.map { chart.title.isEmpty ? 0 : displayWidth(of: $0) }
    for row in chart.rows {
      let texts =
        row.before + [groupedDigits(row.count), shareText(row.count, of: chart.total)] + row.after
      for (index, text) in texts.enumerated() where index < numbers.count {
        numbers[index] = max(numbers[index], displayWidth(of: text))
      }
    }
    let labels = TextLines.width(of: chart.rows.map { visible($0.label) } + [chart.title])
    // Two columns before the label and between columns.
    let room = style.width - 2 - numbers.reduce(0) { $0 + $1 + 2 }
    let forBar = min(max(room - labels - 2, min(room / 2, 20)), room - Self.shortestLabel - 2)
    bar = forBar < Self.shortestBar ? 0 : min(forBar, Self.longestBar)
    let roomForLabel = bar > 0 ? room - bar - 2 : room
    label = max(Self.shortestLabel, min(labels, roomForLabel))
    self.numbers = numbers
  }

  func label(_ text: String) -> String {
    shortenedInMiddle(visible(text), to: label, with: ellipsis)
  }
}
