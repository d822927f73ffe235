import PlainText

extension SVGCanvas {
  private static let rowPitch = 24.0
  private static let barHeight = 150.0
  private static let setBar = 120.0

  /// Draws a column for each combination and a row for each set, with bars above the dots and to
  /// the left of the sets.
  mutating func draw(_ plot: UpSetPlot) {
    prose(plot.caption, "plain")
    if plot.combinations.isEmpty { return notes(plot.notes) }
    let frame = frame(of: plot)
    let longest = Double(max(1, plot.combinations.map(\.count).max() ?? 1))
    drawRows(plot, frame)
    for (index, combination) in plot.combinations.enumerated() {
      let x = frame.left + frame.pitch * (Double(index) + 0.5)
      let length = Self.barLength(combination.count, of: longest, in: Self.barHeight)
      let share = shareText(combination.count, of: plot.total)
      let count = groupedDigits(combination.count)
      let title = "\(combination.name): \(count) (\(share))"
      rectangle(
        x: x - 9, y: frame.top - 12 - length, width: 18, height: length, "bar", radius: 2,
        title: title)
      text(count, x: x, y: frame.top - 17 - length, "small", anchor: .middle)
      drawDots(of: combination, plot, x: x, top: frame.top)
    }
    let right = frame.left + frame.pitch * Double(plot.combinations.count)
    line(x1: frame.left, y1: frame.top - 12, x2: right, y2: frame.top - 12, "axis")
    y = frame.top + Self.rowPitch * Double(plot.sets.count)
    notes(plot.notes)
  }

  private struct Frame {
    let names: [String]
    /// The x coordinate where the bars of the sets end.
    let end: Double
    /// The left edge of the dots.
    let left: Double
    let top: Double
    let pitch: Double
  }

  private func frame(of plot: UpSetPlot) -> Frame {
    let names = plot.sets.map { Self.fitted($0.name, to: Self.longestLabel) }
    let counts = Self.widest(plot.sets.map { words(for: $0, plot) }, Self.smallFont)
    let widest = Self.widest(plot.combinations.map { groupedDigits($0.count) }, Self.smallFont)
    let end = Self.margin + counts + 7 + Self.setBar
    return Frame(
      names: names, end: end, left: end + Self.widest(names) + 22, top: y + 42 + Self.barHeight,
      pitch: max(28, widest + 6))
  }

  private func words(for set: UpSetPlot.Set, _ plot: UpSetPlot) -> String {
    "\(groupedDigits(set.count)) (\(shareText(set.count, of: plot.total)))"
  }

  /// Draws each set: its count, its bar, and a stripe behind the dots.
  private mutating func drawRows(_ plot: UpSetPlot, _ frame: Frame) {
    let largest = Double(max(1, plot.sets.map(\.count).max() ?? 1))
    for (index, set) in plot.sets.enumerated() {
      let middle = frame.top + Self.rowPitch * (Double(index) + 0.5)
      if index % 2 == 0 {
        rectangle(
          x: Self.margin, y: middle - Self.rowPitch / 2,
          width: frame.left + frame.pitch * Double(plot.combinations.count) - Self.margin,
          height: Self.rowPitch, "stripe", radius: 3)
      }
      let length = Self.barLength(set.count, of: largest, in: Self.setBar)
      rectangle(
        x: frame.end - length, y: middle - 6, width: length, height: 12,
        set.isStranger ? "stranger" : "set", radius: 2,
        title: "\(set.name): \(words(for: set, plot))")
      text(
        words(for: set, plot), x: frame.end - length - 7, y: middle + 4.5, "small dim", anchor: .end
      )
      text(frame.names[index], x: frame.left - 10, y: middle + 4.5, anchor: .end)
    }
  }

  private mutating func drawDots(
    of combination: UpSetPlot.Combination, _ plot: UpSetPlot, x: Double, top: Double
  ) {
    func place(_ set: Int) -> Double { top + Self.rowPitch * (Double(set) + 0.5) }
    for index in plot.sets.indices {
      circle(x: x, y: place(index), radius: 5.5, "none")
    }
    if let first = combination.members.min(), let last = combination.members.max(), first < last {
      line(x1: x, y1: place(first), x2: x, y2: place(last), "link")
    }
    for index in combination.members { circle(x: x, y: place(index), radius: 6.5, "dot") }
  }
}
