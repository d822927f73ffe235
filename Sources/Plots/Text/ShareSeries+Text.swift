import PlainText

extension TextLines {
  /// Adds a line for each item, with a mark for its share in each period, relative to its greatest
  /// share.
  mutating func add(_ series: ShareSeries) {
    addProse(visible(series.caption))
    if series.periods.isEmpty { return addNotes(series.notes) }
    let layout = SeriesLayout(series, style)
    add(
      [
        TextPiece(text: layout.label(series.title), width: layout.labelWidth, style: .dim),
        TextPiece(text: "", width: layout.marks),
      ] + zip(layout.titles, layout.widths).map { .right($0, $1, .dim) })
    let volumes = series.volumes(together: layout.together)
    let most = volumes.max() ?? 0
    add(
      [
        TextPiece(text: layout.label(Self.allRecords), width: layout.labelWidth, style: .dim),
        TextPiece(
          text: style.marks(of: volumes.map { $0 > 0 ? Double($0) / Double(most) : nil }),
          width: layout.marks, style: .dim),
        .right(groupedDigits(most), layout.widths.first ?? 0, .dim),
      ])
    for (line, texts) in zip(series.lines, layout.texts) { add(line, texts, series, layout) }
    if layout.together > 1 {
      addProse("each mark stands for \(layout.together) of them, the last perhaps for fewer", .dim)
    }
    addNotes(series.notes)
  }

  private static let allRecords = "(all records)"

  private mutating func add(
    _ line: ShareSeries.Line, _ texts: [String], _ series: ShareSeries, _ layout: SeriesLayout
  ) {
    let shares = series.shares(of: line.counts, together: layout.together)
    let greatest = shares.compactMap { $0 }.max() ?? 0
    let colour: TextStyle? =
      switch line.kind {
      case .ordinary: nil
      case .absence: .dim
      case .stranger: .yellow
      }
    add(
      [
        TextPiece(text: layout.label(line.label), width: layout.labelWidth, style: colour),
        TextPiece(
          text: style.marks(of: shares.map { $0.map { greatest > 0 ? $0 / greatest : 0 } }),
          width: layout.marks, style: colour ?? .cyan),
      ] + zip(texts, layout.widths).map { .right($0, $1) })
  }
}

extension TextPlotStyle {
  /// A character for each share, relative to the greatest one: a blank for a gap, a dot for 0.
  fileprivate func marks(of parts: [Double?]) -> String {
    let levels = Array(usesUnicode ? "▁▂▃▄▅▆▇█" : "_-~=+*#@")
    return parts.map { part in
      guard let part else { return " " }
      if part > 0 {
        return String(levels[min(levels.count, max(1, Int((part * 8 - 1e-9).rounded(.up)))) - 1])
      }
      return noDot
    }
    .joined()
  }
}

/// The column widths of a series, and the columns that fit.
private struct SeriesLayout {
  let labelWidth: Int
  let marks: Int
  /// The number of periods for one mark.
  let together: Int
  private(set) var titles: [String] = []
  private(set) var widths: [Int] = []
  /// The texts of each line in the columns.
  private(set) var texts: [[String]]
  private let ellipsis: String
  /// The numbers of marks for which columns are omitted before periods are combined: for the first
  /// two columns, and for the others.
  private static let fewMarks = (13, 24)
  private static let longestLabel = 24

  init(_ series: ShareSeries, _ style: TextPlotStyle) {
    ellipsis = style.ellipsis
    let labels = series.lines.map { visible($0.label) } + [series.title, "(all records)"]
    labelWidth = min(TextLines.width(of: labels), Self.longestLabel, max(6, style.width / 4))
    let volume = groupedDigits(series.volumes(together: 1).reduce(0, +))
    let all = series.wholes.reduce(0, +)
    let columns =
      [("up to", series.lines.map { Self.greatest(of: $0, series) } + [volume])]
      + [("share", series.lines.map { shareText($0.total, of: all) })]
      + series.titlesAfter.enumerated().map { index, title in
        (title, series.lines.map { index < $0.after.count ? $0.after[index] : "" })
      }
    texts = series.lines.map { _ in [] }
    var room = style.width - 2 - labelWidth - 2
    for (title, column) in columns {
      let width = TextLines.width(of: column + [title])
      let few = titles.count < 2 ? Self.fewMarks.0 : Self.fewMarks.1
      guard room - width - 2 >= min(series.periods.count, few) || titles.isEmpty else { break }
      room -= width + 2
      titles.append(title)
      widths.append(width)
      for line in texts.indices { texts[line].append(column[line]) }
    }
    together = series.periodsPerMark(most: max(1, room))
    marks = series.volumes(together: together).count
    // Shares of several combined periods are smaller.
    for (index, line) in series.lines.enumerated() where together > 1 {
      texts[index][0] = Self.greatest(of: line, series, together)
    }
  }

  private static func greatest(
    of line: ShareSeries.Line, _ series: ShareSeries, _ together: Int = 1
  ) -> String {
    percentText(series.shares(of: line.counts, together: together).compactMap { $0 }.max() ?? 0)
  }

  func label(_ text: String) -> String {
    shortenedInMiddle(visible(text), to: labelWidth, with: ellipsis)
  }
}
