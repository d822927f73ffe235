import PlainText

/// How wide each column of a table is and on which side its texts stand.
struct TableLayout {
  private let widths: [Int]
  private let alignments: [TextAlignment]
  /// What the terminal has left beside the columns: a later text that is wider may use it.
  private let slack: Int
  private let style: OutputStyle
  private let ellipsis: String
  private let null: String
  private static let gap = 2
  /// A column that is cut narrower says nothing any more.
  private static let narrowest = 4

  /// Nil where the terminal is too narrow for the columns.
  init?(
    names: [String], alignments: [TextAlignment], sample: [[String?]], style: OutputStyle
  ) {
    null = visible(style.nullText ?? "")
    let nullWidth = displayWidth(of: null)
    var widths = names.map { style.showsHeader ? displayWidth(of: $0) : 0 }
    for row in sample {
      for (index, text) in row.enumerated() {
        widths[index] = max(widths[index], text.map(displayWidth(of:)) ?? nullWidth)
      }
    }
    if let width = style.width {
      let room = width - Self.gap * (widths.count - 1)
      guard let fitted = Self.fitted(widths, into: room) else { return nil }
      self.widths = fitted
      slack = room - fitted.reduce(0, +)
    } else {
      self.widths = widths
      slack = .max
    }
    self.alignments = alignments
    self.style = style
    ellipsis = style.usesUnicode ? "…" : "..."
  }

  /// The widths, the widest made narrower until all fit; nil where they cannot.
  static func fitted(_ widths: [Int], into room: Int) -> [Int]? {
    if widths.reduce(0, +) <= room { return widths }
    func total(atMost limit: Int) -> Int { widths.reduce(0) { $0 + min($1, limit) } }
    guard total(atMost: narrowest) <= room else { return nil }
    var limit = narrowest
    while total(atMost: limit + 1) <= room { limit += 1 }
    var fitted = widths.map { min($0, limit) }
    // What is left over after the division goes to the first columns that miss something.
    var left = room - fitted.reduce(0, +)
    for index in widths.indices where left > 0 && widths[index] > limit {
      fitted[index] += 1
      left -= 1
    }
    return fitted
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
