import PlainText

extension Report {
  /// The page as lines of text.
  package func text(_ style: TextPlotStyle) -> String {
    var lines = TextLines(style)
    lines.addHeading(heading, about, indent: 0)
    for section in sections {
      lines.addBlank()
      lines.addHeading(section.heading, section.about, indent: 0)
      lines.addFacts(section.facts)
      for (index, figure) in section.figures.enumerated() {
        if index > 0 { lines.addBlank() }
        switch figure {
        case .bars(let chart): lines.add(chart)
        case .upSet(let plot): lines.add(plot)
        case .heatMap(let map): lines.add(map)
        case .series(let series): lines.add(series)
        case .notes(let notes): lines.addNotes(notes)
        }
      }
    }
    return lines.text
  }
}

extension TextLines {
  mutating func addHeading(_ heading: String, _ about: String, indent: Int) {
    let heading = visible(heading)
    let width = displayWidth(of: heading)
    let about = visible(about)
    if width + 2 + displayWidth(of: about) <= style.width {
      add(
        [TextPiece(text: heading, style: .bold), TextPiece(text: about, style: .dim)],
        indent: indent)
    } else {
      addProse(heading, .bold, indent: indent)
      addProse(about, .dim, indent: indent + 2)
    }
  }

  /// Adds names and values, as many on a line as fit.
  mutating func addFacts(_ facts: [Report.Fact]) {
    var row: [TextPiece] = []
    var used = 2
    for fact in facts {
      let (name, value) = (visible(fact.name), visible(fact.value))
      let width = displayWidth(of: name) + 1 + displayWidth(of: value)
      if !row.isEmpty, used + width > style.width {
        add(row)
        row = []
        used = 2
      }
      row.append(TextPiece(text: name, style: .dim, gap: 1))
      row.append(TextPiece(text: value, gap: 3))
      used += width + 3
    }
    if !row.isEmpty { add(row) }
  }

  mutating func addNotes(_ notes: [String]) { for note in notes { addProse(visible(note), .dim) } }

  /// The width of the widest text.
  static func width(of texts: some Sequence<String>) -> Int {
    texts.reduce(0) { max($0, displayWidth(of: $1)) }
  }
}
