import PlainText

extension SVGCanvas {
  private static let cellHeight = 26.0
  private static let mostNames = 20

  /// Draws shaded cells with numbers: counts below the diagonal, lift above it.
  mutating func draw(_ whole: HeatMap) {
    let map = whole.reduced(to: Self.mostNames)
    prose(map.caption, "plain")
    let names = map.names.map { Self.fitted($0, to: Self.longestLabel) }
    let widest = Self.widest(map.counts.map(groupedDigits), Self.smallFont)
    let pitch = max(46, widest + 10)
    let left = Self.margin + Self.widest(names) + 10
    let top = y + 24 + Self.widest(names, Self.smallFont) / 2
    for (index, name) in names.enumerated() {
      let x = left + pitch * (Double(index) + 0.5)
      let middle = top + Self.cellHeight * (Double(index) + 0.5)
      text(name, x: x - 4, y: top - 6, "small", isSlanted: true)
      text(name, x: left - 10, y: middle + 4.5, anchor: .end)
      for column in map.names.indices {
        draw(
          map, index, column, x: left + pitch * Double(column), y: middle - Self.cellHeight / 2,
          width: pitch)
      }
    }
    y = top + Self.cellHeight * Double(names.count) + 4
    prose(
      """
      below the diagonal: records with both, shaded by the share of the rarer flag; above it: \
      lift, how many times as often as by chance
      """, "dim")
    notes(map.notes)
  }

  private mutating func draw(
    _ map: HeatMap, _ row: Int, _ column: Int, x: Double, y: Double, width: Double
  ) {
    var style = "self"
    var shown = groupedDigits(map.counts[row])
    var title = "\(map.names[row]): \(shown)"
    if row != column {
      let cell = map.cell(row, column)
      let lift = cell.lift.map { shortText($0) } ?? "-"
      if column > row {
        style = "lift s\(map.shade(ofLift: cell))"
        shown = lift
      } else {
        style = "both s\(map.shade(ofCount: cell, row, column))"
        shown = groupedDigits(cell.count)
      }
      title =
        "\(map.names[row]) and \(map.names[column]): \(groupedDigits(cell.count)), lift \(lift)"
    }
    rectangle(
      x: x + 1, y: y + 1, width: width - 2, height: Self.cellHeight - 2, style, radius: 3,
      title: title)
    text(shown, x: x + width / 2, y: y + 17, "small", anchor: .middle)
  }
}
