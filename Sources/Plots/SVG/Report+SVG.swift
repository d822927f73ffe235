import PlainText

extension Report {
  /// The page as a picture for light and dark backgrounds.
  package var svg: String {
    var canvas = SVGCanvas()
    canvas.y = 52
    canvas.text(heading, x: SVGCanvas.margin, y: canvas.y, "page")
    canvas.y += 22
    canvas.text(about, x: SVGCanvas.margin, y: canvas.y, "dim")
    for section in sections { canvas.draw(section) }
    return document(canvas)
  }

  private func document(_ canvas: SVGCanvas) -> String {
    let width = SVGCanvas.number(canvas.width)
    let height = SVGCanvas.number(canvas.y + SVGCanvas.margin)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      width="\(width)" height="\(height)" role="img" aria-labelledby="title description">
      <title id="title">\(SVGCanvas.escaped("\(heading): \(about)"))</title>
      <desc id="description">\(SVGCanvas.escaped(description))</desc>
      <style>
      \(svgStyleSheet)
      </style>
      <rect width="100%" height="100%" class="paper"/>
      \(canvas.body)</svg>

      """
  }

  /// A description of the picture for screen readers.
  private var description: String {
    var texts: [String] = []
    for section in sections {
      let facts = section.facts.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
      texts.append("\(section.heading) (\(section.about)): \(facts).")
      for figure in section.figures { texts.append(figure.description) }
    }
    return texts.joined(separator: " ")
  }
}

extension Report.Figure {
  /// The most important fact as a sentence.
  fileprivate var description: String {
    switch self {
    case .bars(let chart):
      let rows = chart.rows.prefix(5).map { "\($0.label) \(groupedDigits($0.count))" }
      if rows.isEmpty { return "" }
      return "Counts: \(rows.joined(separator: ", "))."
    case .upSet(let plot):
      let rows = plot.combinations.prefix(5).map { "\($0.name) \(groupedDigits($0.count))" }
      return "Combinations, \(plot.counting): \(rows.joined(separator: ", "))."
    case .heatMap(let map): return "Co-occurrence of \(map.names.count) flags."
    case .series(let series):
      let lines = series.lines.prefix(5).map { "\($0.label) \(groupedDigits($0.total))" }
      return
        "Shares over \(series.periods.count) groups, with in all: \(lines.joined(separator: ", "))."
    case .notes(let notes): return notes.prefix(5).joined(separator: "; ") + "."
    }
  }
}

extension SVGCanvas {
  fileprivate mutating func draw(_ section: Report.Section) {
    y += 34
    line(x1: Self.margin, y1: y, x2: Self.usualWidth - Self.margin, y2: y, "rule")
    y += 32
    texts([(section.heading, "heading", 12), (section.about, "dim", 0)], x: Self.margin, y: y)
    draw(section.facts)
    for figure in section.figures {
      y += 14
      switch figure {
      case .bars(let chart) where chart.isHistogram: drawHistogram(chart)
      case .bars(let chart): draw(chart)
      case .upSet(let plot): draw(plot)
      case .heatMap(let map): draw(map)
      case .series(let series): draw(series)
      case .notes(let notes): for note in notes { prose(note, "plain") }
      }
    }
  }

  /// Draws the facts, in as many lines as needed.
  private mutating func draw(_ facts: [Report.Fact]) {
    let (nameGap, factGap) = (7.0, 24.0)
    var line: [(text: String, style: String, gap: Double)] = []
    var width = 0.0
    for fact in facts {
      let words: [(text: String, style: String, gap: Double)] = [
        (fact.name, "dim", nameGap), (fact.value, "fact", factGap),
      ]
      var wordsWidth = 0.0
      for word in words {
        wordsWidth += Self.textWidth(word.text, Self.font(of: word.style)) + word.gap
      }
      if !line.isEmpty, width + wordsWidth - factGap > Self.usualWidth - 2 * Self.margin {
        draw(factLine: line)
        line = []
        width = 0
      }
      line += words
      width += wordsWidth
    }
    if !line.isEmpty { draw(factLine: line) }
  }

  private mutating func draw(factLine: [(text: String, style: String, gap: Double)]) {
    y += 24
    texts(factLine, x: Self.margin, y: y)
  }

  mutating func notes(_ notes: [String]) { for note in notes { prose(note, "dim") } }
}

private let fontRules = SVGCanvas.fonts.map { font in
  let size = SVGCanvas.number(font.size)
  return ".\(font.style) { font-size: \(size)px; font-weight: \(font.weight); }"
}.joined(separator: "\n")

/// Colours with contrast on white and on black, which colour-blind readers can distinguish.
private let svgStyleSheet = """
  text { font: \(SVGCanvas.number(SVGCanvas.usualFont.size))px system-ui, -apple-system, "Segoe UI", \
  Roboto, "DejaVu Sans", sans-serif; fill: #1c2733; font-variant-numeric: tabular-nums; }
  \(fontRules)
  .dim { fill: #5d6b7a; }
  .paper { fill: #ffffff; }
  .rule { stroke: #d9dfe5; stroke-width: 1; }
  .axis { stroke: #8895a3; stroke-width: 1; }
  .change { stroke: #c8780a; stroke-width: 1.5; stroke-dasharray: 4 3; }
  .stripe { fill: #f2f5f8; }
  .bar { fill: #2878b5; }
  .set { fill: #56687a; }
  .absence { fill: #a9b4bf; }
  .stranger { fill: #c8780a; }
  .dot { fill: #1c2733; }
  .none { fill: #d3dae1; }
  .link { stroke: #1c2733; stroke-width: 3; }
  .both { fill: #2878b5; }
  .lift { fill: #8e4a9e; }
  .s0 { fill-opacity: 0.04; }
  .s1 { fill-opacity: 0.15; }
  .s2 { fill-opacity: 0.3; }
  .s3 { fill-opacity: 0.45; }
  .s4 { fill-opacity: 0.6; }
  .self { fill: #8895a3; fill-opacity: 0.18; }
  @media (prefers-color-scheme: dark) {
  text { fill: #e4eaf0; }
  .dim { fill: #9aa8b6; }
  .paper { fill: #11171d; }
  .rule { stroke: #2b3640; }
  .axis { stroke: #66737f; }
  .change { stroke: #eda23c; }
  .stripe { fill: #19212a; }
  .bar, .both { fill: #58a6e0; }
  .set { fill: #93a3b3; }
  .absence { fill: #55626f; }
  .stranger { fill: #eda23c; }
  .dot { fill: #e4eaf0; }
  .none { fill: #36424e; }
  .link { stroke: #e4eaf0; }
  .lift { fill: #c084cf; }
  }
  """
