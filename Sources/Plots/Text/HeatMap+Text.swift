import PlainText

extension TextLines {
  /// Adds shaded cells with numbers: counts below the diagonal, lift above it.
  mutating func add(_ whole: HeatMap) {
    let widest = whole.cells.flatMap { $0 }.reduce(4) {
      max($0, groupedDigits($1.count).count, liftText($1).count)
    }
    let number = whole.counts.reduce(widest) { max($0, groupedDigits($1).count) }
    let labels = min(Self.width(of: whole.names.map(visible)), max(6, style.width / 4))
    // A shade of two columns, followed by the number.
    let map = whole.reduced(to: (style.width - 2 - labels) / (number + 5))
    addProse(visible(map.caption))
    if map.names.count > 1 {
      let cell = number + 3
      add(
        [TextPiece(text: "", width: labels)]
          + map.names.map {
            .right(shortenedInMiddle(visible($0), to: cell, with: style.ellipsis), cell, .dim)
          })
      for row in map.names.indices { add(row, of: map, labels, number) }
      addProse(legend, .dim)
    }
    addNotes(map.notes)
  }

  private mutating func add(_ row: Int, of map: HeatMap, _ labels: Int, _ number: Int) {
    var pieces = [
      TextPiece(
        text: shortenedInMiddle(visible(map.names[row]), to: labels, with: style.ellipsis),
        width: labels)
    ]
    for column in map.names.indices {
      if row == column {
        pieces.append(.right(groupedDigits(map.counts[row]), number + 3, .bold))
        continue
      }
      let cell = map.cell(row, column)
      if column > row {
        let shade = style.shade(map.shade(ofLift: cell))
        pieces.append(TextPiece(text: shade, width: 2, style: .magenta, gap: 1))
        pieces.append(.right(liftText(cell), number))
      } else {
        let shade = style.shade(map.shade(ofCount: cell, row, column))
        pieces.append(TextPiece(text: shade, width: 2, style: .cyan, gap: 1))
        pieces.append(.right(groupedDigits(cell.count), number))
      }
    }
    add(pieces)
  }

  private func liftText(_ cell: HeatMap.Cell) -> String { cell.lift.map { shortText($0) } ?? "-" }

  private var legend: String {
    let shades = (1...4).map { style.shade($0) }
    return """
      below the diagonal: records with both, shaded by the share of the rarer flag \
      (\(shades[0]) to 25%, \(shades[1]) 50%, \(shades[2]) 75%, \(shades[3]) 100%); above it: \
      lift, 1 being chance (\(shades[0]) from 0.8, \(shades[1]) 1.25, \(shades[2]) 2, \
      \(shades[3]) 4)
      """
  }
}
