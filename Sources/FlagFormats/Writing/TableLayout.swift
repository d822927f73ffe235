import PlainText

/// The width of each column of a table, and the side on which its texts stand.
struct TableLayout {
  private let widths: [Int]
  private let alignments: [TextAlignment]
  /// The width that the columns leave free on the terminal; a later, wider text may use it.
  private let slack: Int
  private let style: OutputStyle
  private let ellipsis: String
  private let null: String
  private static let gap = 2

  /// Nil where the terminal is too narrow for the columns.
  init?(
    names: [String], contents: [ColumnFit.Content], alignments: [TextAlignment],
    sample: [[String?]], style: OutputStyle
  ) {
    null = visible(style.nullText ?? "")
    let nullWidth = displayWidth(of: null)
    var valueWidths = names.map { _ in 0 }
    for row in sample {
      for (index, text) in row.enumerated() {
        valueWidths[index] = max(valueWidths[index], text.map(displayWidth(of:)) ?? nullWidth)
      }
    }
    let widths = names.indices.map { index in
      max(valueWidths[index], style.showsHeader ? displayWidth(of: names[index]) : 0)
    }
    if let width = style.width {
      let room = width - Self.gap * (widths.count - 1)
      let columns = widths.indices.map { index in
        ColumnFit(
          content: contents[index], width: widths[index], valueWidth: valueWidths[index])
      }
      guard let fitted = ColumnFit.widths(of: columns, in: room) else { return nil }
      self.widths = fitted
      slack = room - fitted.reduce(0, +)
    } else {
      self.widths = widths
      slack = .max
    }
    (self.alignments, self.style) = (alignments, style)
    ellipsis = style.usesUnicode ? "…" : "..."
  }

  func appendHeader(_ names: [String], to bytes: inout [UInt8]) {
    append(names, in: .bold, to: &bytes)
    let rule = style.usesUnicode ? "─" : "-"
    append(widths.map { String(repeating: rule, count: $0) }, in: .dim, to: &bytes)
  }

  func appendRow(_ row: [String?], to bytes: inout [UInt8]) {
    append(row, in: nil, to: &bytes)
  }

  /// Appends a line without spaces at its end. What is nil is shown as NULL.
  private func append(_ row: [String?], in textStyle: TextStyle?, to bytes: inout [UInt8]) {
    var slack = slack
    var spaces = 0
    for (index, cell) in row.enumerated() {
      let room = widths[index] + min(slack, .max - widths[index])
      let text = truncated(cell ?? null, to: room, with: ellipsis)
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
