import PlainText

extension Page {
  /// The page as plain text, for systems without `man`.
  func plainText(width: Int) -> String {
    var lines = PlainLines(width: max(width, 40))
    lines.add(blocks, indent: 0)
    return lines.text
  }
}

/// The lines of a page, with empty lines between blocks.
private struct PlainLines {
  private let width: Int
  private var lines: [String] = []

  private static let step = 4

  init(width: Int) { self.width = width }

  var text: String { CommandTable.text(lines) }

  mutating func add(_ blocks: [PageBlock], indent: Int) {
    for block in blocks { add(block, indent: indent) }
  }

  private mutating func add(_ block: PageBlock, indent: Int) {
    let inner = if indent == 0 { Self.step } else { indent }
    switch block {
    case .name(let name, let summary): addWrapped("\(name) - \(withoutMarks(summary))", inner)
    case .section(let title):
      addGap()
      lines.append(title)
    case .subsection(let title):
      addGap()
      lines.append("  " + title)
    case .synopsis(let synopses):
      for synopsis in synopses { addWrapped(synopsis.line, inner) }
    case .prose(let text):
      addGap(unlessAfterHeading: true)
      addWrapped(withoutMarks(text), inner)
    case .code(let code):
      addGap(unlessAfterHeading: true)
      for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.isEmpty { lines.append("") } else { lines.append(spaces(inner + Self.step) + line) }
      }
    case .list(let items):
      for item in items { addItem(item, inner) }
    case .terms(let terms, let isCompact): add(terms, inner, isCompact: isCompact)
    case .table(let header, let rows): addTable(header, rows, inner)
    case .references(let references):
      addWrapped(references.map { "\($0.name)(\($0.section))" }.joined(separator: ", "), inner)
    }
  }

  private mutating func addItem(_ item: String, _ indent: Int) {
    let wrapped = wrapped(withoutMarks(item), to: width - indent - 2)
    for (index, line) in wrapped.enumerated() {
      let bullet = if index == 0 { "- " } else { "  " }
      lines.append(spaces(indent) + bullet + line)
    }
  }

  private mutating func add(_ terms: [PageTerm], _ indent: Int, isCompact: Bool) {
    for (index, term) in terms.enumerated() {
      if !isCompact { addGap(unlessAfterHeading: index == 0) }
      lines.append(spaces(indent) + term.label.plainText)
      var body = term.body
      // The description begins directly below the term.
      if case .prose(let text)? = body.first {
        addWrapped(withoutMarks(text), indent + Self.step)
        body.removeFirst()
      }
      add(body, indent: indent + Self.step)
    }
  }

  /// Adds a table without truncated cells, even if it is too wide.
  private mutating func addTable(_ header: [String], _ rows: [[String]], _ indent: Int) {
    addGap(unlessAfterHeading: true)
    let cells = ([header] + rows).map { $0.map(withoutMarks) }
    let widths = header.indices.map { column in
      let texts = cells.filter { column < $0.count }
      return texts.map { displayWidth(of: $0[column]) }.max() ?? 0
    }
    for row in cells {
      let columns = zip(row, widths).map { padded($0, to: $1) }
      let line = spaces(indent) + columns.joined(separator: "  ")
      lines.append(line.withoutTrailingSpaces)
    }
  }

  private mutating func addWrapped(_ text: String, _ indent: Int) {
    for line in wrapped(text, to: width - indent) { lines.append(spaces(indent) + line) }
  }

  private mutating func addGap(unlessAfterHeading: Bool = false) {
    guard let last = lines.last, !last.isEmpty else { return }
    let isHeading = !last.hasPrefix(spaces(Self.step))
    if !(unlessAfterHeading && isHeading) { lines.append("") }
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

extension Synopsis {
  fileprivate var line: String {
    let words = [
      tool, command, usageText(usage.arguments), usage.keyword, usageText(usage.formArguments),
      "[options]",
    ]
    return words.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension PageTerm.Label {
  fileprivate var plainText: String {
    switch self {
    case .plain(let text), .word(let text), .argument(let text), .variable(let text),
      .path(let text):
      return text
    case .option(let names, let value):
      return names.map { "-" + $0 }.joined(separator: ", ") + (value?.usage ?? "")
    case .page(let page): return "\(page.name)(\(page.section))"
    }
  }
}
