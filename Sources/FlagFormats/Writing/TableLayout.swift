import PlainText

/// The width and the alignment of each column of a table.
struct TableLayout {
  private let widths: [Int]
  private let alignments: [TextAlignment]
  /// The unused width of the terminal, for later wider texts.
  private let slack: Int
  private let style: OutputStyle
  private let ellipsis: String
  private let null: String
  private static let gap = 2

  /// Nil if the terminal is too narrow for the columns.
  init?(
    names: [String], contents: [ColumnFit.Content], alignments: [TextAlignment],
    sample: [[TableCell?]], style: OutputStyle
  ) {
    null = visible(style.nullText ?? "")
    ellipsis = style.usesUnicode ? "…" : "..."
    self.alignments = alignments
    self.style = style
    let nullWidth = displayWidth(of: null)
    let headings = names.map { style.showsHeader ? displayWidth(of: $0) : 0 }
    func widest(_ index: Int, _ width: (TableCell) -> Int) -> Int {
      sample.map { $0[index].map(width) ?? nullWidth }.max() ?? 0
    }
    let valueWidths = names.indices.map { widest($0) { displayWidth(of: $0.text) } }
    let widths = zip(valueWidths, headings).map(max)
    guard let width = style.width else {
      self.widths = widths
      slack = .max
      return
    }
    let room = width - Self.gap * (widths.count - 1)
    var columns = widths.indices.map { index in
      ColumnFit(
        content: contents[index], width: widths[index], valueWidth: valueWidths[index],
        leastWidth: contents[index] == .names ? widest(index, \.leastWidth) : 0)
    }
    guard var fitted = ColumnFit.widths(of: columns, in: room) else { return nil }
    /// The width of a column with shortened flags, as far as there is space.
    func short(_ index: Int) -> Int {
      let least = min(headings[index], fitted[index])
      let most = fitted[index] + max(0, room - fitted.reduce(0, +))
      return max(least, min(most, widest(index) { displayWidth(of: $0.text(in: most)) }))
    }
    let shortened = columns.indices.filter { contents[$0] == .names && fitted[$0] < widths[$0] }
    // Their unused width goes to the other columns, and the remainder to more names.
    for index in shortened { columns[index].width = short(index) }
    fitted = ColumnFit.widths(of: columns, in: room) ?? fitted
    for index in shortened { fitted[index] = short(index) }
    self.widths = fitted
    slack = room - fitted.reduce(0, +)
  }

  func appendHeader(_ names: [String], to bytes: inout [UInt8]) {
    func line(_ texts: [String]) -> [TableCell?] { texts.map { TableCell(text: $0) } }
    append(line(names), in: .bold, to: &bytes)
    let rule = style.usesUnicode ? "─" : "-"
    append(line(widths.map { String(repeating: rule, count: $0) }), in: .dim, to: &bytes)
  }

  func appendRow(_ row: [TableCell?], to bytes: inout [UInt8]) { append(row, in: nil, to: &bytes) }

  /// Appends a line without trailing spaces. Nil is shown as NULL.
  private func append(_ row: [TableCell?], in textStyle: TextStyle?, to bytes: inout [UInt8]) {
    var slack = slack
    var spaces = 0
    for (index, cell) in row.enumerated() {
      let room = widths[index] + min(slack, .max - widths[index])
      let shown = cell?.text(in: widths[index]) ?? null
      let text = truncated(shown, to: room, with: ellipsis)
      let missing = widths[index] - displayWidth(of: text)
      slack += min(0, missing)
      spaces += alignments[index] == .right ? max(0, missing) : 0
      if !text.isEmpty {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: spaces))
        bytes += styled(text, cell == nil ? .dim : textStyle).utf8
        spaces = 0
      }
      spaces += alignments[index] == .left ? max(0, missing) : 0
      spaces += Self.gap
    }
    bytes.append(style.recordEnd.rawValue)
  }

  private func styled(_ text: String, _ textStyle: TextStyle?) -> String {
    guard style.usesColour, let textStyle else { return text }
    return textStyle.applied(to: text)
  }
}
