import PlainText

extension SVGCanvas {
  private static let columns = 3
  private static let gap = 28.0
  private static let panelHeight = 64.0
  /// The smallest visible width of a bar.
  private static let narrowestBar = 2.5
  private static let seriesLegend =
    "dashed line: start of the most significant change; pale: no records in that period"

  /// Draws a small chart for each line over the same periods. Bars reach from 0 to the line's
  /// greatest share, and a dashed line marks the greatest change.
  mutating func draw(_ series: ShareSeries) {
    if !series.caption.isEmpty { prose(series.caption, "plain") }
    if series.periods.isEmpty { return notes(series.notes) }
    let columns = Double(Self.columns)
    let panel = (Self.usualWidth - 2 * Self.margin - Self.gap * (columns - 1)) / columns
    let together = series.periodsPerMark(most: Int(panel / Self.narrowestBar))
    var top = y + 20
    let all = ShareSeries.Line("(all records)", kind: .absence, counts: series.wholes)
    for (index, line) in ([all] + series.lines).enumerated() {
      let column = index % Self.columns
      if column == 0, index > 0 { top += Self.panelHeight + 64 }
      let x = Self.margin + Double(column) * (panel + Self.gap)
      draw(line, of: series, isVolume: index == 0, together, x: x, top: top, width: panel)
    }
    y = top + Self.panelHeight + 42
    prose(Self.seriesLegend, "dim")
    if together > 1 { prose("each bar stands for \(together) periods", "dim") }
    notes(series.notes)
  }

  private mutating func draw(
    _ line: ShareSeries.Line, of series: ShareSeries, isVolume: Bool, _ together: Int, x: Double,
    top: Double, width: Double
  ) {
    let volumes = series.volumes(together: together)
    let values: [Double?] =
      if isVolume {
        volumes.map { $0 > 0 ? Double($0) : nil }
      } else {
        series.shares(of: line.counts, together: together)
      }
    let greatest = values.compactMap { $0 }.max() ?? 0
    let scale = isVolume ? groupedDigits(Int64(greatest)) : percentText(greatest)
    let bottom = top + 18 + Self.panelHeight
    let label = Self.fitted(
      line.label, to: width - Self.textWidth("up to \(scale)", Self.smallFont) - 12)
    text(label, x: x, y: top + 8)
    text("up to \(scale)", x: x + width, y: top + 8, "small dim", anchor: .end)
    let pitch = width / Double(max(1, values.count))
    for (index, value) in values.enumerated() {
      guard let value else {
        rectangle(
          x: x + pitch * Double(index), y: top + 18, width: pitch, height: Self.panelHeight,
          "stripe",
          title: "\(series.period(index, together)): no records")
        continue
      }
      var height = 0.0
      if value > 0 { height = max(1.5, Self.panelHeight * value / greatest) }
      let style = value == 0 ? "none" : line.style
      let words = isVolume ? groupedDigits(Int64(value)) : percentText(value)
      rectangle(
        x: x + pitch * Double(index) + min(0.75, pitch / 8), y: bottom - height,
        width: pitch - min(1.5, pitch / 4), height: max(height, 1), style,
        title: "\(line.label), \(series.period(index, together)): \(words)")
    }
    self.line(x1: x, y1: bottom, x2: x + width, y2: bottom, "axis")
    if let change = line.change {
      let place = x + pitch * Double(change / together)
      self.line(x1: place, y1: top + 14, x2: place, y2: bottom, "change")
    }
    drawEnds(of: series, x: x, bottom: bottom, width: width)
  }

  /// Draws the names of the first and the last period.
  private mutating func drawEnds(of series: ShareSeries, x: Double, bottom: Double, width: Double) {
    text(series.periods[0], x: x, y: bottom + 14, "small dim")
    if series.periods.count > 1 {
      text(
        series.periods[series.periods.count - 1], x: x + width, y: bottom + 14, "small dim",
        anchor: .end)
    }
  }
}

extension ShareSeries {
  /// `2026-01`, or `2026-01 to 2026-03` if several periods share a bar.
  fileprivate func period(_ index: Int, _ together: Int) -> String {
    let first = index * together
    let last = min(first + together, periods.count) - 1
    if first == last { return periods[first] }
    return "\(periods[first]) to \(periods[last])"
  }
}

extension ShareSeries.Line {
  fileprivate var style: String {
    switch kind {
    case .ordinary: "bar"
    case .absence: "absence"
    case .stranger: "stranger"
    }
  }
}
