import PlainText

extension TextLines {
  /// Adds a line for each combination with its dots, count, share, bar and names, followed by the
  /// sets.
  mutating func add(_ plot: UpSetPlot) {
    addProse(visible(plot.caption))
    if plot.combinations.isEmpty { return addNotes(plot.notes) }
    let layout = UpSetLayout(plot, style)
    let plot = layout.plot
    add([
      TextPiece(
        text: truncated(visible(plot.counting), to: layout.names, with: style.ellipsis),
        width: layout.names, style: .dim),
      .right("count", layout.count, .dim), .right("share", layout.share, .dim),
    ])
    for combination in plot.combinations { add(combination, layout) }
    for index in plot.sets.indices.reversed() { add(set: index, layout) }
    addNotes(plot.notes)
  }

  private mutating func add(_ combination: UpSetPlot.Combination, _ layout: UpSetLayout) {
    var name = visible(combination.name)
    if style.cutsLines { name = truncated(name, to: layout.label, with: style.ellipsis) }
    let bar = style.bar(combination.count, of: layout.longest, width: layout.bar)
    add([
      TextPiece(text: layout.dots(of: combination, style), width: layout.names),
      .right(groupedDigits(combination.count), layout.count),
      .right(shareText(combination.count, of: layout.plot.total), layout.share),
      TextPiece(text: bar, width: layout.bar, style: .cyan),
      TextPiece(text: name),
    ])
  }

  /// Adds the line from the column of a set to its name.
  private mutating func add(set index: Int, _ layout: UpSetLayout) {
    let set = layout.plot.sets[index]
    let gap = String(repeating: " ", count: layout.pitch - 1)
    let lines = (0..<index).map { _ in style.vertical + gap }.joined() + style.corner + " "
    let room = layout.names - displayWidth(of: lines)
    let name = shortenedInMiddle(visible(set.name), to: max(3, room), with: style.ellipsis)
    add([
      TextPiece(text: lines, style: .dim, gap: 0),
      TextPiece(text: name, width: room, style: set.isStranger ? .yellow : .bold),
      .right(groupedDigits(set.count), layout.count),
      .right(shareText(set.count, of: layout.plot.total), layout.share),
      TextPiece(
        text: style.bar(set.count, of: layout.largest, width: layout.bar),
        style: set.isStranger ? .yellow : .dim),
    ])
  }
}

/// The widths of the plot's parts, and the plot with the sets that fit.
private struct UpSetLayout {
  let plot: UpSetPlot
  /// The columns from one dot to the next.
  let pitch: Int
  /// The width of the dots, or of the sets' lines and names.
  let names: Int
  let count: Int
  let share = 6
  let bar: Int
  /// The width of a combination's names.
  let label: Int
  let longest: Int64
  let largest: Int64
  private static let smallestRest = 14

  init(_ whole: UpSetPlot, _ style: TextPlotStyle) {
    let counts = whole.combinations.map(\.count) + whole.sets.map(\.count)
    count = max(5, groupedDigits(counts.max() ?? 0).count)
    longest = whole.combinations.map(\.count).max() ?? 0
    largest = whole.sets.map(\.count).max() ?? 0
    // Two columns before the dots and between parts.
    let room = style.width - 2 - (count + 2) - (share + 2)
    let forDots = max(12, room - Self.smallestRest)
    let pitch = 2 * whole.sets.count <= forDots ? 2 : 1
    let plot = whole.folded(to: forDots / pitch)
    let dots = max(1, plot.sets.count * pitch - pitch + 1)
    let wanted = plot.sets.enumerated().reduce(dots) { width, set in
      max(width, set.offset * pitch + 2 + displayWidth(of: visible(set.element.name)))
    }
    self.pitch = pitch
    self.plot = plot
    names = max(dots + 4, min(wanted, max(room / 2, dots + 8), forDots))
    let rest = max(0, room - names - 2)
    bar = min(40, rest < 30 ? rest / 3 : rest / 2)
    label = max(0, rest - bar - 2)
  }

  /// `●───●·`: a dot for each set, and a line from the first to the last.
  func dots(of combination: UpSetPlot.Combination, _ style: TextPlotStyle) -> String {
    let members = Set(combination.members)
    let (first, last) = (members.min() ?? 0, members.max() ?? 0)
    return plot.sets.indices.map { index -> String in
      let isInside = !members.isEmpty && first..<last ~= index
      let isMember = members.contains(index)
      let mark =
        if isMember {
          style.dot
        } else if isInside && index > first {
          style.horizontal
        } else {
          style.noDot
        }
      let link = isInside ? style.horizontal : " "
      if index == plot.sets.count - 1 { return mark }
      return mark + String(repeating: link, count: pitch - 1)
    }
    .joined()
  }
}
